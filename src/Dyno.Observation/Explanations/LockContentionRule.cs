using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>Threads wait for locks that other threads hold.</summary>
internal sealed class LockContentionRule : IExplanationRule
{
    public const string Name = "lock-contention";
    private const double Limit = 0.05;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.Runtime?.LockContentions is not { } contentions) return null;
        var perRequest = (double)contentions / run.Measured.Totals.Requests;
        if (perRequest < Limit) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "threads wait for each other's locks: hold locks for less time, or split the data that they protect",
            Evidence = [$"{Evidence.Number(contentions)} waits for a lock, {Evidence.Number(perRequest)} per request (limit {Evidence.Number(Limit)})"],
        };
    }
}
