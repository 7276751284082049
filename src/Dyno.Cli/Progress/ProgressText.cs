namespace Dyno.Cli;

/// <summary>A snapshot as one line: phase, time left, rate, latency, drops, errors.</summary>
internal static class ProgressText
{
    public static string Of(RunSnapshot snapshot)
    {
        var parts = new List<string> { $"{PhaseOf(snapshot.Phase),-8} {TimeLeft(snapshot)}" };
        if (snapshot.Requests > 0 || snapshot.Phase is RunPhase.WarmUp or RunPhase.Measure) parts.AddRange(Load(snapshot));
        return string.Join("  ", parts);
    }

    private static IEnumerable<string> Load(RunSnapshot snapshot)
    {
        yield return snapshot is { OfferedPerSecond: { } offered, Phase: RunPhase.WarmUp or RunPhase.Measure }
            ? $"{FigureText.Rate(snapshot.RequestsPerSecond)} (due {FigureText.Rate(offered)})"
            : FigureText.Rate(snapshot.RequestsPerSecond);
        if (snapshot.P50Nanos > 0) yield return $"p50 {FigureText.Time(snapshot.P50Nanos)}  p99 {FigureText.Time(snapshot.P99Nanos)}";
        if (snapshot.DroppedIterations > 0) yield return $"{FigureText.Count(snapshot.DroppedIterations)} dropped";
        if (snapshot.FailedRequests > 0) yield return Errors(snapshot);
    }

    private static string Errors(RunSnapshot snapshot)
    {
        var kinds = snapshot.Errors.OrderByDescending(error => error.Value).Take(2).Select(error => $"{error.Key} {FigureText.Count(error.Value)}");
        return $"{FigureText.Count(snapshot.FailedRequests)} failed ({string.Join(", ", kinds)})";
    }

    private static string PhaseOf(RunPhase phase) => phase switch
    {
        RunPhase.Setup => "setup",
        RunPhase.WarmUp => "warm-up",
        RunPhase.Measure => "measure",
        RunPhase.Drain => "drain",
        _ => "teardown",
    };

    private static string TimeLeft(RunSnapshot snapshot)
    {
        if (snapshot.Phase == RunPhase.Drain) // also when a run was stopped long before its end
            return $"{FigureText.Count(snapshot.ActiveVirtualUsers)} in flight"
                + (snapshot.CutIn is { } cut ? $", cut in {FigureText.Length(Math.Ceiling(cut.TotalSeconds))}" : "");
        if (snapshot.PlannedIterations is { } planned) return $"{FigureText.Count(snapshot.Iterations)} of {FigureText.Count(planned, "iteration")}";
        var left = snapshot.Planned - snapshot.Elapsed;
        return left > TimeSpan.Zero ? $"{FigureText.Length(Math.Ceiling(left.TotalSeconds))} left" : FigureText.Length(Math.Round(snapshot.Elapsed.TotalSeconds));
    }
}
