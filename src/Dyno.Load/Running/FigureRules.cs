namespace Dyno.Load;

/// <summary>Refuses thresholds on figures that a run cannot have, before anything is sent.</summary>
internal static class FigureRules
{
    /// <exception cref="UserFault">Names every such threshold.</exception>
    public static void ThrowIfUnknown(TestPlan plan, RunnerOptions options)
    {
        if (plan.Thresholds.IsDefaultOrEmpty || options.IsShare) return; // what a share lacks, the whole run may have
        Problem[] problems =
        [
            .. plan.Thresholds.Where(t => options.Metrics is not null && t is ({ Windows: not null } or { Burn: not null })).Select(InWindows),
            .. plan.Thresholds.Where(t => t.IsOnFigure).Select(t => ProblemOf(t.Selector.Name, t.ToString(), options)).OfType<Problem>(),
        ];
        if (problems.Length > 0) throw new UserFault([.. problems]);
    }

    // The metrics of a script are sums since its start.
    private static Problem InWindows(Threshold threshold) => new("--threshold", null, null,
        $"'{threshold}' is judged window by window, which the metrics of a script are not", "leave out the windows, or load requests instead of a script");

    private static Problem? ProblemOf(string figure, string threshold, RunnerOptions options) => FigureTable.Of(figure).Source switch
    {
        FigureSource.Process or FigureSource.Runtime when options.Server is null => new Problem("--threshold", null, null,
            $"'{threshold}' needs a server that Dyno observes", "name the program with --subject, load a server on this machine, or name its metrics with --server-metrics"),
        FigureSource.Launch or FigureSource.Service when options.Subject is null => new Problem("--threshold", null, null,
            $"'{threshold}' needs a program that Dyno starts", "name the program with --subject"),
        FigureSource.Profile => new Problem("--threshold", null, null,
            $"'{threshold}': only profiles of two programs have {figure}", "compare them: dyno compare --git main..HEAD --project src/Api --load /orders --why --gate"),
        _ => null,
    };
}
