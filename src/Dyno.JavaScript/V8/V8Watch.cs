namespace Dyno.JavaScript.V8;

/// <summary>
/// Asks whether a script must end. V8 cannot be made to ask on the thread that runs the script, so a timer's thread asks, and
/// only while that thread is in the script's own code: it cannot come back to .NET until the question is answered.
/// </summary>
/// <param name="interrupt">Ends the script that runs; from any thread.</param>
internal sealed class V8Watch(Action interrupt) : IDisposable
{
    private const int InDotnet = 0;
    private const int InScript = 1;
    private const int Asked = 2;
    private static readonly TimeSpan Retry = TimeSpan.FromMilliseconds(50);
    private readonly Lock _gate = new(); // one question, or one change of it, at a time
    private Func<bool>? _mustEnd;
    private Func<TimeSpan>? _interval;
    private ITimer? _timer;
    private int _where;

    /// <summary>Asks this from now on.</summary>
    public void Begin(Func<TimeSpan> interval, Func<bool> mustEnd)
    {
        lock (_gate)
        {
            (_interval, _mustEnd) = (interval, mustEnd);
            _timer ??= TimeProvider.System.CreateTimer(static watch => ((V8Watch)watch!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            _timer.Change(interval(), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>The machine's thread goes into the script's code.</summary>
    public void Enter() => Volatile.Write(ref _where, InScript);

    /// <summary>It comes back, when no question is open.</summary>
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
        var ends = true;
        try
        {
            ends = _mustEnd!();
        }
        catch (Exception)
        {
            // Nobody can say that it may go on.
        }
        if (!ends) return _interval!();
        interrupt();
        return Retry; // should it have come too early to be heard
    }
}
