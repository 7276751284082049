namespace Dyno.Subjects;

/// <summary>The system's cache of file contents in memory.</summary>
internal static class FileCache
{
    /// <summary>Drops every file below a folder from the cache, except files that a running program uses. Has an effect on Linux only.</summary>
    public static void Forget(string folder)
    {
        if (!OperatingSystem.IsLinux()) return;
        foreach (var file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)) ForgetFile(file);
    }

    private static void ForgetFile(string file)
    {
        try
        {
            using var handle = File.OpenHandle(file);
            RandomAccess.FlushToDisk(handle); // the system cannot forget a file that is not on the disk yet
            FileAdvice.WillNotNeed(handle);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A file that cannot be read stays in memory.
        }
    }
}
