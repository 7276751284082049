using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// The server had CPU time left and no other rule explains the rate: the load asked for no more, or requests wait outside the server.
/// </summary>
internal static class IdleServerRule
{
    private const double Limit = 0.5;
    private const double BusyGenerator = 0.8;

    public static ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.BusyShare is not { } busy || busy >= Limit) return null;
        var generator = run.Generator.WorkerBusy.DefaultIfEmpty().Max();
        return new ExplanationRecord
        {
            Rule = "idle-server",
            Message = run.Plan.Model == LoadModel.Open ? "the server was mostly idle: the offered rate is low for this server"
                : generator >= BusyGenerator ? "the server was mostly idle and the generator busy: the generator limits the rate"
                : "the server was mostly idle: requests wait for something else (a timer, a service, the network), or there are too few connections",
            Evidence =
            [
                $"{Evidence.Percent(busy)} of its CPUs busy (limit {Evidence.Percent(Limit)})",
                $"busiest worker of the generator {Evidence.Percent(generator)} busy",
            ],
        };
    }
}
