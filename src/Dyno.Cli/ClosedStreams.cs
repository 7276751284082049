namespace Dyno.Cli;

/// <summary>
/// Standard streams that were closed when Dyno began (<c>2>&amp;-</c>): the runtime has taken their numbers for files of its own, and a line
/// written there would break them. What is said goes nowhere instead.
/// </summary>
internal static class ClosedStreams
{
    private const string Descriptors = "/proc/self/fd";

    /// <summary>Looks, and puts nothing in their place.</summary>
    public static void Replace()
    {
        if (!OperatingSystem.IsLinux() || !Directory.Exists(Descriptors)) return;
        if (IsTaken(1)) Console.SetOut(TextWriter.Null);
        if (IsTaken(2)) Console.SetError(TextWriter.Null);
    }

    // Closed, or an object that nobody can have meant as a stream.
    private static bool IsTaken(int descriptor)
    {
        var target = new FileInfo($"{Descriptors}/{descriptor}").LinkTarget;
        return target is null || target.StartsWith("anon_inode:", StringComparison.Ordinal) || target.StartsWith("/memfd:", StringComparison.Ordinal)
            || target.StartsWith("/proc/", StringComparison.Ordinal) || target.EndsWith(".dll", StringComparison.Ordinal) || target.Contains(".so", StringComparison.Ordinal);
    }
}
