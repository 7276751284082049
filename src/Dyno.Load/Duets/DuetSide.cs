namespace Dyno.Load;

/// <summary>One of the variants that run at the same time.</summary>
public sealed record DuetSide
{
    /// <summary>
    /// The load on the variant. Every scenario must accept any length (<see cref="ExecutorPlan.For"/>). The warm-up belongs to
    /// this variant alone and counts the seconds of the variant's own slices.
    /// </summary>
    public required TestPlan Plan { get; init; }

    /// <summary>
    /// The variant's probes and its record. The server's probe is read between slices. The signals must be those of the duet's plan;
    /// set-up, tear-down and thresholds are not used.
    /// </summary>
    public required RunnerOptions Options { get; init; }
}
