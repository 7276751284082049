namespace Dyno.Cli;

/// <summary>
/// Handles Ctrl-C, SIGTERM and a closed terminal. The first signal asks the run to stop: work in flight ends, and the measured results are
/// reported. The second signal cuts the work in flight; if the run does not end in time, Dyno exits. The third signal ends the process at
/// once, as if Dyno had no handler.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly IDisposable _listening;
    private readonly Action<string> _say;
    private readonly TaskCompletionSource _heard = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15); // enough to cut the work, write the report and end a program under test
    private volatile bool _isRunOver;
    private volatile bool _isDisposed;
    private int _times;

    /// <summary>Starts listening.</summary>
    /// <param name="terminal">Whose signals are meant.</param>
    /// <param name="say">Tells the user what is going on; called on the signal's thread.</param>
    public Interruption(Terminal terminal, Action<string> say)
    {
        _say = say;
        _listening = terminal.Listen(Handle);
        EarlyInterruption.TakeOver();
    }

    /// <summary>The requests to stop or abort that the run observes.</summary>
    public RunSignals Signals { get; } = new();

    /// <summary>Completes at the first signal.</summary>
    public Task Heard => _heard.Task;

    /// <summary>Marks the run as over and reported: a later signal has no work to end.</summary>
    public void RunIsOver() => _isRunOver = true;

    public void Dispose()
    {
        _isDisposed = true;
        _listening.Dispose();
    }

    private async Task EndAsync()
    {
        await Task.Delay(Patience, TimeProvider.System);
        if (_isRunOver || _isDisposed) return;
        _say("the work in flight does not end: Dyno exits without waiting for it");
        Environment.Exit(ExitCode.Interrupted);
    }

    private void Handle(PosixSignalContext context)
    {
        var times = Interlocked.Increment(ref _times);
        context.Cancel = times <= 2;
        if (times == 1)
        {
            _heard.TrySetResult(); // before the run sees the signal
            if (!_isRunOver) _say("stopping: work in flight ends, then the report follows (Ctrl-C again cuts it)");
            Signals.Stop();
        }
        else if (times == 2)
        {
            _say("aborting: work in flight is cut");
            Signals.Abort();
            _ = EndAsync(); // code that never returns, as in a script's init stage, sees no signal
        }
    }
}
