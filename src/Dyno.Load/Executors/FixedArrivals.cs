using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// <c>fixed-arrivals</c>: a number of starts at a constant rate; start <em>i</em> is due at i · timeUnit / rate, the
/// first at once.
/// </summary>
public sealed record FixedArrivals : ExecutorPlan
{
    /// <summary>Starts per <see cref="TimeUnit"/>, above 0.</summary>
    public required double Rate { get; init; }

    /// <summary>The time that <see cref="Rate"/> counts in. Default 1 s.</summary>
    public TimeSpan TimeUnit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Starts, at least 1.</summary>
    public required long Iterations { get; init; }

    /// <summary>Virtual users prepared before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users; starts beyond it are dropped.</summary>
    public required int MaxVirtualUserCount { get; init; }

    /// <inheritdoc/>
    public override string Name => "fixed-arrivals";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Open;

    /// <summary>Until the start after the last would be due.</summary>
    public override TimeSpan Length => TimeUnit * (Iterations / Rate);

    /// <inheritdoc/>
    public override int MaxVirtualUsers => MaxVirtualUserCount;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("iterations", Iterations.Text()), ("rate", Rate.Text()), ("timeUnit", TimeUnit.Text()),
        ("preAllocatedVUs", PreAllocatedVirtualUsers.Text()), ("maxVUs", MaxVirtualUserCount.Text()));

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => AtConstantRate(length);

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var endless = AtConstantRate(TimeSpan.FromDays(10_000));
        return ForEach(workers, w => new FixedArrivalsPacer(endless, this,
            ArrivalShare.Of(segment, w, workers, PreAllocatedVirtualUsers, MaxVirtualUserCount)));
    }

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireRate("rate", Rate);
        problems.RequireTimeUnit(TimeUnit);
        problems.RequireIterations("iterations", Iterations, 1);
        problems.RequireArrivalVirtualUsers(PreAllocatedVirtualUsers, MaxVirtualUserCount);
    }

    /// <inheritdoc/>
    public override void AddShareProblems(ExecutionSegment segment, PlanProblems problems) =>
        problems.RequireUsersForStarts(segment, MaxVirtualUserCount);

    private ConstantArrivalRate AtConstantRate(TimeSpan duration) => new()
    {
        Rate = Rate,
        TimeUnit = TimeUnit,
        Duration = duration,
        PreAllocatedVirtualUsers = PreAllocatedVirtualUsers,
        MaxVirtualUserCount = MaxVirtualUserCount,
    };
}

/// <summary>A constant rate that ends with a number of starts; the number decides, not the clock.</summary>
internal sealed class FixedArrivalsPacer : SharedArrivalPacer
{
    private readonly StartTimes _times;
    private readonly long _iterations;

    public FixedArrivalsPacer(ConstantArrivalRate rate, FixedArrivals plan, ArrivalShare share) : base(share, plan.Length.ToNanos())
    {
        _times = new StartTimes(rate);
        _iterations = plan.Iterations;
        First();
    }

    protected override long TimeOf(long number) => number < _iterations ? _times.Of(number) : long.MaxValue;
}
