using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>Requests throw exceptions; an exception costs tens of microseconds, more than a small answer.</summary>
internal sealed class ThrownExceptionsRule : IExplanationRule
{
    private const double Limit = 0.01;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.Runtime?.Exceptions is not { } exceptions) return null;
        var perRequest = (double)exceptions / run.Measured.Totals.Requests;
        if (perRequest < Limit) return null;
        return new ExplanationRecord
        {
            Rule = "exceptions",
            Message = "requests throw exceptions: one exception costs more than a small answer",
            Evidence = [$"{Evidence.Number(exceptions)} exceptions, {Evidence.Number(perRequest)} per request (limit {Evidence.Number(Limit)})"],
        };
    }
}
