using System.Collections.Concurrent;

namespace Dyno.Load;

/// <summary>
/// Drives virtual users that are code. An iteration that completes without waiting runs and is recorded on this thread alone, without an
/// allocation. An iteration that waits reports its end through a queue, which the loop empties. Only this thread records.
/// </summary>
public sealed class AsyncWorker : IWorker
{
    /// <summary>How long code may take to end after a cut before its virtual user is replaced.</summary>
    private const long ObeyNanos = 1_000_000_000;

    private const long MaxWaitNanos = 50_000_000;

    /// <summary>Number of starts between two looks at the worker's own input and output. Each look is a system call.</summary>
    private const int StartsPerLook = 64;

    [ThreadStatic]
    private static AsyncWorker? _current;

    private readonly WorkerContext _context;
    private readonly Func<int, IVirtualUser> _createUser;
    private readonly AsyncSlot?[] _slots;
    private readonly ConcurrentQueue<(AsyncSlot Slot, Note Note)> _queue = new(); // lock-free; reuses its segments
    private readonly QueueWaiter _waiter;
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private IWorkerIo? _io;
    private WorkerPhase? _phase; // null between phases
    private int _inFlight;
    private int _startsSinceLook;

    /// <summary>Creates the worker and its pre-allocated virtual users, on the thread that will run it.</summary>
    /// <param name="context">What the worker is built with.</param>
    /// <param name="createUser">Builds virtual user number n of this worker. Users beyond the pre-allocated ones are built when first needed.</param>
    public AsyncWorker(WorkerContext context, Func<int, IVirtualUser> createUser)
    {
        _context = context;
        _createUser = createUser;
        _slots = new AsyncSlot?[context.MaxVirtualUsers];
        _waiter = new QueueWaiter(context.Clock, context.WaitStrategy, () => !_queue.IsEmpty);
        for (var v = 0; v < context.PreAllocatedVirtualUsers; v++) SlotOf(v);
    }

    /// <summary>The worker whose phase runs on the calling thread; null on any other.</summary>
    public static AsyncWorker? Current => _current;

    /// <summary>The worker's own input and output; null before <see cref="IoOf"/>.</summary>
    public IWorkerIo? Io => _io;

    internal bool IsCurrentThread => Environment.CurrentManagedThreadId == _thread;

    public void Run(WorkerPhase phase)
    {
        (_current, _phase) = (this, phase);
        try
        {
            // After an await, user code continues in the thread pool, so the CPU time of the process counts as well.
            using var activity = new ProcessActivity(_context.Clock, phase.Activity, static () => Environment.ProcessorCount) { CountsOwnThread = true };
            while (Turn(phase)) activity.Sample(_context.Clock.NowNanos);
        }
        finally
        {
            (_current, _phase) = (null, null);
        }

        TakeNotes(phase);
    }

    /// <summary>
    /// Returns the worker's own input and output, which is created at the first call and disposed of with the worker. Call it on the
    /// worker's thread.
    /// </summary>
    /// <param name="create">
    /// Creates the input and output from the run's clock and the descriptor of a file that becomes readable when another thread wants to
    /// wake the worker.
    /// </param>
    /// <returns>The input and output; null where a thread cannot sleep on files (systems other than Linux).</returns>
    public IWorkerIo? IoOf(Func<EngineClock, int, IWorkerIo> create)
    {
        if (_io is not null || _waiter.WakeFile is not { } file) return _io;
        _io = create(_context.Clock, file);
        _waiter.SleepBy(_io);
        return _io;
    }

    /// <summary>One turn of the loop; false when the phase is over.</summary>
    private bool Turn(WorkerPhase phase)
    {
        _io?.Handle();
        var now = _context.Clock.NowNanos;
        TakeNotes(phase);
        Cut(phase, now);
        now = StartDue(phase, now);
        if (phase.Scheduler.IsFinished(now) && _inFlight == 0) return false;
        if (now >= phase.CutNanos || phase.Signals.IsAborting) { CutAll(phase); return false; }
        var start = phase.Scheduler.NextStartNanos(now);
        var other = Math.Min(phase.CutNanos, now + MaxWaitNanos);
        if (_io is not null) other = Math.Min(other, _io.NextNanos);
        _waiter.Wait(Math.Min(start, other), isStart: start <= other, phase.Activity);
        return true;
    }

