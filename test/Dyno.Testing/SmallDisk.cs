using System.Diagnostics;

namespace Dyno.Testing;

/// <summary>A disk in memory that is full soon. Unmounted at the end.</summary>
public sealed class SmallDisk : IDisposable
{
    /// <summary>Why a test that needs it is skipped.</summary>
    public const string WhyNot = "a disk is mounted as root on Linux, where the container allows it; /dev/full stands for a full disk in another test";

    private readonly string _folder;

    private SmallDisk(string folder) => _folder = folder;

    /// <summary>Mounts it on a folder, which is made; null where that is not allowed.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="size">As mount takes it: <c>8k</c> (two pages, where a file can be made and nothing of any size be written), <c>30m</c>.</param>
    public static SmallDisk? TryMount(string folder, string size)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess) return null;
        Directory.CreateDirectory(folder);
        return Run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder) == 0 ? new SmallDisk(folder) : null;
    }

    /// <summary>Gives it another size, with what is on it.</summary>
    /// <exception cref="InvalidOperationException">The system refused.</exception>
    public void Resize(string size)
    {
        if (Run("mount", "-o", "remount,size=" + size, _folder) != 0) throw new InvalidOperationException($"the disk cannot have {size}");
    }

    /// <summary>Unmounts it.</summary>
    public void Dispose() => Run("umount", "--lazy", _folder);

    private static int Run(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode;
    }
}
