using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Strained: the machine was busy with something else when the run began. A load average holds the work of the last minute, Dyno's own build
/// and the run before among it, so it is judged only where the CPU time of other processes during the run is not known.
/// </summary>
internal sealed class LoadAverageRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment is not { LoadAverageBefore: { } load, OtherProcessesPercent: null }) return null;
        var limit = limits.LoadAveragePerCpu * evidence.Environment.LogicalCpus;
        if (load <= limit) return null;
        return new HealthFinding
        {
            Rule = "load-average",
            State = HealthState.Strained,
            Message = $"the load average before the run was {Figures.Number(load)} on {evidence.Environment.LogicalCpus} CPUs "
                + $"(limit {Figures.Number(limit)}): the machine was busy. Stop other work and run again.",
            Value = load,
            Limit = limit,
        };
    }
}
