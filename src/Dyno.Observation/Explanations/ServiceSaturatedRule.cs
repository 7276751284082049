using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>A service beside the server, such as a database or a cache, has no CPU time left.</summary>
internal sealed class ServiceSaturatedRule : IExplanationRule
{
    private const double Limit = 0.9;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var busiest = run.Services.Where(s => s.Process is not null).MaxBy(Busy);
        if (busiest?.Process is not { } process || Busy(busiest) < Limit) return null;
        return new ExplanationRecord
        {
            Rule = "service-saturated",
            Message = $"{busiest.Name} has no free CPU: the server waits for this service",
            Evidence = [$"{busiest.Name}: {Evidence.Number(process.CpuCores)} of {process.AvailableCpus} CPUs busy (limit {Evidence.Percent(Limit)})"],
        };
    }

    private static double Busy(ServiceObservation service) => service.Process!.CpuCores / Math.Max(1, service.Process.AvailableCpus);
}
