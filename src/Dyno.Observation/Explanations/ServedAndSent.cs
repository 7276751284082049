namespace Dyno.Observation;

/// <summary>
/// Compares the number of requests that the server counted with the number that the generator sent, warm-up and the load
/// without pauses after the slices included. Both are totals, so
/// that no second is divided between phases.
/// </summary>
internal static class ServedAndSent
{
    public static RunResult Compare(RunResult run, long? served)
    {
        if (run.Server?.Runtime is not { } runtime || served is not > 0) return run;
        var sent = Sent(run.WarmUp) + Sent(run.Measured) + (run.Duet?.Continuous?.Requests ?? 0);
        if (sent <= 0) return run;
        return run with { Server = run.Server with { Runtime = runtime with { ServedRequests = served, ServerSeenDifference = (double)served / sent - 1 } } };
    }

    // Requests that were cut in flight had reached the server, too.
    private static long Sent(PhaseResult? phase) => phase is null ? 0 : phase.Totals.Requests + phase.Totals.InterruptedIterations;
}
