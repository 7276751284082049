using System.ComponentModel;

namespace Dyno.Cli;

/// <summary>The user's browser.</summary>
internal static class Browser
{
    /// <summary>Opens an address when there is a desktop. The address was printed already, so a missing desktop is not reported.</summary>
    public static void TryOpen(Uri address)
    {
        try
        {
            if (OperatingSystem.IsWindows()) Process.Start(new ProcessStartInfo(address.ToString()) { UseShellExecute = true })?.Dispose();
            else if (OperatingSystem.IsMacOS()) Process.Start("open", address.ToString()).Dispose();
            else if (HasDesktop) Process.Start(new ProcessStartInfo("xdg-open", address.ToString())
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true
            })?.Dispose();
        }
        catch (Exception failure) when (failure is Win32Exception or InvalidOperationException or PlatformNotSupportedException)
        {
            return;
        }
    }

    private static bool HasDesktop => Environment.GetEnvironmentVariable("DISPLAY") is { Length: > 0 } || Environment.GetEnvironmentVariable("WAYLAND_DISPLAY") is { Length: > 0 };
}
