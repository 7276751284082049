using Dyno.Results.Runs;

namespace Dyno.Reporting.Figures;

/// <summary>The starts that a run's open scenarios planned, and those of them for which no virtual user was free.</summary>
/// <param name="Planned">How many, dropped ones included.</param>
/// <param name="Dropped">Of these, dropped.</param>
internal sealed record OpenStarts(long Planned, long Dropped)
{
    /// <summary>Null for a run without an open scenario.</summary>
    public static OpenStarts? Of(Totals totals)
    {
        if (totals.PlannedStarts is null && totals.OfferedIterationsPerSecond is null) return null;
        // Earlier results have fewer of these figures, and count what closed scenarios beside left over among the dropped.
        return new OpenStarts(totals.PlannedStarts ?? totals.Iterations + totals.DroppedIterations, totals.DroppedStarts ?? totals.DroppedIterations);
    }
}
