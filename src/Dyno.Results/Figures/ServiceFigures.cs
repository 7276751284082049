namespace Dyno.Results;

/// <summary>What services did for each request of a run.</summary>
public static class ServiceFigures
{
    /// <summary>
    /// Commands or transactions per request, warm-up included; there is none for a service that does not count, or for a run without
    /// requests.
    /// </summary>
    public static IEnumerable<(string Service, double PerRequest)> CommandsPerRequest(RunResult run)
    {
        var requests = RequestsOf(run);
        if (requests == 0) yield break;
        foreach (var service in run.Services)
            if (service.Commands is { } commands) yield return (service.Name, (double)commands / requests);
    }

    /// <summary>All requests of a run: services are counted over its whole load.</summary>
    public static long RequestsOf(RunResult run) => run.Measured.Totals.Requests + (run.WarmUp?.Totals.Requests ?? 0);
}
