namespace Dyno.Experiments;

/// <summary>Decides whether the variants of an experiment may run at the same time, and gives the reason when they may not.</summary>
internal static class DuetFitness
{
    private static readonly string[] OfAFreshProcess = ["timeToReady", "firstRequest", "server.workingSetAfter"];

    /// <summary>The reason why the variants must be measured one after the other, in a sentence; null when they can run at the same time.</summary>
    /// <param name="groups">Which variants fit into the memory together.</param>
    public static string? WhyNot(ExperimentPlan plan, ExperimentLoads loads, LaunchGroups groups) =>
        WhyNot(plan, loads) ?? (groups.ArePossible ? null : groups.Reason);

    private static string? WhyNot(ExperimentPlan plan, ExperimentLoads loads)
    {
        if (plan.Fleet is { Agents: not 0 }) return "the load comes from a fleet, but slices need a single generator";
        if (plan.Sweep is not null) return plan.Sweep.Over.Kind == SweepKind.Setting
            ? "a search changes a setting of the program from launch to launch" : "a search changes the load from launch to launch";
        if (plan.Variants.FirstOrDefault(v => loads.CodeOf(v) is not null) is { } code)
            return $"the load {Path.GetFileName(code.Load)} is code, which paces itself and cannot be cut into slices";
        if (plan.Variants.FirstOrDefault(v => v.Subject.StartsCold) is { } cold) return $"{cold.Name} starts cold, but a machine that runs other servers is not cold";
        if (plan.Compare.Metrics.Add(plan.Compare.Headline).FirstOrDefault(OfAFreshProcess.Contains) is { } fresh)
            return $"{fresh} is compared, and servers that run beside it would change the value";
        return plan.Variants.Select(WhyNotOf).FirstOrDefault(why => why is not null) ?? CellsThatDiffer(plan) ?? LoadOf(plan);
    }

    private static string? WhyNotOf(VariantPlan variant)
    {
        var subject = variant.Subject;
        if (subject.Instances > 1) return $"{variant.Name} has {subject.Instances} instances, and each gets a part of the load";
        if (subject.Port is { } port) return $"{variant.Name} listens on port {port}, and two programs cannot share a port";
        if (subject.Command.Length > 0 && !subject.Command.Concat(subject.Arguments).Concat(subject.Environment.Values)
                .Any(word => word.Contains("{port}", StringComparison.Ordinal) || word.Contains("{url}", StringComparison.Ordinal)))
            return $"the command of {variant.Name} does not take its port from Dyno ({{port}} or {{url}}), and two programs cannot share a port";
        return null;
    }

    private static string? CellsThatDiffer(ExperimentPlan plan)
    {
        foreach (var cell in plan.Variants.GroupBy(v => v.Cell))
        {
            var variants = cell.Key.Length > 0 ? $"the variants of {cell.Key}" : "the variants";
            if (cell.Select(v => v.Subject.On).Distinct().Count() > 1)
                return $"{variants} run on different machines, so a disturbance of one machine does not affect the other";
            if (cell.Select(v => v.Subject.Cpus).Distinct().Count() > 1) return $"{variants} have different CPUs";
        }
        return null;
    }

    // All loads are read elsewhere, and a mistake is reported there.
    private static string? LoadOf(ExperimentPlan plan) => Attempt.WithoutFault(() =>
        plan.Variants.Select(v => DuetRunner.WhyNot(TrialLoad.Read(plan, v, 0, LoadOpening.NotYetKnown))).FirstOrDefault(why => why is not null));
}