    public void Dispose()
    {
        foreach (var slot in _slots)
            if (slot is { IsRunning: false }) slot.Dispose();
        _io?.Dispose();
        _waiter.Dispose();
    }

    /// <summary>Hands a note to the worker. May be called on any thread.</summary>
    internal void Post(AsyncSlot slot, Note note)
    {
        _queue.Enqueue((slot, note));
        _waiter.Wake();
    }

    /// <summary>
    /// Takes the end of an iteration that has waited. May be called on any thread. On the worker's thread the end takes effect at once,
    /// unless the iteration was cut or notes are still queued. In all other cases the end goes through the queue.
    /// </summary>
    internal void Ended(AsyncSlot slot, long endNanos)
    {
        if (IsCurrentThread && _phase is { } phase && !slot.IsCut && _queue.IsEmpty) End(slot, endNanos, phase);
        else Post(slot, new Note(NoteKind.Ended, A: endNanos));
    }

    private void End(AsyncSlot slot, long endNanos, WorkerPhase phase)
    {
        if (!ReferenceEquals(_slots[slot.VirtualUser], slot)) return; // the virtual user has been replaced
        _inFlight--;
        slot.End(endNanos, phase.Scheduler);
    }

    private AsyncSlot SlotOf(int virtualUser) =>
        _slots[virtualUser] ??= new AsyncSlot(this, virtualUser, _createUser(virtualUser), _context.Clock);

    /// <summary>Starts the iterations that are due. Between two starts it checks the queue, the cut and the signals.</summary>
    private long StartDue(WorkerPhase phase, long now)
    {
        var clock = _context.Clock;
        while (now < phase.CutNanos && !phase.Signals.IsAborting && phase.Scheduler.TryStart(now, out var start))
        {
            var slot = SlotOf(start.VirtualUser);
            var ended = slot.Start(start, now, phase.Recorder);
            now = clock.NowNanos;
            if (ended) slot.End(now, phase.Scheduler);
            else _inFlight++;
            if (_io is not null && ++_startsSinceLook >= StartsPerLook) Look(_io);
            if (!_queue.IsEmpty) TakeNotes(phase);
            if (phase.Scheduler.MayCut) Cut(phase, now);
        }

        return now;
    }

    private void Look(IWorkerIo io)
    {
        _startsSinceLook = 0;
        io.Handle();
    }

    private void TakeNotes(WorkerPhase phase)
    {
        while (_queue.TryDequeue(out var item))
        {
            if (item.Note.Kind == NoteKind.Ended) End(item.Slot, item.Note.A, phase);
            else if (ReferenceEquals(_slots[item.Slot.VirtualUser], item.Slot)) item.Slot.Apply(item.Note);
        }
    }

    private void Cut(WorkerPhase phase, long now)
    {
        while (phase.Scheduler.TryCut(now, out var virtualUser)) _slots[virtualUser]!.Cut(atEnd: false);
    }

    /// <summary>Cuts all iterations in flight, gives them one second to end, and replaces the users whose iterations have not ended.</summary>
    private void CutAll(WorkerPhase phase)
    {
        var atEnd = phase.CutsAtEnd;
        foreach (var slot in _slots)
            if (slot is { IsRunning: true }) slot.Cut(atEnd);
        var until = _context.Clock.NowNanos + ObeyNanos;
        TakeNotes(phase);
        while (_inFlight > 0 && _context.Clock.NowNanos < until)
        {
            _waiter.Wait(Math.Min(until, _context.Clock.NowNanos + MaxWaitNanos), isStart: false, phase.Activity);
            _io?.Handle();
            TakeNotes(phase);
        }

        for (var v = 0; v < _slots.Length && _inFlight > 0; v++)
        {
            if (_slots[v] is not { IsRunning: true }) continue;
            _slots[v] = null;
            phase.Scheduler.Complete(v);
            _inFlight--;
        }
    }
}
