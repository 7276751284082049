namespace Dyno.Cli;

/// <summary>
/// Handles standard streams that were closed when Dyno started (<c>2>&amp;-</c>). The runtime may have reused their descriptors for its own
/// files, and a line written there would corrupt those files. Dyno discards such output instead.
/// </summary>
internal static class ClosedStreams
{
    private const string Descriptors = "/proc/self/fd";
    private const string DescriptorFacts = "/proc/self/fdinfo";

    /// <summary>Replaces each standard stream whose descriptor is closed or reused with a writer that discards its text.</summary>
    public static void Replace()
    {
        if (!OperatingSystem.IsLinux() || !Directory.Exists(Descriptors)) return;
        if (IsTaken(1)) Console.SetOut(TextWriter.Null);
        if (IsTaken(2)) Console.SetError(TextWriter.Null);
    }

    // True when the descriptor is closed, or belongs to an object that no user redirects a stream to.
    private static bool IsTaken(int descriptor)
    {
        var target = new FileInfo($"{Descriptors}/{descriptor}").LinkTarget;
        return target is null || target.StartsWith("anon_inode:", StringComparison.Ordinal) || target.StartsWith("/memfd:", StringComparison.Ordinal)
            || target.StartsWith("/proc/", StringComparison.Ordinal) || target.EndsWith(".dll", StringComparison.Ordinal)
            || target.Contains(".so", StringComparison.Ordinal)
            || !IsWritable(descriptor.ToString(CultureInfo.InvariantCulture)) || (target.StartsWith("pipe:", StringComparison.Ordinal) && IsReadHere(target));
    }

    // True for the runtime's own pipe for signals: this process also holds the read end of that pipe.
    private static bool IsReadHere(string pipe) => Directory.GetFiles(Descriptors)
        .Any(file => new FileInfo(file).LinkTarget == pipe && !IsWritable(Path.GetFileName(file)));

    // The last octal digit of the flags is the access mode; 0 is read-only.
    private static bool IsWritable(string descriptor)
    {
        const string Flags = "flags:";
        try
        {
            var line = File.ReadLines($"{DescriptorFacts}/{descriptor}").FirstOrDefault(line => line.StartsWith(Flags, StringComparison.Ordinal));
            return line is null || (line[^1] - '0') % 4 != 0;
        }
        catch (IOException)
        {
            return true; // the descriptor was closed between two checks
        }
    }
}
