using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Void when the workers were busy and the server was not; strained when the server's CPU is unknown.
/// </summary>
internal sealed class SaturationRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var busy = evidence.ClosedWorkerBusy.DefaultIfEmpty().Max();
        if (busy <= limits.WorkerBusy) return null;
        if (evidence.Server?.BusyShare is not { } used)
            return Finding(HealthState.Strained, busy, limits, "the server's CPU is unknown, so the rate may be the generator's limit");
        var idle = 1 - used;
        return idle < limits.ServerIdle ? null : Finding(HealthState.Void, busy, limits,
            $"the server left {Figures.Percent(idle)} of its CPU unused, so the rate is the generator's limit and not the server's");
    }

    private static HealthFinding Finding(HealthState state, double busy, HealthLimits limits, string consequence) => new()
    {
        Rule = "generator-saturated",
        State = state,
        Message = $"a worker was busy {Figures.Percent(busy)} of the time (limit {Figures.Percent(limits.WorkerBusy)}) and {consequence}. "
            + "Give the generator more CPUs, or add workers (--threads; for k6 scripts the number of CPUs decides).",
        Value = busy,
        Limit = limits.WorkerBusy,
    };
}
