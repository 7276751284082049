namespace Dyno.K6;

/// <summary>One virtual user of a loop and its iteration. Used by the loop's thread, except for what wakes the user.</summary>
internal sealed class DenseUser : IDisposable
{
    private readonly DenseLoop _loop;
    private readonly ScriptRun _run;
    private DensePhase? _phase;
    private IterationStart _start;
    private long _beganNanos;
    private State _state;
    private bool _hasEnded;

    public DenseUser(DenseLoop loop, ScriptRun run, int id)
    {
        (_loop, _run) = (loop, run);
        User = new ScriptUser(run, id, loop.Machine);
        User.Continue = Continue;
        User.Signalled = () => _loop.Post(static u => ((DenseUser)u!).Signalled(), this);
    }

    private enum State
    {
        Idle,
        Running, // the script runs
        Waiting, // the script waits for an operation
        Sleeping, // the script waits until a time
        Pending, // the function has returned; timers and operations continue
        Ending, // the iteration was cut during an operation, and the end of the operation is awaited
        Resting, // the iteration is over and counted; its minimum duration is not over
    }

    public ScriptUser User { get; }

    public bool IsIdle => _state == State.Idle;

    /// <summary>Changes whenever the user continues, so that an older wake-up has no effect.</summary>
    public long Version { get; private set; }

    /// <summary>Starts an iteration and runs it until it waits.</summary>
    public void Launch(DensePhase phase, IterationStart start)
    {
        (_phase, _start, _hasEnded) = (phase, start, false);
        try
        {
            User.Recording = phase.Recording;
            User.Activate(phase.Activation);
        }
        catch (ScriptException e)
        {
            _run.Errors.Report(e);
        }
        _beganNanos = _loop.Clock.NowNanos;
        _state = State.Running;
        _run.Progress.UserJoined();
        Take(User.BeginIteration(start.IntendedNanos));
    }

    /// <summary>Lets the script continue where it waits.</summary>
    public void Go()
    {
        Version++;
        var state = _state;
        if (state is State.Waiting or State.Sleeping or State.Pending) _state = State.Running;
        switch (state)
        {
            case State.Waiting or State.Sleeping: Take(User.Resume()); break;
            case State.Pending: Take(User.Pump()); break;
            case State.Ending: User.Forget(); End(completed: false); break;
            case State.Resting: Rest(); break;
        }
    }

    /// <summary>Ends the iteration as soon as that is possible.</summary>
    /// <param name="atEnd">As <see cref="IterationScope.Cut"/> takes it.</param>
    public void Cut(bool atEnd)
    {
        if (_state is State.Idle or State.Ending) return;
        if (_state == State.Running) { User.Cut(atEnd); return; } // the engine asks soon whether it must end
        if (_state == State.Resting) { Version++; Rest(); return; }
        if (_state == State.Waiting)
        {
            _state = State.Ending; // the cut may end the operation at once
            User.Cut(atEnd);
            return;
        }
        User.Cut(atEnd);
        Version++;
        User.Forget();
        End(completed: false);
    }

    public void Dispose() => User.Dispose();

    public override string ToString() => $"number {User.Id}, {_state.ToString().ToLowerInvariant()}";

    private void Take(IterationStep step)
    {
        switch (step)
        {
            case IterationStep.Suspended when User.WakeNanos > 0: WaitAs(State.Sleeping, User.WakeNanos); break;
            case IterationStep.Suspended:
                _state = State.Waiting;
                if (_hasEnded) Continue();
                break;
            case IterationStep.Pending: WaitAs(State.Pending, User.HasEnded ? 0 : User.NextTimerNanos); break;
            default: End(step == IterationStep.Completed); break;
        }
    }

    /// <summary>Called when the operation has ended for which the script waits, or is about to wait.</summary>
    private void Continue()
    {
        _hasEnded = _state == State.Running;
        if (_state is State.Waiting or State.Ending) _loop.Ready(this);
    }

    private void WaitAs(State state, long untilNanos)
    {
        _state = state;
        if (untilNanos < long.MaxValue) _loop.WakeAt(this, untilNanos);
    }

    private void Signalled()
    {
        if (_state == State.Pending && User.HasEnded) Go();
    }

    private void End(bool completed)
    {
        var ended = _loop.Clock.NowNanos;
        _run.Progress.IterationEnded(completed);
        _phase!.Ended(User, _start, _beganNanos, ended, completed);
        var rest = (long)(_phase.Activation.MinIterationDuration.TotalMilliseconds * 1e6) - (ended - _beganNanos);
        if (completed && rest > 0) WaitAs(State.Resting, ended + rest);
        else Rest();
    }

    private void Rest()
    {
        _state = State.Idle;
        _run.Progress.UserLeft();
        _phase!.Free(this, _start.VirtualUser);
    }
}
