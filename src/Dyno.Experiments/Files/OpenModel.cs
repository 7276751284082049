namespace Dyno.Experiments;

/// <summary>
/// Adapts a comparison to an offered rate. Such a rate is given by the plan and not reached by the server, so it is not compared, and the
/// verdicts are based on p99 unless the file names another metric.
/// </summary>
internal static class OpenModel
{
    private const string What = "the load sets the rate, so the rate is the same for all variants and cannot be compared";
    private const string WriteInstead = "write headline: p99";

    /// <summary>The plan with its headline decided.</summary>
    /// <param name="named">The place where the file names a headline; null where it names none.</param>
    public static ExperimentPlan Judge(ExperimentPlan plan, YamlPlace? named)
    {
        if (plan.Sweep is not { Over.Kind: SweepKind.Rate } && !IsOpen(plan)) return plan;
        if (named is not null && plan.Compare.Headline == "rate") named.Problem(What, WriteInstead);
        return OnOfferedRate(plan);
    }

    /// <summary>Adapts a plan with loads that are code, after the code has been read.</summary>
    /// <exception cref="UserFault">The rate is named as headline.</exception>
    public static ExperimentPlan Judge(ExperimentPlan plan, ExperimentLoads loads)
    {
        if (plan.Variants.IsEmpty || !plan.Variants.All(v => loads.PlanOf(v)?.Model == LoadModel.Open)) return plan;
        return plan.Compare is { IsHeadlineNamed: true, Headline: "rate" }
            ? throw new UserFault([new Problem(plan.Source, null, null, What, WriteInstead)])
            : OnOfferedRate(plan);
    }

    /// <summary>Adapts a plan with loads that tell their model only when they run.</summary>
    public static ExperimentPlan Judge(ExperimentPlan plan, RunResult run) => run.Plan.Model == LoadModel.Open ? OnOfferedRate(plan) : plan;

    private static ExperimentPlan OnOfferedRate(ExperimentPlan plan)
    {
        var headline = plan.Compare.IsHeadlineNamed && plan.Compare.Headline != "rate" ? plan.Compare.Headline : "p99";
        return plan with
        {
            Compare = plan.Compare with
            {
                Headline = headline,
                JudgeByDefault = plan.Compare.JudgeByDefault.IsEmpty || headline != "p99" ? [] : ["p50", "server.cpuPerRequest"],
                Metrics = [.. plan.Compare.Metrics.Where(m => m != "rate" && m != headline)],
            },
        };
    }

    // A load that cannot be read counts as closed here; the mistake is reported where all loads are read.
    private static bool IsOpen(ExperimentPlan plan) => !plan.Variants.IsEmpty
        && Attempt.WithoutFault(() => TrialLoad.Read(plan, plan.Variants[0], 0, LoadOpening.NotYetKnown)) is { } load
        && load.Scenarios.All(s => s.Executor.Model == LoadModel.Open);
}
