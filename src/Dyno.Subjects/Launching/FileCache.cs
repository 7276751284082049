using Dyno.Subjects.Interop;

namespace Dyno.Subjects.Launching;

/// <summary>The system's copies of files in memory.</summary>
internal static class FileCache
{
    /// <summary>Makes the system forget every file below a folder that no running program uses; nothing happens where it cannot.</summary>
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
            RandomAccess.FlushToDisk(handle); // what is not on the disk yet cannot be forgotten
            FileAdvice.WillNotNeed(handle);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A file that cannot be read stays where it is.
        }
    }
}
