using Dyno.Results.Machines;
using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>A service of the experiment had nothing to do, so the run did not measure what the experiment is about.</summary>
internal sealed class IdleServiceRule : IExplanationRule
{
    public const string Name = "idle-service";

    private const double CommandsPerRequest = 0.001;
    private const double CpuShare = 0.005; // of one CPU: the CPU time of a program that only waits

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var requests = run.Measured.Totals.Requests + (run.WarmUp?.Totals.Requests ?? 0);
        var idle = run.Services.Where(s => IsIdle(s, requests)).ToList();
        if (idle.Count == 0) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = $"{string.Join(" and ", idle.Select(s => s.Name))} did almost no work: no load arrives, or something in front answers",
            Evidence = [.. idle.SelectMany(s => EvidenceOf(s, requests))],
        };
    }

    private static bool IsIdle(ServiceObservation service, long requests) =>
        service.Commands is { } commands ? commands < CommandsPerRequest * requests : service.Process is { } process && process.CpuCores < CpuShare;

    private static IEnumerable<string> EvidenceOf(ServiceObservation service, long requests)
    {
        if (service.Commands is { } commands)
            yield return $"{service.Name}: {Evidence.Number(commands)} {ServiceKind.WorkUnitOf(service.Kind)} for {Evidence.Number(requests)} requests (limit {Evidence.Percent(CommandsPerRequest)})";
        if (service.Process is { } process) yield return $"{service.Name}: {Evidence.Percent(process.CpuCores)} of a CPU busy";
    }
}
