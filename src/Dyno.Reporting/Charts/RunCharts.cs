namespace Dyno.Reporting;

/// <summary>The charts of a run; each is null when there is nothing to draw.</summary>
internal static class RunCharts
{
    public static Chart? Rate(PhaseResult phase, LoadModel model)
    {
        if (!HasSeries(phase)) return null;
        var each = OfferedRate.RequestsPerStart(phase.Totals);
        var seconds = Lengths(phase);
        var achieved = new ChartLine("achieved", [.. phase.Series.Select((i, n) => PerSecond(i.Requests, n))], ChartRole.First, ChartStyle.Area);
        var isOpen = model == LoadModel.Open && phase.Series.Any(i => i.PlannedStarts is not null);
        var offered = new ChartLine(each == 1 ? "offered" : $"offered (starts due, {FigureText.Digits(each)} requests each)",
            [.. phase.Series.Select((i, n) => i.PlannedStarts is { } due ? PerSecond(due * each, n) : null)],
            ChartRole.Target, ChartStyle.Dashed);
        return Over(phase, "rate", isOpen ? "Rate offered and achieved" : "Rate", ChartUnit.Rate,
            $"{FigureText.Digits(phase.Totals.RequestsPerSecond)} requests per second over the whole measurement",
            isOpen ? [achieved, offered] : [achieved]) with
        { IsWide = true };

        // The last interval has no rate if it is shorter than half an interval: a few milliseconds scaled to a second would show a false peak.
        double? PerSecond(double count, int interval) => seconds[interval] < phase.IntervalSeconds / 2 ? null : Rounded(count / seconds[interval]);
    }

    public static Chart? Latency(PhaseResult phase)
    {
        if (!HasSeries(phase) || phase.Series.All(i => i.P50Nanos == 0)) return null;
        return Over(phase, "latency", "Response time", ChartUnit.Time, "Percentiles of the response time in each interval",
        [
            Line("p50", i => i.P50Nanos, ChartRole.First), Line("p95", i => i.P95Nanos, ChartRole.Second),
            Line("p99", i => i.P99Nanos, ChartRole.Third), Line("max", i => i.MaxNanos, ChartRole.Quiet),
        ]) with
        { IsWide = true, IsLogarithmic = true };

        ChartLine Line(string name, Func<IntervalResult, long> nanos, ChartRole role) =>
            new(name, [.. phase.Series.Select(i => nanos(i) is > 0 and var value ? (double?)value : null)], role);
    }

    public static Chart? Curve(PhaseResult phase, LoadModel model) => LatencyCurve.Of(
        "curve", "Latency by percentile", "Response time by percentile, with the tail stretched: each step to the right is one more nine",
        ("response time", phase.Overall.Response),
        (model == LoadModel.Closed ? "" : "service time", model == LoadModel.Closed ? null : phase.Overall.Service),
        ("good answers", phase.FailedLatency is null ? null : phase.Latency.Response),
        ("failed requests", phase.FailedLatency?.Response));

    public static Chart? Errors(PhaseResult phase)
    {
        if (!HasSeries(phase)) return null;
        var lines = new List<ChartLine>();
        if (phase.Series.Any(i => i.FailedRequests > 0))
            lines.Add(new ChartLine("failed requests", [.. phase.Series.Select(i => (double?)i.FailedRequests)], ChartRole.Bad, ChartStyle.Bars));
        if (phase.Series.Any(i => i.DroppedIterations > 0))
            lines.Add(new ChartLine("dropped starts", [.. phase.Series.Select(i => (double?)i.DroppedIterations)], ChartRole.Second, ChartStyle.Line));
        return lines.Count == 0 ? null : Over(phase, "errors", "Failures", ChartUnit.Count,
            $"{FigureText.Count(phase.Totals.FailedRequests, "failed request")}, {FigureText.Count(phase.Totals.DroppedIterations, "dropped start")}", lines);
    }

