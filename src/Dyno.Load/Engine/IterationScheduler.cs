using System.Runtime.CompilerServices;

namespace Dyno.Load.Engine;

/// <summary>One start handed to a worker.</summary>
/// <param name="VirtualUser">Index of the virtual user that runs it, 0 to capacity − 1.</param>
/// <param name="IntendedNanos">When it should have started, on the engine's clock.</param>
public readonly record struct IterationStart(int VirtualUser, long IntendedNanos);

/// <summary>
/// Decides, for one worker, which virtual user starts an iteration and when: the one place where pacing, free users,
/// dropped and late starts come together, for every driver and both models. One thread; no allocation after construction.
/// </summary>
public sealed class IterationScheduler
{
    private readonly ArrivalPacer? _arrivals;
    private readonly LoopPacer? _loop;
    private readonly Recorder _recorder;
    private readonly RunSignals _signals;
    private readonly long _startNanos;
    private readonly int[] _idle;      // ring of free virtual users, first in first out, so that all get work
    private int _idleHead;
    private int _idleCount;

    /// <summary>Creates the scheduler of one phase.</summary>
    /// <param name="pacer">This worker's share of the executor.</param>
    /// <param name="recorder">Counts drops and lags.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <param name="startNanos">The scenario's start on the engine's clock.</param>
    public IterationScheduler(Pacer pacer, Recorder recorder, RunSignals signals, long startNanos)
    {
        ArgumentNullException.ThrowIfNull(pacer);
        Pacer = pacer;
        _arrivals = pacer as ArrivalPacer;
        _loop = pacer as LoopPacer;
        _recorder = recorder;
        _signals = signals;
        _startNanos = startNanos;
        _idle = new int[Math.Max(1, pacer.MaxVirtualUsers)];
        for (var i = 0; i < pacer.MaxVirtualUsers; i++) _idle[i] = i;
        _idleCount = pacer.MaxVirtualUsers;
    }

    /// <summary>The pacing rule.</summary>
    public Pacer Pacer { get; }

    /// <summary>Virtual users in an iteration now.</summary>
    public int Active { get; private set; }

    /// <summary>Whether the model is open.</summary>
    public bool IsOpen => _arrivals is not null;

    /// <summary>Hands out the next start that is due and has a free virtual user; counts those that are dropped.</summary>
    /// <param name="nowNanos">The engine's clock.</param>
    /// <param name="start">What to start.</param>
    /// <returns>False when nothing is to be started now.</returns>
    public bool TryStart(long nowNanos, out IterationStart start)
    {
        if (_signals.IsStopping) { start = default; return false; }
        return _arrivals is null ? TryStartLoop(nowNanos, out start) : TryStartArrival(nowNanos, out start);
    }

    /// <summary>The virtual user has ended its iteration and is free.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Complete(int virtualUser)
    {
        Active--;
        var tail = _idleHead + _idleCount++;
        if (tail >= _idle.Length) tail -= _idle.Length;
        _idle[tail] = virtualUser;
    }

    /// <summary>When <see cref="TryStart"/> may succeed next without a completion; <see cref="long.MaxValue"/> if never.</summary>
    public long NextStartNanos(long nowNanos)
    {
        if (_signals.IsStopping) return long.MaxValue;
        var relative = nowNanos - _startNanos;
        if (relative < 0) return _startNanos;
        if (_arrivals is not null)
            return _arrivals.NextDueNanos == long.MaxValue ? long.MaxValue : _startNanos + _arrivals.NextDueNanos;
        var change = _loop!.NextChangeNanos(relative);
        return change == long.MaxValue ? long.MaxValue : _startNanos + change;
    }

    /// <summary>Whether no iteration will ever start again.</summary>
    public bool IsFinished(long nowNanos)
    {
        if (_signals.IsStopping) return true;
        if (_arrivals is not null) return _arrivals.NextDueNanos == long.MaxValue;
        return nowNanos - _startNanos >= _loop!.EndNanos || !_loop.HasIterations;
    }

    private bool TryStartArrival(long nowNanos, out IterationStart start)
    {
        while (true)
        {
            var due = _arrivals!.NextDueNanos;
            if (due == long.MaxValue || _startNanos + due > nowNanos) { start = default; return false; }
            _arrivals.Advance();
            if (_idleCount == 0) { _recorder.Dropped(1); continue; }
            start = new IterationStart(TakeIdle(), _startNanos + due);
            _recorder.Started(nowNanos - start.IntendedNanos, Active);
            return true;
        }
    }

    private bool TryStartLoop(long nowNanos, out IterationStart start)
    {
        start = default;
        var relative = nowNanos - _startNanos;
        if (relative < 0 || relative >= _loop!.EndNanos) return false;
        while (_idleCount > 0 && Active < _loop.AllowedVirtualUsers(relative))
        {
            var virtualUser = TakeIdle();
            if (!_loop.TryTakeIteration(virtualUser)) { Active--; continue; } // it has none left: never free again
            start = new IterationStart(virtualUser, nowNanos);
            _recorder.Started(Active);
            return true;
        }
        return false;
    }

    private int TakeIdle()
    {
        var virtualUser = _idle[_idleHead];
        if (++_idleHead == _idle.Length) _idleHead = 0;
        _idleCount--;
        Active++;
        return virtualUser;
    }
}
