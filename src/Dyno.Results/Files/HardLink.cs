namespace Dyno.Results;

/// <summary>A second name for a file (man 2 link). Unix only.</summary>
public static partial class HardLink
{
    /// <summary>Gives a file a second name on the same file system.</summary>
    /// <returns>False where the name is taken, and where the system has no such links or refuses this one.</returns>
    // Both strings are copied as UTF-8 with a zero at the end, and live during the call.
    public static bool TryCreate(string file, string name) => !OperatingSystem.IsWindows() && link(file, name) == 0;

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string file, string name);
}
