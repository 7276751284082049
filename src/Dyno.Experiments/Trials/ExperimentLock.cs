using Dyno.Results.Problems;

namespace Dyno.Experiments.Trials;

/// <summary>
/// One experiment at a time on a machine, whoever starts it: two would measure each other. The kernel frees it however the holder ends.
/// </summary>
internal static class ExperimentLock
{
    private const string Name = "dyno-experiment.lock";

    /// <summary>Takes the lock.</summary>
    /// <exception cref="UserFault">Another experiment has it.</exception>
    public static IDisposable Take(string? folder = null)
    {
        var path = Path.Combine(folder ?? Path.GetTempPath(), Name);
        try
        {
            return Open(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault("another experiment runs on this machine: two would measure each other",
                $"wait until it has ended (it holds {path})") { ExitsWith = ExitCode.Failed };
        }
    }

    // Another user's file can be locked when it can be read; creating it anew in a shared folder is refused by the kernel.
    private static FileStream Open(string path)
    {
        if (File.Exists(path)) return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None);
        return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
    }
}
