namespace Dyno.Load;

/// <summary>
/// <c>per-vu-iterations</c>: each virtual user runs the same number of iterations; what is left at
/// <see cref="IterationExecutorPlan.MaxDuration"/> is dropped.
/// </summary>
public sealed record PerVuIterations : IterationExecutorPlan
{
    public override string Name => "per-vu-iterations";

    public override long? IterationsIn(ExecutionSegment segment) => VirtualUsersIn(segment) * Iterations;

    private protected override Func<int, Pacer> PacerFactory(ExecutionSegment segment) =>
        users => new PerVuIterationsPacer(users, Iterations, MaxDuration);
}

internal sealed class PerVuIterationsPacer : FixedUsersPacer
{
    private readonly long[] _leftOf;
    private long _left;

    public PerVuIterationsPacer(int virtualUsers, long iterations, TimeSpan maxDuration) : base(virtualUsers, maxDuration)
    {
        _leftOf = new long[virtualUsers];
        Array.Fill(_leftOf, iterations);
        _left = virtualUsers * iterations;
    }

    public override bool HasIterations => _left > 0;

    public override bool TryTakeIteration(int virtualUser)
    {
        if (_leftOf[virtualUser] == 0) return false;
        _leftOf[virtualUser]--;
        _left--;
        return true;
    }

    public override long LeftOver() => _left;
}
