using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>The server used all the CPUs it had.</summary>
internal sealed class CpuBoundRule : IExplanationRule
{
    private const double Limit = 0.9;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.BusyShare is not { } busy || busy < Limit) return null;
        return new ExplanationRecord
        {
            Rule = "cpu-bound",
            Message = "the server used all available CPU: the CPU time per request limits the rate",
            Evidence =
            [
                $"{Evidence.Number(server.CpuCores)} of {server.AvailableCpus} CPUs busy (limit {Evidence.Percent(Limit)})",
                $"{Evidence.Number(server.CpuMicrosPerRequest)} CPU µs per request",
            ],
        };
    }
}