    public static Chart? StartLag(PhaseResult phase)
    {
        if (!HasSeries(phase) || phase.Series.All(i => i.StartLagP99Nanos is null)) return null;
        return Over(phase, "lag", "Start lag", ChartUnit.Time, "The generator's own lateness, p99 of each interval",
            [new ChartLine("start lag p99", [.. phase.Series.Select(i => (double?)i.StartLagP99Nanos)], ChartRole.Fourth)]);
    }

    public static Chart? Users(PhaseResult phase)
    {
        if (!HasSeries(phase) || phase.Series.Select(i => i.ActiveVirtualUsers).Distinct().Count() < 2) return null;
        return Over(phase, "users", "Virtual users", ChartUnit.Count, $"At most {FigureText.Count(phase.Totals.MaxVirtualUsers)} at once",
            [new ChartLine("in an iteration", [.. phase.Series.Select(i => (double?)i.ActiveVirtualUsers)], ChartRole.Fifth, ChartStyle.Area)]);
    }

    public static IEnumerable<Chart> Server(ServerObservation? server)
    {
        if (server is null || server.Series.IsDefaultOrEmpty || server.Series.Length < 2) yield break;
        if (ServerWords.Busy(server) is { } busy) yield return Of("cpu", "Server CPU", ChartUnit.Cores, $"{busy} on average",
            new ChartLine("CPUs busy", Values(p => p.CpuCores), ChartRole.First, ChartStyle.Area));
        if (server.KnowsMemory) yield return Of("memory", "Server memory", ChartUnit.Memory, $"At most {FigureText.Memory(server.PeakWorkingSetBytes)}",
            new ChartLine("working set", Values(p => p.WorkingSetBytes), ChartRole.Fifth, ChartStyle.Area));
        if (server.MaxThreads > 0) yield return Of("threads", "Server threads", ChartUnit.Count, $"At most {FigureText.Count(server.MaxThreads)}",
            new ChartLine("threads", Values(p => p.Threads), ChartRole.Fourth));

        ImmutableArray<double?> Values(Func<ServerPoint, double> value) => [.. server.Series.Select(p => (double?)Rounded(value(p)))];

        Chart Of(string id, string title, ChartUnit unit, string summary, ChartLine line) => new()
        {
            Id = id,
            Title = title,
            Summary = summary,
            Axis = ChartAxis.Seconds,
            Unit = unit,
            X = [.. server.Series.Select(p => Math.Round(p.Seconds, 2))],
            Lines = [line],
        };
    }

    private static bool HasSeries(PhaseResult phase) => !phase.Series.IsDefaultOrEmpty && phase.Series.Length > 1;

    private static Chart Over(PhaseResult phase, string id, string title, ChartUnit unit, string summary, IEnumerable<ChartLine> lines) => new()
    {
        Id = id,
        Title = title,
        Summary = summary,
        Axis = ChartAxis.Seconds,
        Unit = unit,
        // A point stands at the end of its interval, like the points of the server.
        X = [.. phase.Series.Select((_, n) => EndOf(phase, n))],
        Lines = [.. lines],
    };

    private static double EndOf(PhaseResult phase, int interval)
    {
        var (begin, end) = (interval * phase.IntervalSeconds, (interval + 1) * phase.IntervalSeconds);
        return Math.Round(Math.Min(end, Math.Max(phase.DurationSeconds, begin + 0.001)), 3);
    }

    // The last interval ends with the phase, so it may be shorter or longer than the others.
    private static double[] Lengths(PhaseResult phase)
    {
        var lengths = Enumerable.Repeat(phase.IntervalSeconds, phase.Series.Length).ToArray();
        var rest = phase.DurationSeconds - (phase.Series.Length - 1) * phase.IntervalSeconds;
        if (rest > 0 && rest < 2 * phase.IntervalSeconds) lengths[^1] = rest;
        return lengths;
    }

    private static double Rounded(double value) => Math.Abs(value) < 1000 ? Math.Round(value, 3) : Math.Round(value);
}
