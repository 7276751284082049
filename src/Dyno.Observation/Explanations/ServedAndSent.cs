using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// Compares how many requests the server counted with how many the generator sent, warm-up included: both are totals, so that no
/// second is cut in two.
/// </summary>
internal static class ServedAndSent
{
    public static RunResult Compare(RunResult run, long? served)
    {
        if (run.Server?.Runtime is not { } runtime || served is not > 0) return run;
        var sent = Sent(run.WarmUp) + Sent(run.Measured);
        if (sent <= 0) return run;
        return run with { Server = run.Server with { Runtime = runtime with { ServedRequests = served, ServerSeenDifference = (double)served / sent - 1 } } };
    }

    // What was cut in flight had begun at the server, too.
    private static long Sent(PhaseResult? phase) => phase is null ? 0 : phase.Totals.Requests + phase.Totals.InterruptedIterations;
}
