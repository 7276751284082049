namespace Dyno.K6;

/// <summary>
/// The iteration that runs in one virtual user: when it was due, what it measured, and whether it must end. Touched by
/// the user's thread, but for <see cref="Cut"/>.
/// </summary>
internal sealed class IterationScope : IDisposable
{
    private readonly Lock _gate = new(); // lets an iteration begin or be cut, not both at once
    private readonly ManualResetEventSlim _cut = new(false, spinCount: 0);
    private CancellationTokenSource _cancellation = new();
    private long _intendedNanos = -1;
    private volatile bool _cutAtEnd;

    public IterationScope(SharedNumbers frame, EngineClock clock)
    {
        Samples = new SampleBuffer(frame);
        Clock = clock;
    }

    public EngineClock Clock { get; }

    public SampleBuffer Samples { get; }

    /// <summary>Number of the tags in force.</summary>
    public int TagSet => (int)Samples.Frame[Frame.Tags];

    /// <summary>Whether the iteration must end; any thread may read this.</summary>
    public bool IsCut => _cut.IsSet;

    /// <summary>Whether the iteration must end because the phase is over as planned, and its graceful stop, too; any thread may read this.</summary>
    public bool IsCutAtEnd => IsCut && _cutAtEnd;

    public CancellationToken Token => _cancellation.Token;

    /// <summary>An iteration begins.</summary>
    /// <param name="intendedNanos">When it was due; −1 outside of a scenario.</param>
    public void Begin(long intendedNanos)
    {
        _intendedNanos = intendedNanos;
        if (!IsCut) return;
        lock (_gate)
        {
            _cut.Reset();
            _cancellation = new CancellationTokenSource(); // a thread that cuts may still use the source of the previous iteration
        }
    }

    /// <summary>The iteration's intended start for its first request; the given time for later requests.</summary>
    public long TakeIntended(long startNanos)
    {
        var intended = _intendedNanos < 0 ? startNanos : _intendedNanos;
        _intendedNanos = -1;
        return intended;
    }

    /// <summary>Waits for a time in nanoseconds, but not beyond the cut.</summary>
    public void Wait(long nanos)
    {
        if (nanos <= 0) return;
        _cut.Wait(TimeSpan.FromTicks((nanos + 99) / 100 is var ticks && ticks > 10_000 ? ticks : 10_000));
    }

    /// <summary>Ends the running iteration. Any thread may call this. The first cut sets the reason.</summary>
    /// <param name="atEnd">True: the phase is over as planned. False: a ramp-down, a stop, an abort or the script itself.</param>
    public void Cut(bool atEnd = false)
    {
        CancellationTokenSource cancellation;
        lock (_gate)
        {
            if (!IsCut) _cutAtEnd = atEnd;
            _cut.Set();
            cancellation = _cancellation;
        }
        cancellation.Cancel();
    }

    public void Dispose()
    {
        _cut.Dispose();
        _cancellation.Dispose();
    }
}
