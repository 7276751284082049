namespace Dyno.Cli;

/// <summary>
/// Handles Ctrl-C and the other signals while there is no other listener. From the first line of the program on, such a signal ends the
/// process with the documented exit code. A listener that can end a run in order takes over.
/// </summary>
internal sealed class EarlyInterruption : IDisposable
{
    private static EarlyInterruption? _current;
    private readonly IDisposable _listening;
    private int _isTakenOver;

    private EarlyInterruption() => _listening = ProcessSignals.Listen(Handle);

    /// <summary>Starts listening.</summary>
    public static EarlyInterruption Begin() => _current = new EarlyInterruption();

    /// <summary>Hands signals over to another listener, which must be listening already.</summary>
    public static void TakeOver()
    {
        if (_current is { } current) Volatile.Write(ref current._isTakenOver, 1);
    }

    public void Dispose() => _listening.Dispose();

    private void Handle(PosixSignalContext context)
    {
        if (Volatile.Read(ref _isTakenOver) != 0) return;
        Console.Error.WriteLine("dyno: interrupted before anything was measured");
        Environment.Exit(ExitCode.Interrupted);
    }
}
