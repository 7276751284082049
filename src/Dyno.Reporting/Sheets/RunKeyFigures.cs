namespace Dyno.Reporting;

/// <summary>The most important figures of a run.</summary>
internal static class RunKeyFigures
{
    public static IEnumerable<KeyFigure> Of(RunResult result)
    {
        var measured = result.Measured;
        var totals = measured.Totals;
        yield return Rate(result);
        foreach (var quantile in (double[])[0.5, 0.99]) if (Quantile(measured.Overall.Response, quantile) is { } figure) yield return figure;
        yield return new KeyFigure("Failed", FigureText.Percent(totals.FailedRequests, totals.Requests),
            $"{FigureText.Count(totals.FailedRequests)} of {FigureText.Count(totals.Requests, "request")}", totals.FailedRequests == 0 ? Tone.Good : Tone.Bad);
        if (OpenStarts.Of(totals) is { } starts)
            yield return new KeyFigure("Dropped starts", FigureText.Percent(starts.Dropped, starts.Planned),
                $"{FigureText.Count(starts.Dropped)} of {FigureText.Count(starts.Planned)}", DropTone(starts, result));
        if (NeverBegun.Of(result) is { } never)
            yield return new KeyFigure("Never began", FigureText.Percent(never.Count, never.Planned),
                $"{FigureText.Count(never.Count)} of {FigureText.Count(never.Planned, "iteration")}: {never.Reason}", Tone.Doubtful);
        if (result.Server is not { } server) yield break;
        if (ServerWords.Busy(server) is { } busy)
            yield return new KeyFigure("Server CPU per request", FigureText.Time(server.CpuMicrosPerRequest * 1e3), $"{busy} busy");
        if (server.KnowsMemory) yield return new KeyFigure("Server memory", FigureText.Memory(server.MeanWorkingSetBytes), $"at most {FigureText.Memory(server.PeakWorkingSetBytes)}");
    }

    // Dropped starts are bad only if the health rules report them.
    private static Tone DropTone(OpenStarts starts, RunResult result) => starts.Dropped == 0 ? Tone.Good
        : result.Health.Findings.Any(f => f.Rule == "dropped-starts") ? Tone.Bad : Tone.Plain;

    private static KeyFigure Rate(RunResult result) => new("Requests", FigureText.Rate(result.Measured.Totals.RequestsPerSecond),
        OfferedRate.BesideRequests(result) is { } offered ? $"offered {offered}" : $"{FigureText.Count(result.Measured.Totals.Requests)} in all");

    private static KeyFigure? Quantile(LatencyResult latency, double wanted)
    {
        if (latency.At(wanted) is not { } quantile || latency.Count == 0) return null;
        var name = wanted == 0.5 ? "Median response" : "99th percentile";
        return quantile.Reliable
            ? new KeyFigure(name, FigureText.Time(quantile.Nanos), wanted == 0.5 ? "half of the requests are faster" : "1 request in 100 is slower")
            : new KeyFigure(name, "~" + FigureText.Time(quantile.Nanos), "based on too few requests", Tone.Doubtful);
    }
}
