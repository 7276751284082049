namespace Dyno.JavaScript;

/// <summary>
/// Asks whether a script must end. V8 cannot ask on the thread that runs the script, so a timer's thread asks. It asks only while the
/// script's thread is in the script's own code; that thread cannot return to .NET until the question is answered.
/// </summary>
/// <param name="interrupt">Ends the running script; may be called from any thread.</param>
internal sealed class V8Watch(Action interrupt) : IDisposable
{
    private const int InDotnet = 0;
    private const int InScript = 1;
    private const int Asked = 2;
    private static readonly TimeSpan Retry = TimeSpan.FromMilliseconds(50);
    private readonly Lock _gate = new(); // guards the question and the timer
    private Func<bool>? _mustEnd;
    private TimeSpan _interval;
    private ITimer? _timer;
    private int _where;

    /// <summary>Sets the question and begins to ask.</summary>
    public void Begin(TimeSpan interval, Func<bool> mustEnd)
    {
        lock (_gate)
        {
            (_interval, _mustEnd) = (interval, mustEnd);
            _timer ??= TimeProvider.System.CreateTimer(static watch => ((V8Watch)watch!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            _timer.Change(interval, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Notes that the machine's thread enters the script's code.</summary>
    public void Enter() => Volatile.Write(ref _where, InScript);

    /// <summary>Notes that the machine's thread returns to .NET; waits while a question is open.</summary>
    public void Leave()
    {
        if (Interlocked.CompareExchange(ref _where, InDotnet, InScript) == InScript) return;
        var spin = new SpinWait();
        do spin.SpinOnce();
        while (Interlocked.CompareExchange(ref _where, InDotnet, InScript) != InScript);
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _timer?.Dispose();
            _timer = null;
        }
    }

    private void Look()
    {
        lock (_gate)
        {
            if (_timer is null) return;
            var wait = Retry;
            if (Interlocked.CompareExchange(ref _where, Asked, InScript) == InScript)
            {
                wait = Ask();
                Volatile.Write(ref _where, InScript);
            }
            _timer.Change(wait, Timeout.InfiniteTimeSpan);
        }
    }

    private TimeSpan Ask()
    {
        try
        {
            if (!_mustEnd!()) return _interval;
        }
        catch (Exception)
        {
            // Without an answer the script must end.
        }
        interrupt();
        return Retry; // asks again in case the interrupt came too early to take effect
    }
}
