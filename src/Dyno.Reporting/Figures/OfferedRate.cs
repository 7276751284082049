namespace Dyno.Reporting;

/// <summary>The rate that open scenarios offered, shown only beside figures that can be compared with it.</summary>
internal static class OfferedRate
{
    /// <summary>
    /// The offered rate as text to stand beside the requests per second of all scenarios. Null where no rate was offered, or where closed
    /// scenarios made some of the requests.
    /// </summary>
    public static string? BesideRequests(RunResult result)
    {
        var totals = result.Measured.Totals;
        if (totals.OfferedIterationsPerSecond is not { } offered || result.Plan.Model == LoadModel.Mixed) return null;
        return HasOneRequestEach(totals) ? FigureText.Rate(offered) : $"{FigureText.Digits(offered)} iterations/s";
    }

    /// <summary>The rate at which the open scenarios began iterations in their planned time; null where the result does not separate their starts.</summary>
    public static double? Begun(RunResult result)
    {
        var totals = result.Measured.Totals;
        var isApart = totals.DroppedStarts is not null || result.Plan.Model != LoadModel.Mixed;
        return isApart && totals.OfferedIterationsPerSecond is { } offered && OpenStarts.Of(totals) is { Planned: > 0 } starts
            ? offered * (starts.Planned - starts.Dropped) / starts.Planned
            : null;
    }

    /// <summary>
    /// How many requests one start stands for, so that a rate of starts can be compared with a rate of requests: the mean over the iterations
    /// that ended.
    /// </summary>
    public static double RequestsPerStart(Totals totals) =>
        HasOneRequestEach(totals) || totals.Iterations == 0 ? 1 : (double)totals.Requests / totals.Iterations;

    // Some iterations may have been cut, before or after their request.
    private static bool HasOneRequestEach(Totals totals) =>
        totals.Iterations > 0 && Math.Abs(totals.Requests - totals.Iterations) <= totals.InterruptedIterations;
}
