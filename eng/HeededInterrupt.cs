using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

/// <summary>
/// Gives SIGINT its default action before the tests begin: a shell starts a suite in the background with SIGINT ignored, and the programs
/// that tests start would inherit that.
/// </summary>
internal static class HeededInterrupt
{
    private const int Interrupt = 2;
    private const nint Default = 0;

    [ModuleInitializer]
    internal static void Heed()
    {
        if (!OperatingSystem.IsWindows()) _ = signal(Interrupt, Default);
    }

    [DllImport("libc")]
    private static extern nint signal(int number, nint handler);
}
