namespace Dyno.Cli;

/// <summary>
/// Ends this process when the Dyno that started it is gone. Only the owner holds the writing end of this process's standard input, and
/// writes nothing: however the owner ends, the system closes that end, and reading comes to its end.
/// </summary>
internal static class OwnerInput
{
    /// <summary>The variable that says that this process has an owner.</summary>
    public const string Variable = "DYNO_ENDS_WITH_INPUT";

    private static readonly TimeSpan UntilCut = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan UntilExit = TimeSpan.FromSeconds(12); // enough to end a program under test

    /// <summary>Watches the owner, when there is one. The programs that this process starts have none: the variable is removed.</summary>
    public static void EndWithOwner()
    {
        if (Environment.GetEnvironmentVariable(Variable) is null) return;
        Environment.SetEnvironmentVariable(Variable, null);
        // Reading blocks, so it needs its own thread.
        new Thread(Follow) { IsBackground = true, Name = "owner" }.Start();
    }

    private static void Follow()
    {
        try
        {
            using var input = Console.OpenStandardInput();
            Span<byte> ignored = stackalloc byte[256];
            while (input.Read(ignored) > 0)
            {
                // Nothing is said this way.
            }
        }
        catch (IOException)
        {
            // The owner is gone, too.
        }
        _ = EndAsync();
    }

    // As by a person: the first signal ends the work in order, the second cuts it.
    private static async Task EndAsync()
    {
        if (!OperatingSystem.IsWindows())
        {
            Signals.Interrupt(Environment.ProcessId);
            await Task.Delay(UntilCut, TimeProvider.System);
            Signals.Interrupt(Environment.ProcessId);
            await Task.Delay(UntilExit, TimeProvider.System);
        }
        Environment.Exit(ExitCode.Interrupted);
    }
}
