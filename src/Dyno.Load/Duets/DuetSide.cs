using Dyno.Load.Plans;
using Dyno.Load.Running;

namespace Dyno.Load.Duets;

/// <summary>One of the variants that are up at the same time.</summary>
public sealed record DuetSide
{
    /// <summary>
    /// The load on it; every scenario takes any length (<see cref="Executors.ExecutorPlan.For"/>). Its warm-up is this variant's alone, in
    /// seconds of its own slices.
    /// </summary>
    public required TestPlan Plan { get; init; }

    /// <summary>
    /// The variant's probes, of which the server's is read between slices, and its record. Signals are the duet's; set-up, tear-down and
    /// thresholds are not used.
    /// </summary>
    public required RunnerOptions Options { get; init; }
}
