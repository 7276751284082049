namespace Dyno.Load;

/// <summary>One start handed to a worker.</summary>
/// <param name="VirtualUser">Index of the virtual user that runs it, 0 to capacity − 1.</param>
/// <param name="IntendedNanos">When the iteration should have started, on the engine's clock.</param>
public readonly record struct IterationStart(int VirtualUser, long IntendedNanos);

/// <summary>
/// Decides for one worker which virtual user starts an iteration and when. This class handles pacing, free users, dropped starts and late
/// starts for every driver and both models. Used by one thread; no allocation after construction.
/// </summary>
public sealed class IterationScheduler
{
    private readonly ArrivalPacer? _arrivals;
    private readonly LoopSchedule? _loop;
    private readonly IdleRing _idle;
    private readonly Recorder _recorder;
    private readonly RunSignals _signals;
    private readonly long _startNanos;
    private int _prepared; // number of virtual users of an open model in use so far
    // The driver has looked for answers on behalf of all starts that were due up to this time.
    private long _lookedForNanos = -1;

    private enum Arrival
    {
        Starts,
        None, // no start is due
        NeedsLook, // a start is due and would be dropped, but the driver has not yet looked for answers on its behalf
    }

    /// <summary>Creates the scheduler of one phase.</summary>
    /// <param name="pacer">This worker's share of the executor.</param>
    /// <param name="recorder">Counts drops and lags.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <param name="startNanos">The scenario's start on the engine's clock.</param>
    public IterationScheduler(Pacer pacer, Recorder recorder, RunSignals signals, long startNanos)
    {
        Pacer = pacer;
        _idle = new IdleRing(pacer.MaxVirtualUsers);
        _recorder = recorder;
        _signals = signals;
        _startNanos = startNanos;
        _arrivals = pacer as ArrivalPacer;
        if (pacer is LoopPacer loop) _loop = new LoopSchedule(loop, _idle);
        else for (; _prepared < pacer.PreAllocatedVirtualUsers; _prepared++) _idle.Put(_prepared);
    }

    /// <summary>The pacing rule.</summary>
    public Pacer Pacer { get; }

    /// <summary>Virtual users in an iteration now.</summary>
    public int Active { get; private set; }

    /// <summary>Whether the model is open.</summary>
    public bool IsOpen => _arrivals is not null;

    /// <summary>Hands out the next due start that has a free virtual user. Counts the starts that are dropped.</summary>
    /// <param name="nowNanos">The engine's clock; never goes back.</param>
    /// <returns>False when nothing is to be started now.</returns>
    public bool TryStart(long nowNanos, out IterationStart start)
    {
        start = default;
        if (_signals.IsStopping) return false;
        return _arrivals is null ? TryStartLoop(nowNanos, out start) : TryStartArrival(nowNanos, long.MaxValue, out start) == Arrival.Starts;
    }

    /// <summary>
    /// <see cref="TryStart"/> for a driver that reads its answers on this thread. Before a start is dropped, the driver is asked once to
    /// look for answers that have arrived. A virtual user whose answer is still unread is not busy: only the generator is late.
    /// </summary>
    /// <param name="nowNanos">The engine's clock; never goes back.</param>
    /// <param name="mustLook">
    /// True when a start is due and no user is free. Then read the answers that have arrived, without waiting, and call again. The second
    /// call drops the start unless a user is free.
    /// </param>
    /// <returns>False when nothing is to be started now.</returns>
    public bool TryStartOrLook(long nowNanos, out IterationStart start, out bool mustLook)
    {
        (start, mustLook) = (default, false);
        if (_signals.IsStopping) return false;
        if (_arrivals is null) return TryStartLoop(nowNanos, out start);
        var arrival = TryStartArrival(nowNanos, _lookedForNanos, out start);
        mustLook = arrival == Arrival.NeedsLook;
        if (mustLook) _lookedForNanos = nowNanos - _startNanos;
        return arrival == Arrival.Starts;
    }

    /// <summary>Whether <see cref="TryCut"/> may ever return true.</summary>
    internal bool MayCut => _loop is { CanCut: true };

