using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>Connections, or requests on multiplexed ones, wait before Kestrel takes them.</summary>
internal sealed class ConnectionQueueRule : IExplanationRule
{
    public const string Name = "connection-queueing";
    private const double Limit = 0.2;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        var points = server.Runtime?.Series.Where(p => p.Seconds > 0 && p.ConnectionQueue is not null).ToList();
        if (points is not { Count: > 0 }) return null;
        var share = Math.Min(1, (double)points.Count(p => p.ConnectionQueue >= 1 || p.RequestQueue >= 1) / points.Count / LoadedTime.ShareOf(run));
        if (share < Limit) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "connections wait for the server to accept them: the server accepts too slowly, or its limit of concurrent connections is reached",
            Evidence = [$"a queue in {Evidence.Percent(share)} of the seconds{LoadedTime.Words(run)}, up to {server.Runtime!.MaxConnectionQueue} connections and {server.Runtime.MaxRequestQueue} requests (limit {Evidence.Percent(Limit)})"],
        };
    }
}
