namespace Dyno.Experiments.Trials;

/// <summary>One experiment at a time on a machine: two would measure each other. The kernel frees it however the holder ends.</summary>
internal static class ExperimentLock
{
    /// <summary>Takes the lock.</summary>
    /// <exception cref="ExperimentException">Another experiment has it.</exception>
    public static IDisposable Take(string? folder = null)
    {
        var path = Path.Combine(folder ?? Path.GetTempPath(), "dyno-experiment.lock");
        try
        {
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException("another experiment runs on this machine: two would measure each other",
                $"wait until it has ended (it holds {path})");
        }
    }
}
