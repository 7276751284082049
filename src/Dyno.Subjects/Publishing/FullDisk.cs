namespace Dyno.Subjects;

/// <summary>Tells a full disk from other reasons why the SDK's command failed.</summary>
internal static class FullDisk
{
    // As Linux and macOS, a quota, and Windows say it.
    private static readonly string[] Words = ["No space left on device", "Disk quota exceeded", "not enough space on the disk"];

    /// <summary>Whether a line of output speaks of a full disk.</summary>
    public static bool IsNamedIn(string line) => Words.Any(words => line.Contains(words, StringComparison.OrdinalIgnoreCase));
}
