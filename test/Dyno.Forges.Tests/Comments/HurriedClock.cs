namespace Dyno.Forges.Tests;

/// <summary>A clock that jumps to the end of each wait, and remembers the waits.</summary>
internal sealed class HurriedClock : TimeProvider
{
    private readonly List<TimeSpan> _waits = [];
    private DateTimeOffset _now = new(2026, 11, 27, 12, 0, 0, TimeSpan.Zero);

    public IReadOnlyList<TimeSpan> Waits => _waits;

    public override DateTimeOffset GetUtcNow() => _now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        _waits.Add(dueTime);
        _now += dueTime;
        return System.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
