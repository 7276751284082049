using Dyno.Results.Runs;

namespace Dyno.Reporting.Figures;

/// <summary>
/// The iterations of a closed model that never began: what was left of their count when the time was over. An open model
/// says of its starts how many were dropped.
/// </summary>
/// <param name="Count">How many.</param>
/// <param name="Planned">Of how many.</param>
/// <param name="Reason">Why: <c>the time was over</c>.</param>
internal sealed record NeverBegun(long Count, long Planned, string Reason)
{
    /// <summary>Null when all began, and for a run with an offered rate.</summary>
    public static NeverBegun? Of(RunResult result)
    {
        var totals = result.Measured.Totals;
        if (totals.DroppedIterations == 0 || totals.OfferedIterationsPerSecond is not null) return null;
        return new NeverBegun(totals.DroppedIterations, totals.Iterations + totals.InterruptedIterations + totals.DroppedIterations,
            result.Outcome == RunOutcome.Completed ? "the time was over" : "the run was ended before");
    }

    /// <summary><c>96 of 100 iterations never began: the time was over</c>.</summary>
    public override string ToString() => $"{Figure.Count(Count)} of {Figure.Count(Planned, "iteration")} never began: {Reason}";
}
