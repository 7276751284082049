namespace Dyno.Load;

/// <summary>
/// Begins a slice as a load without pauses is found at any moment: each user at a random time within one iteration.
/// Users that all begin at once meet in the queue of a server which answers each in the same time, again and again; users at even
/// distances never meet, and keep step with the ticks of a timer. Later starts are those of another pacer.
/// </summary>
internal sealed class StaggeredPacer : LoopPacer
{
    private readonly LoopPacer _pacer;
    private readonly long[] _begins; // of each user, ascending

    /// <summary>Draws the begins.</summary>
    /// <param name="pacer">The load.</param>
    /// <param name="spreadNanos">Time until the last user has begun.</param>
    public StaggeredPacer(LoopPacer pacer, long spreadNanos, long seed)
    {
        _pacer = pacer;
        _begins = new long[pacer.MaxVirtualUsers];
        var random = new SplitMix64(seed);
        for (var user = 0; user < _begins.Length; user++) _begins[user] = (long)((random.Next() >> 11) * (1.0 / (1UL << 53)) * spreadNanos);
        Array.Sort(_begins);
    }

    public override int PreAllocatedVirtualUsers => _pacer.PreAllocatedVirtualUsers;

    public override int MaxVirtualUsers => _pacer.MaxVirtualUsers;

    public override long EndNanos => _pacer.EndNanos;

    public override long GracefulRampDownNanos => _pacer.GracefulRampDownNanos;

    public override bool HasIterations => _pacer.HasIterations;

    public override int AllowedVirtualUsers(long nowNanos) => Math.Min(_pacer.AllowedVirtualUsers(nowNanos), Begun(nowNanos));

    public override long NextChangeNanos(long nowNanos) => Begun(nowNanos) is var begun && begun < _begins.Length
        ? Math.Min(_pacer.NextChangeNanos(nowNanos), _begins[begun])
        : _pacer.NextChangeNanos(nowNanos);

    public override bool TryTakeIteration(int virtualUser) => _pacer.TryTakeIteration(virtualUser);

    private int Begun(long nowNanos) => Array.BinarySearch(_begins, nowNanos + 1) is var at && at < 0 ? ~at : at;
}
