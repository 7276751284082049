using System.Globalization;

namespace Dyno.Cli;

/// <summary>
/// Standard streams that were closed when Dyno began (<c>2>&amp;-</c>): the runtime has taken their numbers for files of its own, and a line
/// written there would break them. What is said goes nowhere instead.
/// </summary>
internal static class ClosedStreams
{
    private const string Descriptors = "/proc/self/fd";
    private const string DescriptorFacts = "/proc/self/fdinfo";

    /// <summary>Looks, and puts nothing in their place.</summary>
    public static void Replace()
    {
        if (!OperatingSystem.IsLinux() || !Directory.Exists(Descriptors)) return;
        if (IsTaken(1)) Console.SetOut(TextWriter.Null);
        if (IsTaken(2)) Console.SetError(TextWriter.Null);
    }

    // The descriptor is closed, or is an object that cannot be meant as a stream.
    private static bool IsTaken(int descriptor)
    {
        var target = new FileInfo($"{Descriptors}/{descriptor}").LinkTarget;
        return target is null || target.StartsWith("anon_inode:", StringComparison.Ordinal) || target.StartsWith("/memfd:", StringComparison.Ordinal)
            || target.StartsWith("/proc/", StringComparison.Ordinal) || target.EndsWith(".dll", StringComparison.Ordinal)
            || target.Contains(".so", StringComparison.Ordinal)
            || !IsWritable(descriptor.ToString(CultureInfo.InvariantCulture)) || (target.StartsWith("pipe:", StringComparison.Ordinal) && IsReadHere(target));
    }

    // The runtime's own pipe for signals: it has both ends.
    private static bool IsReadHere(string pipe) => Directory.GetFiles(Descriptors)
        .Any(file => new FileInfo(file).LinkTarget == pipe && !IsWritable(Path.GetFileName(file)));

    // The last octal digit of the flags says how it was opened: 0 is for reading.
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
            return true; // it was closed between two looks
        }
    }
}