    /// <summary>Returns a virtual user whose iteration must be cut now because its graceful ramp-down is over.</summary>
    /// <param name="nowNanos">The engine's clock; never goes back.</param>
    /// <param name="virtualUser">
    /// The virtual user: end its iteration, record <see cref="Recorder.Interrupted"/>, then call <see cref="Complete"/>. Each user is
    /// returned once.
    /// </param>
    /// <returns>False when there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCut(long nowNanos, out int virtualUser)
    {
        if (_loop is not null && _loop.CanCut) return _loop.TryCut(nowNanos - _startNanos, out virtualUser);
        virtualUser = -1;
        return false;
    }

    /// <summary>Marks a virtual user as free after it has ended its iteration.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Complete(int virtualUser)
    {
        Active--;
        if (_loop is null) _idle.Put(virtualUser);
        else _loop.Complete(virtualUser);
    }

    /// <summary>When <see cref="TryStart"/> or <see cref="TryCut"/> may succeed next without a completion; <see cref="long.MaxValue"/> if never.</summary>
    public long NextStartNanos(long nowNanos)
    {
        if (!_signals.IsStopping && nowNanos < _startNanos && _arrivals is null) return _startNanos;
        var next = _arrivals is null
            ? _loop!.NextNanos(nowNanos - _startNanos, _signals.IsStopping)
            : _signals.IsStopping ? long.MaxValue : _arrivals.NextDueNanos;
        return next == long.MaxValue ? long.MaxValue : _startNanos + next;
    }

    /// <summary>When the scenario starts, on the engine's clock.</summary>
    public long StartNanos => _startNanos;

    /// <summary>Whether no iteration will ever start again.</summary>
    public bool IsFinished(long nowNanos)
    {
        if (_signals.IsStopping) return true;
        if (_arrivals is not null) return _arrivals.NextDueNanos == long.MaxValue;
        return nowNanos - _startNanos >= _loop!.Pacer.EndNanos || !_loop.Pacer.HasIterations;
    }

    /// <summary>
    /// Counts as dropped everything that can no longer start: starts that were due but never asked for, and iterations left over. Called
    /// once by the runner when the worker has ended.
    /// </summary>
    internal void DropRest(long nowNanos)
    {
        var relative = nowNanos - _startNanos;
        while (_arrivals is not null && _arrivals.NextDueNanos <= relative)
        {
            _arrivals.Advance();
            _recorder.Dropped(1);
        }
        _recorder.Dropped(Pacer.LeftOver());
    }

    private Arrival TryStartArrival(long nowNanos, long lookedForNanos, out IterationStart start)
    {
        start = default;
        while (true)
        {
            var due = _arrivals!.NextDueNanos;
            if (due == long.MaxValue || _startNanos + due > nowNanos) return Arrival.None;
            var isFree = TryTakeUser(out var virtualUser);
            if (!isFree && due > lookedForNanos) return Arrival.NeedsLook;
            _arrivals.Advance();
            if (!isFree) { _recorder.Dropped(1); continue; }
            start = new IterationStart(virtualUser, _startNanos + due);
            _recorder.Started(nowNanos - start.IntendedNanos, ++Active);
            return Arrival.Starts;
        }
    }

    /// <summary>
    /// Takes a free user that was used before, otherwise adds one more up to the maximum. Growing is immediate and
    /// costs no start (k6 loses the start that makes it grow, and grows by one at a time).
    /// </summary>
    private bool TryTakeUser(out int virtualUser)
    {
        virtualUser = -1;
        if (_idle.Count > 0) virtualUser = _idle.Take();
        else if (_prepared < Pacer.MaxVirtualUsers) virtualUser = _prepared++;
        return virtualUser >= 0;
    }

    private bool TryStartLoop(long nowNanos, out IterationStart start)
    {
        if (!_loop!.TryStart(nowNanos - _startNanos, out var virtualUser)) { start = default; return false; }
        start = new IterationStart(virtualUser, nowNanos);
        _recorder.Started(++Active);
        return true;
    }
}
