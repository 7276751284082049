using System.Globalization;
using Dyno.Experiments.Plans;
using Dyno.Inputs;
using Dyno.Load.Plans;
using Dyno.Subjects;
using Dyno.Subjects.Pinning;

namespace Dyno.Experiments.Trials;

/// <summary>From a variant of an experiment to what the lower rooms are asked for.</summary>
internal static class TrialLoad
{
    // Loads are read before anything is built, for their mistakes alone; where the subject will listen is not known yet.
    public static readonly Uri NotYetKnown = new("http://127.0.0.1:1");

    public static LoadRequest Request(ExperimentPlan plan, VariantPlan variant, int round, Uri baseUrl) => new()
    {
        Target = variant.Load,
        OnlyPath = variant.Path,
        RebaseTo = baseUrl,
        Duration = plan.Duration is { } length ? string.Create(CultureInfo.InvariantCulture, $"{length.TotalMilliseconds:0}ms") : null,
        Seed = plan.Seed + round,
    };

    public static TestPlan Read(ExperimentPlan plan, VariantPlan variant, int round, Uri baseUrl) =>
        InputReader.Read(Request(plan, variant, round, baseUrl)) with
        {
            WarmUp = plan.WarmUp.Maximum,
            WarmUpLevel = new WarmUpLevel { Minimum = plan.WarmUp.Minimum, Window = plan.WarmUp.Window, Tolerance = plan.WarmUp.Tolerance },
        };

    public static SubjectOptions Subject(VariantPlan variant) => new()
    {
        Project = variant.Subject.Project!,
        Framework = variant.Subject.Framework,
        Arguments = variant.Subject.Arguments,
        Environment = variant.Subject.Environment,
        Cpus = CpuPlan.ForThisMachine(),
    };
}
