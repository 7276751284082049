namespace Dyno.Load;

/// <summary>
/// How iterations arrive. Each executor is one record with its own pacer beside it; an executor that k6 has too keeps its name and
/// meaning. To add an executor, add one file with the record and its pacer.
/// </summary>
public abstract record ExecutorPlan
{
    /// <summary>The name in files and results.</summary>
    public abstract string Name { get; }

    /// <summary>Closed or open.</summary>
    public abstract LoadModel Model { get; }

    /// <summary>Planned length, without graceful stop; the upper bound where iterations may end it earlier.</summary>
    public abstract TimeSpan Length { get; }

    /// <summary>Largest number of virtual users of all workers together.</summary>
    public abstract int MaxVirtualUsers { get; }

    /// <summary>Whether the work ends when a number of iterations is done, <see cref="Length"/> being only the upper bound.</summary>
    public bool EndsByIterations => IterationsIn(ExecutionSegment.Whole) is not null;

    /// <summary>Number of iterations that ends the work of a segment; null when time ends it.</summary>
    /// <param name="segment">The share of the work.</param>
    public virtual long? IterationsIn(ExecutionSegment segment) => null;

    /// <summary>Highest rate at which starts are due, per second; 0 when users loop without a rate.</summary>
    public virtual double PeakRate => 0;

    /// <summary>The parameters as text with units, for the record.</summary>
    public abstract ImmutableSortedDictionary<string, string> Parameters { get; }

    /// <summary>The same kind of load for a warm-up of the given length.</summary>
    public abstract ExecutorPlan ForWarmUp(TimeSpan length);

    /// <summary>The same load with another length; null when the length belongs to the load (stages, a number of iterations).</summary>
    public virtual ExecutorPlan? For(TimeSpan length) => null;

    /// <summary>The same load at another rate; null when the load has no constant rate.</summary>
    /// <param name="perSecond">Starts per second.</param>
    public virtual ExecutorPlan? AtRate(double perSecond) => null;

    /// <summary>Creates the pacers of the workers. The work of a segment is dealt to them without loss or overlap.</summary>
    /// <param name="segment">The share of the work.</param>
    /// <param name="workers">Number of workers, at least 1.</param>
    /// <param name="seed">Seed of random arrivals.</param>
    public abstract ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed);

    public ImmutableArray<Pacer> CreatePacers(int workers, long seed) =>
        CreatePacers(ExecutionSegment.Whole, workers, seed);

    /// <summary>Adds everything that is wrong with the parameters.</summary>
    public abstract void AddProblems(PlanProblems problems);

    /// <summary>Adds what is wrong with a segment's share, when the parameters themselves are valid.</summary>
    public virtual void AddShareProblems(ExecutionSegment segment, PlanProblems problems)
    {
    }

    /// <summary>The scenario's iterations, counted from 0, that belong to a segment.</summary>
    public virtual WorkStripe IterationsOf(ExecutionSegment segment) => segment.Stripe;

    /// <summary>Largest number of virtual users of a segment.</summary>
    internal int VirtualUsersIn(ExecutionSegment segment) => segment.Stripe.CountBelow(MaxVirtualUsers);

    private protected static ImmutableArray<Pacer> ForEach(int workers, Func<int, Pacer> create) =>
        [.. Enumerable.Range(0, workers).Select(create)];
}
