using Dyno.Results.Runs;

namespace Dyno.Reporting.Figures;

/// <summary>
/// The iterations of closed scenarios that never began: what was left of their count when the time was over. Of the starts of
/// open ones <see cref="OpenStarts"/> says how many were dropped.
/// </summary>
/// <param name="Count">How many.</param>
/// <param name="Planned">Of how many.</param>
/// <param name="Reason">Why: <c>the time was over</c>.</param>
internal sealed record NeverBegun(long Count, long Planned, string Reason)
{
    /// <summary>Null when all began.</summary>
    public static NeverBegun? Of(RunResult result)
    {
        var totals = result.Measured.Totals;
        var open = OpenStarts.Of(totals);
        var count = totals.DroppedIterations - (open?.Dropped ?? 0);
        if (count <= 0) return null;
        return new NeverBegun(count, totals.Iterations + totals.InterruptedIterations + totals.DroppedIterations - (open?.Planned ?? 0),
            result.Outcome == RunOutcome.Completed ? "the time was over" : "the run was ended before");
    }

    /// <summary><c>96 of 100 iterations never began: the time was over</c>.</summary>
    public override string ToString() => $"{Figure.Count(Count)} of {Figure.Count(Planned, "iteration")} never began: {Reason}";
}
