using System.Runtime.InteropServices;
using Dyno.Load.Engine;
using Dyno.Results.Problems;

namespace Dyno.Cli.Exit;

/// <summary>
/// Ctrl-C, SIGTERM and a closed terminal. The first asks the run to stop: work in flight ends, and what was measured is
/// reported. The second cuts what is in flight. The third ends the process as if Dyno had never looked, and so does time when the second was not enough.
/// </summary>
internal sealed class Interruption : IDisposable
{
    /// <summary>The signals.</summary>
    public static readonly PosixSignal[] Heeded = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP];

    private readonly PosixSignalRegistration[] _registrations;
    private readonly Action<string> _say;
    private readonly TaskCompletionSource _heard = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15); // a cut, a report and the end of a program under test take less
    private volatile bool _isRunOver;
    private volatile bool _isDisposed;
    private int _times;

    /// <summary>Starts listening.</summary>
    /// <param name="say">Tells the user what is going on; called on the signal's thread.</param>
    public Interruption(Action<string> say)
    {
        _say = say;
        _registrations = [.. Heeded.Select(signal => PosixSignalRegistration.Create(signal, Handle))];
        EarlyInterruption.TakeOver();
    }

    /// <summary>What the run looks at.</summary>
    public RunSignals Signals { get; } = new();

    /// <summary>Ends with the first signal.</summary>
    public Task Heard => _heard.Task;

    /// <summary>The run is over and reported: a signal has no work left to end.</summary>
    public void RunIsOver() => _isRunOver = true;

    public void Dispose()
    {
        _isDisposed = true;
        foreach (var registration in _registrations) registration.Dispose();
    }

    private async Task EndAsync()
    {
        await Task.Delay(Patience, TimeProvider.System);
        if (_isRunOver || _isDisposed) return;
        _say("the work in flight does not end: Dyno exits without it");
        Environment.Exit(ExitCode.Interrupted);
    }

    private void Handle(PosixSignalContext context)
    {
        var times = Interlocked.Increment(ref _times);
        context.Cancel = times <= 2;
        if (times == 1)
        {
            _heard.TrySetResult(); // before the run sees it
            if (!_isRunOver) _say("stopping: work in flight ends, then comes the report (once more cuts it)");
            Signals.Stop();
        }
        else if (times == 2)
        {
            _say("aborting: work in flight is cut");
            Signals.Abort();
            _ = EndAsync(); // code that never comes back, as in a script's init stage, hears no signal
        }
    }
}
