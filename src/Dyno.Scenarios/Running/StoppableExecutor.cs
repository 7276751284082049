namespace Dyno.Scenarios;

/// <summary>An executor that the scenario's code can end before its time; in everything else it behaves as the inner executor.</summary>
internal sealed record StoppableExecutor(ExecutorPlan Inner, StopFlag Stop) : ExecutorPlan
{
    public override string Name => Inner.Name;

    public override LoadModel Model => Inner.Model;

    public override TimeSpan Length => Inner.Length;

    public override int MaxVirtualUsers => Inner.MaxVirtualUsers;

    public override long? IterationsIn(ExecutionSegment segment) => Inner.IterationsIn(segment);

    public override ImmutableSortedDictionary<string, string> Parameters => Inner.Parameters;

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Inner = Inner.ForWarmUp(length) };

    public override ExecutorPlan? For(TimeSpan length) => Inner.For(length) is { } other ? this with { Inner = other } : null;

    public override ExecutorPlan? AtRate(double perSecond) => Inner.AtRate(perSecond) is { } other ? this with { Inner = other } : null;

    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed) =>
        [.. Inner.CreatePacers(segment, workers, seed).Select(Stoppable)];

    public override void AddProblems(PlanProblems problems) => Inner.AddProblems(problems);

    public override void AddShareProblems(ExecutionSegment segment, PlanProblems problems) => Inner.AddShareProblems(segment, problems);

    private Pacer Stoppable(Pacer inner) => inner is ArrivalPacer arrivals ? new Arrivals(arrivals, Stop) : new Loop((LoopPacer)inner, Stop);

    private sealed class Arrivals(ArrivalPacer inner, StopFlag stop) : ArrivalPacer
    {
        public override int PreAllocatedVirtualUsers => inner.PreAllocatedVirtualUsers;

        public override int MaxVirtualUsers => inner.MaxVirtualUsers;

        public override long EndNanos => inner.EndNanos;

        public override long NextDueNanos => stop.IsSet ? long.MaxValue : inner.NextDueNanos;

        public override void Advance() => inner.Advance();

        public override long LeftOver() => stop.IsSet ? 0 : inner.LeftOver();
    }

    private sealed class Loop(LoopPacer inner, StopFlag stop) : LoopPacer
    {
        public override int PreAllocatedVirtualUsers => inner.PreAllocatedVirtualUsers;

        public override int MaxVirtualUsers => inner.MaxVirtualUsers;

        public override long EndNanos => inner.EndNanos;

        public override long GracefulRampDownNanos => inner.GracefulRampDownNanos;

        public override bool HasIterations => !stop.IsSet && inner.HasIterations;

        public override int AllowedVirtualUsers(long nowNanos) => inner.AllowedVirtualUsers(nowNanos);

        public override long NextChangeNanos(long nowNanos) => inner.NextChangeNanos(nowNanos);

        public override bool TryTakeIteration(int virtualUser) => !stop.IsSet && inner.TryTakeIteration(virtualUser);

        public override long LeftOver() => stop.IsSet ? 0 : inner.LeftOver();
    }
}
