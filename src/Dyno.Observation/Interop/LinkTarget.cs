namespace Dyno.Observation;

/// <summary>
/// Where a symbolic link points, in one system call (man 2 readlink). The runtime takes three, and a machine has some thousand open files
/// below /proc.
/// </summary>
internal static unsafe partial class LinkTarget
{
    private const int LongestPath = 4096;

    /// <summary>The target as it is written in the link; null when the file is no link or cannot be read.</summary>
    public static string? Of(string path)
    {
        if (!OperatingSystem.IsLinux()) return Portable(path);
        var target = stackalloc byte[LongestPath];
        var length = readlink(path, target, LongestPath);
        return length < 0 ? null : Encoding.UTF8.GetString(target, (int)length);
    }

    private static string? Portable(string path) => Attempt.Read(() => new FileInfo(path).LinkTarget);

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint readlink(string path, byte* target, nint capacity);
}
