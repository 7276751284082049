using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// How iterations arrive. One record per executor, named and meant as in k6, each with its own pacer beside it. To add
/// an executor, add one file with the record and its pacer.
/// </summary>
public abstract record ExecutorPlan
{
    /// <summary>The name in files and results.</summary>
    public abstract string Name { get; }

    /// <summary>Closed or open.</summary>
    public abstract LoadModel Model { get; }

    /// <summary>Planned length, without graceful stop; the upper bound where iterations may end it earlier.</summary>
    public abstract TimeSpan Length { get; }

    /// <summary>The most virtual users over all workers.</summary>
    public abstract int MaxVirtualUsers { get; }

    /// <summary>
    /// Whether the work ends when a number of iterations is done, <see cref="Length"/> being only the upper bound.
    /// </summary>
    public bool EndsByIterations => IterationsIn(ExecutionSegment.Whole) is not null;

    /// <summary>How many iterations end the work of a segment; null where time decides.</summary>
    /// <param name="segment">The share of the work.</param>
    public virtual long? IterationsIn(ExecutionSegment segment) => null;

    /// <summary>The most starts per second that are due; 0 where users loop and no rate is asked for.</summary>
    public virtual double PeakRate => 0;

    /// <summary>The parameters as text with units, for the record.</summary>
    public abstract ImmutableSortedDictionary<string, string> Parameters { get; }

    /// <summary>The same kind of load for a warm-up of the given length.</summary>
    public abstract ExecutorPlan ForWarmUp(TimeSpan length);

    /// <summary>The load for another time; null where the length belongs to the load (stages, a number of iterations).</summary>
    public virtual ExecutorPlan? For(TimeSpan length) => null;

    /// <summary>The load at another rate; null where the load has no constant rate.</summary>
    /// <param name="perSecond">Starts per second.</param>
    public virtual ExecutorPlan? AtRate(double perSecond) => null;

    /// <summary>The pacers of the workers: the work of a segment striped over them without loss or overlap.</summary>
    /// <param name="segment">The share of the work.</param>
    /// <param name="workers">How many, at least 1.</param>
    /// <param name="seed">For random arrivals.</param>
    public abstract ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed);

    /// <summary>The pacers of the workers when all of the work is theirs.</summary>
    public ImmutableArray<Pacer> CreatePacers(int workers, long seed) =>
        CreatePacers(ExecutionSegment.Whole, workers, seed);

    /// <summary>Adds everything that is wrong with the parameters.</summary>
    public abstract void AddProblems(PlanProblems problems);

    /// <summary>Adds what is wrong with the share that a segment gets of valid parameters.</summary>
    public virtual void AddShareProblems(ExecutionSegment segment, PlanProblems problems)
    {
    }

    /// <summary>Which of the scenario's iterations, counted from 0, are a segment's.</summary>
    public virtual WorkStripe IterationsOf(ExecutionSegment segment)
    {
        ArgumentNullException.ThrowIfNull(segment);
        return segment.Stripe;
    }

    /// <summary>The most virtual users of a segment.</summary>
    internal int VirtualUsersIn(ExecutionSegment segment) => segment.Stripe.CountBelow(MaxVirtualUsers);

    private protected static ImmutableArray<Pacer> ForEach(int workers, Func<int, Pacer> create) =>
        [.. Enumerable.Range(0, workers).Select(create)];
}
