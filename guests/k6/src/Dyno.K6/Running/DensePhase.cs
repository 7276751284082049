namespace Dyno.K6;

/// <summary>A worker's phase that a loop drives: which user stands at which place of the scheduler. Used by the loop's thread.</summary>
internal sealed class DensePhase
{
    private const int StartsPerTurn = 256;               // after so many, users whose wait is over get their turn
    private const long ObeyNanos = 9_000_000_000;        // less than the time after which the runner gives a worker up
    private readonly DenseLoop _loop;
    private readonly DenseUsers _pool;
    private readonly WorkerPhase _phase;
    private readonly DenseUser?[] _users; // indexed by the place in the scheduler
    private readonly Stack<DenseUser> _idle = new();
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _inFlight;
    private long _cutSinceNanos = long.MaxValue;

    public DensePhase(DenseLoop loop, DenseUsers users, WorkerPhase phase, ScenarioActivation activation, SampleLane lane, int places)
    {
        (_loop, _pool, _phase, Activation) = (loop, users, phase, activation);
        Recording = new SampleTarget(lane, phase.Recorder) { Gate = new object() };
        _users = new DenseUser?[places];
    }

    public ScenarioActivation Activation { get; }

    public SampleTarget Recording { get; }

    public WorkerActivity Activity => _phase.Activity;

    public long CutNanos => _phase.CutNanos;

    /// <summary>Completes when nothing is in flight and nothing will start.</summary>
    public Task Over => _over.Task;

    public bool IsOver { get; private set; }

    private bool MustEnd(long now) => now >= _phase.CutNanos || _phase.Signals.IsAborting;

    public long NextStartNanos(long now) => _cutSinceNanos < long.MaxValue ? now + 1_000_000 : _phase.Scheduler.NextStartNanos(now);

    /// <summary>Cuts and starts what is due. True when more may be due as soon as the loop has looked for answers.</summary>
    public bool Turn()
    {
        var clock = _loop.Clock;
        CutDue();
        for (var n = 0; n < StartsPerTurn && !_loop.Machine.MustLeave; n++)
        {
            var now = clock.NowNanos;
            var mustLook = false;
            if (MustEnd(now) || !_phase.Scheduler.TryStartOrLook(now, out var start, out mustLook)) { Finish(now); return mustLook; }
            Launch(start);
        }
        return true;
    }

    /// <summary>Cuts the iterations whose time is over; also called while a script runs.</summary>
    public void CutDue()
    {
        var now = _loop.Clock.NowNanos;
        while (_phase.Scheduler.TryCut(now, out var place)) _users[place]?.Cut(atEnd: false);
        if (!MustEnd(now) || _cutSinceNanos < long.MaxValue) return;
        _cutSinceNanos = now;
        var atEnd = _phase.CutsAtEnd;
        foreach (var user in _users) user?.Cut(atEnd);
    }

    /// <summary>An iteration has ended: counts it.</summary>
    public void Ended(ScriptUser user, IterationStart start, long beganNanos, long endedNanos, bool completed)
    {
        var recorder = _phase.Recorder;
        Recording.Lane.Take(user.Scope.Samples, recorder, endedNanos);
        if (completed)
        {
            Recording.Lane.TakeIteration(beganNanos, endedNanos, user.IterationTags);
            recorder.IterationEnded(start.VirtualUser, start.IntendedNanos, beganNanos, endedNanos, _phase.Scheduler.Active - 1);
            if (user.HasThrown) recorder.Threw();
        }
        else recorder.Interrupted(user.Scope.IsCutAtEnd);
    }

    /// <summary>Takes back a user that can begin another iteration.</summary>
    public void Free(DenseUser user, int place)
    {
        _inFlight--;
        if (_phase.Scheduler.IsOpen)
        {
            _users[place] = null;
            _idle.Push(user);
        }
        _phase.Scheduler.Complete(place);
    }

    /// <summary>Ends the phase with the exception that stopped the loop.</summary>
    public void Fail(Exception why) => _over.TrySetException(why);

    /// <summary>Gives the users back and ends the phase. Users that have not obeyed the cut are left behind.</summary>
    public void End()
    {
        foreach (var user in _users) if (user is { IsIdle: true }) _pool.GiveBack(user);
        foreach (var user in _idle) _pool.GiveBack(user);
        _over.TrySetResult();
    }

    private void Launch(IterationStart start)
    {
        var user = _users[start.VirtualUser] ??= _idle.TryPop(out var idle) ? idle : _pool.Rent();
        _inFlight++;
        user.Launch(this, start);
    }

    private void Finish(long now)
    {
        if (_inFlight == 0) IsOver = _phase.Scheduler.IsFinished(now) || MustEnd(now);
        else if (_cutSinceNanos < long.MaxValue && now - _cutSinceNanos > ObeyNanos) GiveUp();
    }

    private void GiveUp()
    {
        IsOver = true;
        _pool.Run.WarnOfUnended([.. _users.OfType<DenseUser>().Where(user => !user.IsIdle)]);
    }
}
