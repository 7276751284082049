namespace Dyno.Load;

/// <summary>
/// <c>externally-controlled</c> (k6 before 2.0): virtual users loop. During the run a controller outside of the load decides how many
/// users loop and whether they pause.
/// </summary>
public sealed record ExternallyControlled : ExecutorPlan
{
    private static readonly TimeSpan Endless = TimeSpan.FromDays(3650);

    /// <summary>Virtual users at the beginning, 0 or more.</summary>
    public required int VirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users, at least 1.</summary>
    public required int MaxVirtualUserCount { get; init; }

    /// <summary>Time during which new iterations start; zero: until the run is stopped.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Holds what the outside controller wants.</summary>
    public required UserControl Control { get; init; }

    public override string Name => "externally-controlled";

    public override LoadModel Model => LoadModel.Closed;

    public override TimeSpan Length => Duration == TimeSpan.Zero ? Endless : Duration;

    public override int MaxVirtualUsers => MaxVirtualUserCount;

    public override ImmutableSortedDictionary<string, string> Parameters =>
        ParameterText.Of(("duration", Duration.Text()), ("vus", VirtualUsers.Text()), ("maxVUs", MaxVirtualUserCount.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed) =>
        ForEach(workers, w => new ExternallyControlledPacer(
            count => segment.Stripe.Part(w, workers).CountBelow(count), MaxVirtualUserCount, Length, Control));

    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("maxVUs", MaxVirtualUserCount);
        if (Duration > TimeSpan.Zero) problems.RequireDuration("duration", Duration);
    }
}

/// <summary>Holds how many virtual users of an <see cref="ExternallyControlled"/> scenario are wanted. Thread-safe.</summary>
/// <param name="most">Upper bound of virtual users.</param>
/// <param name="first">Virtual users at the beginning.</param>
public sealed class UserControl(int most, int first)
{
    private int _wanted = first;
    private volatile bool _isPaused;

    /// <summary>Upper bound of virtual users.</summary>
    public int Most => most;

    /// <summary>Number of virtual users wanted, from 0 to <see cref="Most"/>.</summary>
    public int Wanted
    {
        get => Volatile.Read(ref _wanted);
        set => Volatile.Write(ref _wanted, Math.Clamp(value, 0, most));
    }

    /// <summary>Whether no new iteration starts; running ones end.</summary>
    public bool IsPaused
    {
        get => _isPaused;
        set => _isPaused = value;
    }

    /// <summary>Number of virtual users that may run now.</summary>
    internal int Allowed => _isPaused ? 0 : Wanted;
}

/// <summary>Reads the wanted number of virtual users ten times a second.</summary>
internal sealed class ExternallyControlledPacer(Func<int, int> shareOf, int most, TimeSpan duration, UserControl control) : LoopPacer
{
    private const long LookNanos = 100_000_000;

    public override int PreAllocatedVirtualUsers { get; } = shareOf(most);

    public override int MaxVirtualUsers => PreAllocatedVirtualUsers;

    public override long EndNanos { get; } = duration.ToNanos();

    public override bool HasIterations => true;

    public override int AllowedVirtualUsers(long nowNanos) => shareOf(control.Allowed);

    public override long NextChangeNanos(long nowNanos) => nowNanos + LookNanos;

    public override bool TryTakeIteration(int virtualUser) => true;
}
