using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>The server counted another rate than the generator: because of followed redirects, retries, or requests of other clients.</summary>
internal sealed class OtherTrafficRule : IExplanationRule
{
    public const string Name = "other-traffic";
    private const double Limit = 0.01;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.Runtime is not { ServerSeenDifference: { } difference, ServedRequests: { } served }) return null;
        if (Math.Abs(difference) <= Limit || CountsMessages(run)) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = difference > 0
                ? "the server handled more requests than the generator sent: followed redirects, retries, or other traffic"
                : "the server counted fewer requests than the generator sent: messages share one (sockets, streams), something in between answers, or some never arrived",
            Evidence = [$"{Evidence.Number(served)} requests at the server, warm-up included: {Evidence.Percent(Math.Abs(difference))} {(difference > 0 ? "more" : "fewer")} than at the generator (limit {Evidence.Percent(Limit)})"],
        };
    }

    // Dyno counts each message of a WebSocket; a server counts only the request that opened the connection for them.
    private static bool CountsMessages(RunResult run) => run.Plan.Scenarios.SelectMany(s => s.Steps).Any(s => s.Method == "WEBSOCKET");
}
