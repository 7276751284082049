using Dyno.Experiments.Loads;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Load.Duets;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Experiments.Duets;

/// <summary>Decides whether the variants of an experiment may run at the same time, and gives the reason when they may not.</summary>
internal static class DuetFitness
{
    private static readonly string[] OfAFreshProcess = ["timeToReady", "firstRequest", "server.workingSetAfter"];

    private const long Usual = 256L * 1024 * 1024; // bytes of a server without a limit of its own; its garbage collector takes more when more is free
    private const long UsualOfService = 128L * 1024 * 1024;
    private const double Spare = 0.8;

    /// <summary>The reason why the variants must be measured one after the other, in a sentence; null when they can run at the same time.</summary>
    /// <param name="plan">The experiment.</param>
    /// <param name="loads">The loads.</param>
    /// <param name="availableBytes">Memory that is free for programs, in bytes; null when it is unknown.</param>
    public static string? WhyNot(ExperimentPlan plan, ExperimentLoads loads, long? availableBytes = null) =>
        WhyNot(plan, loads) ?? MemoryOf(plan, availableBytes);

    private static string? MemoryOf(ExperimentPlan plan, long? availableBytes)
    {
        var cells = Experiment.WithControls(plan).Where(v => v.Subject is { Url: null, On: null }).GroupBy(v => v.Cell)
            .Select(cell => cell.Sum(v => (v.Subject.MemoryLimitBytes ?? Usual) + plan.Services.Length * UsualOfService));
        return cells.DefaultIfEmpty().Max() is var needed && needed > Spare * availableBytes
            ? $"all variants together would need about {needed >> 20} MiB of memory, and {availableBytes >> 20} MiB are free" : null;
    }

    private static string? WhyNot(ExperimentPlan plan, ExperimentLoads loads)
    {
        if (plan.Fleet is { Agents: not 0 }) return "the load comes from a fleet, and slices are dealt out by one generator";
        if (plan.Sweep is not null) return "a search over rates changes the load from trial to trial";
        if (plan.Variants.FirstOrDefault(v => loads.CodeOf(v) is not null) is { } code)
            return $"the load {Path.GetFileName(code.Load)} is code, which paces itself and cannot be cut into slices";
        if (plan.Variants.FirstOrDefault(v => v.Subject.StartsCold) is { } cold) return $"{cold.Name} starts cold, which a machine with other servers on it is not";
        if (plan.Compare.Metrics.Add(plan.Compare.Headline).FirstOrDefault(OfAFreshProcess.Contains) is { } fresh)
            return $"{fresh} is compared, which other servers beside it would change";
        return plan.Variants.Select(WhyNotOf).FirstOrDefault(why => why is not null) ?? CellsThatDiffer(plan) ?? LoadOf(plan);
    }

    private static string? WhyNotOf(VariantPlan variant)
    {
        var subject = variant.Subject;
        if (subject.Instances > 1) return $"{variant.Name} has {subject.Instances} instances, and each gets a part of the load";
        if (subject.Command.Length > 0 && !subject.Command.Concat(subject.Arguments).Concat(subject.Environment.Values)
                .Any(word => word.Contains("{port}", StringComparison.Ordinal) || word.Contains("{url}", StringComparison.Ordinal)))
            return $"the command of {variant.Name} does not take its port from Dyno ({{port}} or {{url}}), and two programs cannot listen on one";
        return null;
    }

    private static string? CellsThatDiffer(ExperimentPlan plan)
    {
        foreach (var cell in plan.Variants.GroupBy(v => v.Cell))
        {
            var variants = cell.Key.Length > 0 ? $"the variants of {cell.Key}" : "the variants";
            if (cell.Select(v => v.Subject.On).Distinct().Count() > 1)
                return $"{variants} run on different machines, and what disturbs one of them leaves the other alone";
            if (cell.Select(v => v.Subject.Cpus).Distinct().Count() > 1) return $"{variants} have different CPUs";
        }
        return null;
    }

    private static string? LoadOf(ExperimentPlan plan)
    {
        try
        {
            return plan.Variants.Select(v => DuetRunner.WhyNot(TrialLoad.Read(plan, v, 0, LoadOpening.NotYetKnown))).FirstOrDefault(why => why is not null);
        }
        catch (UserFault)
        {
            return null; // all loads are read elsewhere, and the mistake is reported there
        }
    }
}
