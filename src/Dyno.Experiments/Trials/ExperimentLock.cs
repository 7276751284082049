using Dyno.Results.Problems;

namespace Dyno.Experiments.Trials;

/// <summary>
/// One experiment at a time on a machine, whoever starts it: two would measure each other. The kernel frees it however the holder ends.
/// </summary>
internal static class ExperimentLock
{
    private const string Name = "dyno-experiment.lock";
    private const UnixFileMode Everyone = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>Takes the lock.</summary>
    /// <exception cref="UserFault">Another experiment has it.</exception>
    public static IDisposable Take(string? folder = null)
    {
        var path = Path.Combine(folder ?? Path.GetTempPath(), Name);
        try
        {
            return Open(path);
        }
        catch (UnauthorizedAccessException failure)
        {
            throw new UserFault($"the lock of experiments on this machine cannot be read: {failure.Message}",
                $"another user's Dyno made {path} for itself alone: have it removed (sudo rm {path})")
            { ExitsWith = ExitCode.Failed };
        }
        catch (IOException)
        {
            throw new UserFault("another experiment runs on this machine: two would measure each other",
                $"wait until it has ended (it holds {path})")
            { ExitsWith = ExitCode.Failed };
        }
    }

    // Another user's file can be locked when it can be read; creating it anew in a shared folder is refused by the kernel.
    private static FileStream Open(string path)
    {
        if (File.Exists(path)) return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None);
        var created = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        // Whatever the umask: the next experiment may be another user's, and has to be able to lock it.
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(created.SafeFileHandle, Everyone);
        return created;
    }
}
