namespace Dyno.Reporting;

/// <summary>The starts that a run's open scenarios planned, and those of them for which no virtual user was free.</summary>
/// <param name="Planned">The number of planned starts, including dropped ones.</param>
internal sealed record OpenStarts(long Planned, long Dropped)
{
    /// <summary>The starts of a run; null without an open scenario.</summary>
    public static OpenStarts? Of(Totals totals)
    {
        if (totals.PlannedStarts is null && totals.OfferedIterationsPerSecond is null) return null;
        // Earlier results lack some of these figures, and also count unused iterations of closed scenarios as dropped.
        return new OpenStarts(totals.PlannedStarts ?? totals.Iterations + totals.DroppedIterations, totals.DroppedStarts ?? totals.DroppedIterations);
    }
}
