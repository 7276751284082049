namespace Dyno.Load;

/// <summary>
/// Spreads the first starts of a slice over the time of one iteration, as a load without pauses has them: users that all begin at once
/// meet in the queue of a server which answers each in the same time, again and again. Later starts are those of another pacer.
/// </summary>
/// <param name="pacer">The load.</param>
/// <param name="spreadNanos">Time until the last user has begun.</param>
/// <param name="phase">Place of this worker's users among those of the other workers, 0 to 1.</param>
internal sealed class StaggeredPacer(LoopPacer pacer, long spreadNanos, double phase) : LoopPacer
{
    public override int PreAllocatedVirtualUsers => pacer.PreAllocatedVirtualUsers;

    public override int MaxVirtualUsers => pacer.MaxVirtualUsers;

    public override long EndNanos => pacer.EndNanos;

    public override long GracefulRampDownNanos => pacer.GracefulRampDownNanos;

    public override bool HasIterations => pacer.HasIterations;

    public override int AllowedVirtualUsers(long nowNanos) => Math.Min(pacer.AllowedVirtualUsers(nowNanos), Begun(nowNanos));

    public override long NextChangeNanos(long nowNanos)
    {
        var begun = Begun(nowNanos);
        var next = begun < MaxVirtualUsers ? Math.Max(nowNanos + 1, (long)Math.Ceiling((begun + phase) * spreadNanos / MaxVirtualUsers)) : long.MaxValue;
        return Math.Min(pacer.NextChangeNanos(nowNanos), next);
    }

    public override bool TryTakeIteration(int virtualUser) => pacer.TryTakeIteration(virtualUser);

    // User n begins at (n + phase) ÷ users of the time.
    private int Begun(long nowNanos) =>
        nowNanos >= spreadNanos ? MaxVirtualUsers : Math.Max(0, (int)Math.Floor((double)nowNanos * MaxVirtualUsers / spreadNanos - phase) + 1);
}
