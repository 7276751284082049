namespace Dyno.Fleet.Agents;

/// <summary>Which machine this is: processes with the same one see each other by their ids.</summary>
internal static class ThisMachine
{
    /// <summary>The kernel's start and the namespace of process ids; elsewhere than on Linux the machine's name.</summary>
    public static string Identity { get; } = Read();

    private static string Read()
    {
        const string Boot = "/proc/sys/kernel/random/boot_id";
        try
        {
            return OperatingSystem.IsLinux() && File.Exists(Boot)
                ? $"{File.ReadAllText(Boot).Trim()} {new FileInfo("/proc/self/ns/pid").LinkTarget}" : Environment.MachineName;
        }
        catch (Exception hidden) when (hidden is IOException or UnauthorizedAccessException)
        {
            return Environment.MachineName;
        }
    }
}
