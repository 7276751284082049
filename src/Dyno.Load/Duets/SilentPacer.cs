namespace Dyno.Load;

/// <summary>Starts nothing. Used for a phase that only reopens connections.</summary>
internal sealed class SilentPacer : LoopPacer
{
    public override int PreAllocatedVirtualUsers => 0;

    public override int MaxVirtualUsers => 0;

    public override long EndNanos => 0;

    public override bool HasIterations => false;

    public override int AllowedVirtualUsers(long nowNanos) => 0;

    public override long NextChangeNanos(long nowNanos) => long.MaxValue;

    public override bool TryTakeIteration(int virtualUser) => false;
}
