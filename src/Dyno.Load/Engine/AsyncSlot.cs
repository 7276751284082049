using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Dyno.Load.Engine;

/// <summary>
/// One virtual user of an <see cref="AsyncWorker"/> with the iteration it runs. Touched by the worker's thread, except
/// for what says otherwise. Thrown away, with whatever its code still does, when its iteration does not end after a
/// cut.
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
    /// From the cut to the end of the iteration that was cut: what it records is dropped. Read by any thread.
    /// </summary>
    public bool IsCut => _cut;

    /// <summary>Starts an iteration.</summary>
    /// <returns>
    /// Whether it has ended already; otherwise a note of kind <see cref="NoteKind.Ended"/> will come.
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

    /// <summary>The iteration has ended: takes its outcome, frees the user, records.</summary>
    public void End(long endNanos, IterationScheduler scheduler)
    {
        IsRunning = false;
        var wasCut = _cut;
        TakeOutcome(wasCut);
        if (wasCut) Renew();
        scheduler.Complete(VirtualUser);
        if (wasCut) return;
        _recorder!.IterationEnded(_context.IntendedNanos, _context.StartNanos, endNanos, scheduler.Active);
        if (_context.IsJudged) Judge(_recorder, endNanos);
    }

    /// <summary>Cuts the iteration: counted now, ended when its code obeys.</summary>
    /// <param name="atEnd">As <see cref="Recorder.Interrupted"/> takes it.</param>
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
            // A callback of the user's code threw; the iteration is cut all the same.
        }
    }

    public bool WantsExample(RequestErrorKind kind) => _recorder!.WantsExample(kind);

    /// <summary>Records at once on the worker's thread, through its queue from any other.</summary>
    public void Record(Note note)
    {
        if (_cut) return;
        if (_worker.IsCurrentThread) note.ApplyTo(_recorder!);
        else _worker.Post(this, note);
    }

    /// <summary>Records what came through the queue.</summary>
    public void Apply(Note note)
    {
        if (!_cut) note.ApplyTo(_recorder!);
    }

    public void Dispose()
    {
        _cancellation.Dispose();
        (_user as IDisposable)?.Dispose();
    }

    // One awaiter per iteration, its result taken once, in TakeOutcome.
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
