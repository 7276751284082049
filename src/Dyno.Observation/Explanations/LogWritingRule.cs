using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// The server writes to files and pipes for every request, most often the log on its console. Writers wait for each other at the lock of
/// the console, so contended locks are its effect.
/// </summary>
internal sealed class LogWritingRule : IExplanationRule
{
    public const string Name = "log-writing";
    private const double FewestBytesPerRequest = 100; // one line of a log
    private const long FewestBytes = 1_000_000;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.WrittenBytes is not { } written || written < FewestBytes) return null;
        var perRequest = (double)written / run.Measured.Totals.Requests;
        if (perRequest < FewestBytesPerRequest) return null;
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "the server writes to files or pipes with every request, most often its log: a log on the console costs CPU time and a lock. Log less (Logging__LogLevel__Default=Warning) to see the difference",
            Evidence = [$"{Evidence.Number(written / 1e6)} MB written, {Evidence.Number(perRequest)} bytes per request (limit {Evidence.Number(FewestBytesPerRequest)})"],
        };
    }
}
