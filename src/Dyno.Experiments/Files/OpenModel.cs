using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Inputs.Problems;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Files;

/// <summary>
/// What an offered rate means for a comparison: the rate is then the plan's and not the server's, so it is not compared, and the
/// verdicts stand on p99 unless the file names something else.
/// </summary>
internal static class OpenModel
{
    /// <summary>The plan with its headline decided.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="named">Where the file names a headline; null where it names none.</param>
    public static ExperimentPlan Judge(ExperimentPlan plan, YamlPlace? named)
    {
        if (plan.Sweep is null && !IsOpen(plan)) return plan;
        var headline = named is null ? "p99" : plan.Compare.Headline;
        if (headline == "rate") named?.Problem("the load offers a rate: it is the same for all variants and cannot be compared", "write headline: p99");
        return plan with
        {
            Compare = plan.Compare with { Headline = headline, Metrics = [.. plan.Compare.Metrics.Where(m => m != "rate" && m != headline)] },
        };
    }

    // A load that cannot be read is reported where all of them are.
    private static bool IsOpen(ExperimentPlan plan)
    {
        try
        {
            return !plan.Variants.IsEmpty
                && TrialLoad.Read(plan, plan.Variants[0], 0, TrialLoad.NotYetKnown).Scenarios.All(s => s.Executor.Model == LoadModel.Open);
        }
        catch (InputException)
        {
            return false;
        }
    }
}
