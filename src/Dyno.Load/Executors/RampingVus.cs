namespace Dyno.Load;

/// <summary>One stage of <see cref="RampingVus"/>.</summary>
/// <param name="Duration">Time to reach the target; zero for a jump.</param>
/// <param name="Target">Virtual users at the end of the stage.</param>
public readonly record struct VirtualUserStage(TimeSpan Duration, int Target);

/// <summary>
/// <c>ramping-vus</c>: the number of virtual users follows straight lines, one user at a time, each step at its exact
/// moment. On the way down the user that came last leaves first; it may end its iteration within
/// <see cref="GracefulRampDown"/>.
/// </summary>
public sealed record RampingVus : ExecutorPlan
{
    /// <summary>Virtual users at the start. Default 1.</summary>
    public int StartVirtualUsers { get; init; } = 1;

    /// <summary>The stages, at least one. At least one target or the start is above 0.</summary>
    public required ImmutableArray<VirtualUserStage> Stages { get; init; }

    /// <summary>How long an iteration may continue after its user was taken out. Default 30 s.</summary>
    public TimeSpan GracefulRampDown { get; init; } = TimeSpan.FromSeconds(30);

    public override string Name => "ramping-vus";

    public override LoadModel Model => LoadModel.Closed;

    public override TimeSpan Length => Stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + stage.Duration);

    public override int MaxVirtualUsers => Stages.Select(s => s.Target).Append(StartVirtualUsers).Max();

    public override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("gracefulRampDown", GracefulRampDown.Text()), ("startVUs", StartVirtualUsers.Text()),
        ("stages", string.Join(',', Stages.Select(s => $"{s.Duration.Text()}:{s.Target}"))));

    /// <summary>Warms up with as many users as the ramp begins with, or the first target above 0.</summary>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => new ConstantVus
    {
        VirtualUsers = Stages.Select(s => s.Target).Prepend(StartVirtualUsers).First(users => users > 0),
        Duration = length,
    };

    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var ramp = new VirtualUserRamp(StartVirtualUsers, Stages);
        return ForEach(workers, w => new RampingVusPacer(this, ramp, segment.Stripe.Part(w, workers)));
    }

    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("startVUs", StartVirtualUsers, 0);
        problems.RequireStages(Stages, s => s.Duration);
        for (var i = 0; i < Stages.Length; i++) problems.RequireVirtualUsers($"stages[{i}].target", Stages[i].Target, 0);
        problems.RequireNotNegative("gracefulRampDown", GracefulRampDown);
        problems.Require(MaxVirtualUsers > 0, "stages", "", "no stage has a virtual user: give at least one stage a target above 0");
    }
}

/// <summary>
/// The planned number of virtual users over time. Within a stage the number is the start plus the whole steps of the
/// straight line so far, so that the target is reached exactly at the end. Integer arithmetic: nothing drifts.
/// </summary>
internal sealed class VirtualUserRamp(int start, ImmutableArray<VirtualUserStage> stages)
{
    public int At(long nanos)
    {
        var (from, begin) = (start, 0L);
        foreach (var stage in stages)
        {
            var duration = stage.Duration.ToNanos();
            if (nanos < begin + duration) return from + StepsAt(nanos - begin, stage.Target - from, duration);
            from = stage.Target;
            begin += duration;
        }

        return from;
    }

    /// <summary>
    /// The next moment after <paramref name="nanos"/> at which the number may change; <see cref="long.MaxValue"/> after the last stage.
    /// </summary>
    public long NextChange(long nanos)
    {
        var (from, begin) = (start, 0L);
        foreach (var stage in stages)
        {
            var (duration, way) = (stage.Duration.ToNanos(), stage.Target - from);
            if (nanos < begin + duration) return begin + TimeOfNext(StepsAt(nanos - begin, way, duration), way, duration);
            from = stage.Target;
            begin += duration;
        }

        return long.MaxValue;
    }

    private static int StepsAt(long into, int way, long duration) => (int)((Int128)way * into / duration);

    private static long TimeOfNext(int steps, int way, long duration)
    {
        if (way == 0) return duration;
        var next = (Int128)(Math.Abs(steps) + 1) * duration;
        return (long)((next + Math.Abs(way) - 1) / Math.Abs(way)); // the first whole nanosecond at which the step is done
    }
}

internal sealed class RampingVusPacer(RampingVus plan, VirtualUserRamp ramp, WorkStripe stripe) : LoopPacer
{
    public override int PreAllocatedVirtualUsers => MaxVirtualUsers;

    public override int MaxVirtualUsers { get; } = stripe.CountBelow(plan.MaxVirtualUsers);

    public override long EndNanos { get; } = plan.Length.ToNanos();

    public override bool HasIterations => true;

    public override long GracefulRampDownNanos { get; } = plan.GracefulRampDown.ToNanos();

    public override int AllowedVirtualUsers(long nowNanos) => stripe.CountBelow(ramp.At(nowNanos));

    public override long NextChangeNanos(long nowNanos) => ramp.NextChange(nowNanos);

    public override bool TryTakeIteration(int virtualUser) => true;
}
