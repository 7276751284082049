namespace Dyno.Load;

/// <summary>
/// The closed model's part of the scheduler. Virtual user <em>v</em> loops while <em>v</em> is below the allowed number. A user that is no
/// longer allowed ends its iteration (cut when its graceful ramp-down is over) and rests until it is allowed again. A user that is allowed
/// again before its iteration has ended simply continues. Used by one thread; no allocation after construction. The cost of a change of
/// the allowed number depends on the size of the change and not on the number of users.
/// </summary>
internal sealed class LoopSchedule
{
    private readonly IdleRing _idle;
    private readonly State[] _states;
    private readonly long[] _cutAt; // per virtual user; meaningful while it is active and not allowed
    private int _allowed;
    private int _cutTop;            // no active virtual user at or above this waits for its cut
    private long _nextChange;

    public LoopSchedule(LoopPacer pacer, IdleRing idle)
    {
        Pacer = pacer;
        _idle = idle;
        _states = new State[pacer.MaxVirtualUsers];
        CanCut = pacer.GracefulRampDownNanos != long.MaxValue;
        _cutAt = CanCut ? new long[pacer.MaxVirtualUsers] : [];
        Allow(pacer.AllowedVirtualUsers(0), 0);
        _nextChange = pacer.NextChangeNanos(0);
    }

    private enum State : byte
    {
        Resting,
        Waiting,
        Active,
        Cut,
        Spent,
    }

    public LoopPacer Pacer { get; }

    /// <summary>Whether iterations can be cut by a ramp-down at all.</summary>
    public bool CanCut { get; }

    public bool TryStart(long relative, out int virtualUser)
    {
        virtualUser = -1;
        if (relative < 0 || relative >= Pacer.EndNanos) return false;
        if (relative >= _nextChange) Follow(relative);
        while (_idle.Count > 0)
        {
            virtualUser = _idle.Take();
            if (virtualUser >= _allowed) { _states[virtualUser] = State.Resting; continue; }
            if (!Pacer.TryTakeIteration(virtualUser)) { _states[virtualUser] = State.Spent; continue; }
            _states[virtualUser] = State.Active;
            return true;
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Complete(int virtualUser)
    {
        if (virtualUser >= _allowed) { _states[virtualUser] = State.Resting; return; }
        _states[virtualUser] = State.Waiting;
        _idle.Put(virtualUser);
    }

    public bool TryCut(long relative, out int virtualUser)
    {
        if (relative >= _nextChange) Follow(relative);
        virtualUser = NextToCut();
        if (virtualUser < 0 || _cutAt[virtualUser] > relative) return false;
        _states[virtualUser] = State.Cut;
        return true;
    }

    public long NextNanos(long relative, bool stopping)
    {
        if (relative >= _nextChange) Follow(relative);
        var change = stopping || _nextChange >= Pacer.EndNanos ? long.MaxValue : _nextChange;
        var cut = NextToCut();
        return cut < 0 ? change : Math.Min(change, _cutAt[cut]);
    }

    /// <summary>
    /// The active user whose cut is due next; −1 when there is none. The highest user leaves first and returns last, so the highest of the
    /// users to be cut is due first.
    /// </summary>
    private int NextToCut()
    {
        if (!CanCut) return -1;
        while (_cutTop > _allowed && _states[_cutTop - 1] != State.Active) _cutTop--;
        return _cutTop > _allowed ? _cutTop - 1 : -1;
    }

    /// <summary>Applies every change up to now at its own time, so that the times of the cuts are exact.</summary>
    private void Follow(long relative)
    {
        while (_nextChange <= relative)
        {
            var at = _nextChange;
            Allow(Pacer.AllowedVirtualUsers(at), at);
            _nextChange = Pacer.NextChangeNanos(at);
        }
    }

    private void Allow(int allowed, long at)
    {
        for (var v = _allowed; v < allowed; v++)
        {
            if (_states[v] != State.Resting) continue;
            _states[v] = State.Waiting;
            _idle.Put(v);
        }
        for (var v = allowed; CanCut && v < _allowed; v++) _cutAt[v] = at + Pacer.GracefulRampDownNanos;
        _cutTop = Math.Max(_cutTop, _allowed);
        _allowed = allowed;
    }
}
