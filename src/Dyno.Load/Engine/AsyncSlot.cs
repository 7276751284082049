namespace Dyno.Load;

/// <summary>
/// One virtual user of an <see cref="AsyncWorker"/> and the iteration that it runs. Only the worker's thread uses it, except for members
/// that say otherwise. When an iteration does not end after a cut, the worker abandons the slot, although the iteration's code may still
/// be running.
/// </summary>
internal sealed class AsyncSlot : IDisposable
{
    private readonly AsyncWorker _worker;
    private readonly IVirtualUser _user;
    private readonly IterationContext _context;
    private readonly Action _completed;
    private Recorder? _recorder;
    private CancellationTokenSource _cancellation = new();
    private ValueTaskAwaiter _awaiter;
    private volatile bool _cut;

    public AsyncSlot(AsyncWorker worker, int virtualUser, IVirtualUser user, EngineClock clock)
    {
        _worker = worker;
        _user = user;
        VirtualUser = virtualUser;
        _context = new IterationContext(this, clock) { Iteration = -1 };
        _completed = () => _worker.Ended(this, clock.NowNanos); // allocated once per user
    }

    public int VirtualUser { get; }

    public bool IsRunning { get; private set; }

    /// <summary>
    /// True from a cut until the cut iteration ends. Everything that the iteration records in that time is dropped. May be read by any
    /// thread.
    /// </summary>
    public bool IsCut => _cut;

    /// <summary>Starts an iteration.</summary>
    /// <returns>
    /// Whether the iteration has already ended. Otherwise the worker learns of the end later, directly or from a note of kind
    /// <see cref="NoteKind.Ended"/>.
    /// </returns>
    public bool Start(IterationStart start, long nowNanos, Recorder recorder)
    {
        _recorder = recorder;
        _context.Begin(start, nowNanos);
        IsRunning = true;
        _awaiter = Begin();
        if (_awaiter.IsCompleted) return true;
        _awaiter.UnsafeOnCompleted(_completed);
        return false;
    }

    /// <summary>Ends the iteration: takes its outcome, frees the virtual user, and records the iteration.</summary>
    public void End(long endNanos, IterationScheduler scheduler)
    {
        IsRunning = false;
        var wasCut = _cut;
        TakeOutcome(wasCut);
        if (wasCut) Renew();
        scheduler.Complete(VirtualUser);
        if (wasCut) return;
        _recorder!.IterationEnded(VirtualUser, _context.IntendedNanos, _context.StartNanos, endNanos, scheduler.Active);
        if (_context.IsJudged) Judge(_recorder, endNanos);
    }

    /// <summary>Cuts the iteration. It counts as interrupted now and ends when its code reacts to the cancellation.</summary>
    /// <param name="atEnd">Passed on to <see cref="Recorder.Interrupted"/>.</param>
    public void Cut(bool atEnd)
    {
        if (_cut) return;
        _cut = true;
        _recorder!.Interrupted(atEnd);
        try
        {
            _cancellation.Cancel();
        }
        catch (AggregateException)
        {
            // A callback of the user's code threw; the iteration is cut anyway.
        }
    }

    public bool WantsExample(RequestErrorKind kind) => _recorder!.WantsExample(kind);

    /// <summary>Records a note: at once on the worker's thread, through the worker's queue on any other thread.</summary>
    public void Record(Note note)
    {
        if (_cut) return;
        if (_worker.IsCurrentThread) note.ApplyTo(_recorder!);
        else _worker.Post(this, note);
    }

    /// <summary>Records a note that came through the queue.</summary>
    public void Apply(Note note)
    {
        if (!_cut) note.ApplyTo(_recorder!);
    }

    public void Dispose()
    {
        _cancellation.Dispose();
        (_user as IDisposable)?.Dispose();
    }

    // Each iteration has one awaiter. TakeOutcome takes its result exactly once.
    [SuppressMessage("Reliability", "CA2012", Justification = "awaited by hand: a state machine per iteration would allocate")]
    private ValueTaskAwaiter Begin()
    {
        try
        {
            return _user.RunIterationAsync(_context, _cancellation.Token).GetAwaiter();
        }
        catch (Exception e)
        {
            return ValueTask.FromException(e).GetAwaiter();
        }
    }

    private void Judge(Recorder recorder, long endNanos)
    {
        var (intended, started, verdict) = (_context.IntendedNanos, _context.StartNanos, _context.Whole);
        if (_context.WholeNanos >= 0) (intended, endNanos) = (started, started + _context.WholeNanos);
        recorder.JudgedWhole(intended, started, endNanos, verdict);
        if (_context.WholeStep >= 0) recorder.Judged(_context.WholeStep, intended, started, endNanos, verdict);
    }

    private void TakeOutcome(bool wasCut)
    {
        try
        {
            _awaiter.GetResult();
        }
        catch (Exception e)
        {
            if (wasCut) return;
            _recorder!.ScenarioFailed();
            if (_recorder.WantsExample(RequestErrorKind.Scenario))
                _recorder.Example(RequestErrorKind.Scenario, $"{e.GetType().Name}: {e.Message}");
        }
    }

    private void Renew()
    {
        _cancellation.Dispose();
        _cancellation = new CancellationTokenSource();
        _cut = false;
    }
}
