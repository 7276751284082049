using System.Diagnostics;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A disk of two pages: a file can be made there, and nothing of any size be written into it.</summary>
internal sealed class SmallDisk : IDisposable
{
    private readonly string _folder;

    private SmallDisk(string folder) => _folder = folder;

    /// <summary>Mounts it on a folder, which is made; skips the test where that is not allowed.</summary>
    public static async Task<SmallDisk> MountAsync(string folder)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "a disk is mounted as root; /dev/full stands for it in another test");
        Directory.CreateDirectory(folder);
        var mounted = await RunAsync("mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", folder);
        Assert.SkipUnless(mounted == 0, "this container may not mount; /dev/full stands for a full disk in another test");
        return new SmallDisk(folder);
    }

    public void Dispose()
    {
        using var unmount = Process.Start("umount", ["--lazy", _folder]);
        unmount.WaitForExit();
    }

    private static async Task<int> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return process.ExitCode;
    }
}
