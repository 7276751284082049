namespace Dyno.Experiments;

/// <summary>
/// Allows only one experiment at a time on a machine, for all users together, because two experiments would disturb each other. The kernel
/// releases the lock however its holder ends.
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
                $"another user's Dyno created {path} without access for others: have the file removed (sudo rm {path})")
            { ExitsWith = ExitCode.Failed };
        }
        catch (IOException)
        {
            throw new UserFault("another experiment runs on this machine: two experiments would disturb each other",
                $"wait until that experiment ends (it holds {path})")
            { ExitsWith = ExitCode.Failed };
        }
    }

    // A file of another user can be locked when it can be read; the kernel does not allow to create it again in a shared folder.
    private static FileStream Open(string path)
    {
        if (File.Exists(path)) return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.None);
        var created = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        // Set explicitly, because of the umask: the next experiment may be that of another user, who must be able to lock the file.
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(created.SafeFileHandle, Everyone);
        return created;
    }
}
