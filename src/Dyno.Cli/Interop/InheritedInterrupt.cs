namespace Dyno.Cli;

/// <summary>
/// Undoes that SIGINT is ignored. A shell script starts a command in the background (<c>dyno run … &amp;</c>) with SIGINT ignored, and the
/// runtime keeps an inherited "ignore" even for signals with a listener. <c>kill -INT</c> would then not end a run, nor would Ctrl-C in the
/// script. SIGHUP stays ignored, because that is what <c>nohup</c> is for.
/// </summary>
internal static partial class InheritedInterrupt
{
    private const int Interrupt = 2;
    private const nint Default = 0;
    private const nint Ignore = 1;

    /// <summary>Gives SIGINT its default action if it is ignored; call it before anything listens to signals.</summary>
    public static void Restore()
    {
        if (OperatingSystem.IsWindows()) return;
        // On every Unix, struct sigaction begins with the handler and is much shorter than this (man 2 sigaction).
        Span<nint> action = stackalloc nint[128];
        action.Clear();
        if (sigaction(Interrupt, 0, ref action[0]) == 0 && action[0] == Ignore) _ = signal(Interrupt, Default);
    }

    [LibraryImport("libc")]
    private static partial int sigaction(int number, nint action, ref nint previous);

    [LibraryImport("libc")]
    private static partial nint signal(int number, nint handler);
}
