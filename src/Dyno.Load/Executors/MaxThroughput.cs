namespace Dyno.Load;

/// <summary>
/// <c>max-throughput</c>: a fixed number of connections for a fixed time, as in wrk and hey. Each connection sends its next request as
/// soon as it has the answer to the last. Paced as <see cref="ConstantVus"/>; the name says what is measured.
/// </summary>
public sealed record MaxThroughput : LoopExecutorPlan
{
    /// <summary>Connections, each a virtual user, at least 1.</summary>
    public required int Connections { get; init; }

    /// <summary>Time during which new requests start, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    public override string Name => "max-throughput";

    public override TimeSpan Length => Duration;

    public override int MaxVirtualUsers => Connections;

    public override ImmutableSortedDictionary<string, string> Parameters =>
        ParameterText.Of(("connections", Connections.Text()), ("duration", Duration.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    public override ExecutorPlan For(TimeSpan length) => this with { Duration = length };

    private protected override Func<int, Pacer> PacerFactory(ExecutionSegment segment) =>
        users => new ConstantVusPacer(users, Duration);

    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("connections", Connections);
        problems.RequireDuration("duration", Duration);
    }
}
