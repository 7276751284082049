namespace Dyno.Reporting;

/// <summary>
/// The iterations of closed scenarios that had not begun when the run ended. The dropped starts of open scenarios are in
/// <see cref="OpenStarts"/>.
/// </summary>
/// <param name="Count">The number of iterations that never began.</param>
/// <param name="Planned">The number of iterations planned.</param>
/// <param name="Reason">The reason, such as <c>the time was up</c>.</param>
internal sealed record NeverBegun(long Count, long Planned, string Reason)
{
    /// <summary>The iterations of a run that never began; null when all began.</summary>
    public static NeverBegun? Of(RunResult result)
    {
        var totals = result.Measured.Totals;
        var open = OpenStarts.Of(totals);
        var count = totals.DroppedIterations - (open?.Dropped ?? 0);
        if (count <= 0) return null;
        return new NeverBegun(count, totals.Iterations + totals.InterruptedIterations + totals.DroppedIterations - (open?.Planned ?? 0),
            result.Outcome == RunOutcome.Completed ? "the time was up" : "the run ended early");
    }

    /// <summary>A sentence such as <c>96 of 100 iterations never began: the time was up</c>.</summary>
    public override string ToString() => $"{FigureText.Count(Count)} of {FigureText.Count(Planned, "iteration")} never began: {Reason}";
}
