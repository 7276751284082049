using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: the machine was busy with something else when the run began.</summary>
internal sealed class LoadAverageRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Environment.LoadAverageBefore is not { } load) return null;
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
