using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// How iterations arrive. One record per executor, named and meant as in k6, each with its own pacer beside it. To add an
/// executor, add one file with the record and its pacer.
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

    /// <summary>The parameters as text with units, for the record.</summary>
    public abstract ImmutableSortedDictionary<string, string> Parameters { get; }

    /// <summary>The same kind of load for a warm-up of the given length.</summary>
    public abstract ExecutorPlan ForWarmUp(TimeSpan length);

    /// <summary>The pacers of the workers: the work striped over them without loss or overlap.</summary>
    /// <param name="workers">How many, at least 1.</param>
    /// <param name="seed">For random arrivals.</param>
    public abstract ImmutableArray<Pacer> CreatePacers(int workers, long seed);
}
