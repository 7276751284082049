namespace Dyno.Load;

/// <summary><c>constant-vus</c>: a fixed number of virtual users loop for a fixed time.</summary>
public sealed record ConstantVus : LoopExecutorPlan
{
    /// <summary>Virtual users, at least 1.</summary>
    public required int VirtualUsers { get; init; }

    /// <summary>Time during which new iterations start, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    public override string Name => "constant-vus";

    public override TimeSpan Length => Duration;

    public override int MaxVirtualUsers => VirtualUsers;

    public override ImmutableSortedDictionary<string, string> Parameters =>
        ParameterText.Of(("duration", Duration.Text()), ("vus", VirtualUsers.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    public override ExecutorPlan For(TimeSpan length) => this with { Duration = length };

    private protected override Func<int, Pacer> PacerFactory(ExecutionSegment segment) =>
        users => new ConstantVusPacer(users, Duration);

    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireDuration("duration", Duration);
    }
}

/// <summary>All virtual users run all the time, without a limit of iterations.</summary>
internal sealed class ConstantVusPacer(int virtualUsers, TimeSpan duration) : FixedUsersPacer(virtualUsers, duration)
{
    public override bool HasIterations => true;

    public override bool TryTakeIteration(int virtualUser) => true;
}
