namespace Dyno.Fleet;

/// <summary>The identity of this machine. Processes on machines of the same identity see each other by their process ids.</summary>
internal static class ThisMachine
{
    /// <summary>On Linux the kernel's boot id and the namespace of process ids; elsewhere the machine's name.</summary>
    public static string Identity { get; } = Read();

    private static string Read()
    {
        const string Boot = "/proc/sys/kernel/random/boot_id";
        return Attempt.Read(() => OperatingSystem.IsLinux() && File.Exists(Boot)
            ? $"{File.ReadAllText(Boot).Trim()} {new FileInfo("/proc/self/ns/pid").LinkTarget}" : null) ?? Environment.MachineName;
    }
}
