namespace Dyno.Experiments;

/// <summary>Judges each figure of a run over time.</summary>
internal static class GrowthJudge
{
    private const double Hour = 3600;
    private const double ManyThings = 10_000; // threads, timers or connections that no one wants, whatever the limit
    private const double FewThings = 3; // a count that ends the run three higher is no growth that a run can tell from chance
    private const double NotableShare = 0.1; // of a time, over the run
    private const double NotableBytes = 1 << 20; // of memory over the run, below which the runtime's own housekeeping shows
    private const int MostMeans = 240;
    private const int MostLows = 40;

    /// <summary>The judgements of all figures that were measured.</summary>
    /// <param name="restarts">When the server began anew; the longest time between two is judged.</param>
    /// <param name="limits">What the server may use.</param>
    public static ImmutableArray<GrowthFigure> Judge(ImmutableArray<GrowthPoint> points, IReadOnlyList<double> restarts, GrowthLimits limits)
    {
        var judged = Longest(points, restarts);
        var memory = Values(judged, GrowthTable.All.Single(f => f.Name == "workingSet")).LastOrDefault().Value;
        return [.. GrowthTable.All.Select(figure => Judge(figure, judged, memory, limits)).OfType<GrowthFigure>()];
    }

    private static GrowthFigure? Judge(WatchedFigure figure, ImmutableArray<GrowthPoint> points, double workingSet, GrowthLimits limits)
    {
        var series = Reduced(Values(points, figure), figure.Merging == Merging.Lowest ? MostLows : MostMeans, figure.Merging == Merging.Lowest);
        if (series.Count == 0) return null;
        double[] times = [.. series.Select(p => p.Seconds)], values = [.. series.Select(p => p.Value)];
        var limit = figure.Resource switch
        {
            LimitedResource.Memory => limits.MemoryBytes,
            LimitedResource.FileDescriptors => limits.Files,
            _ => (double?)null,
        };
        // All memory of the process counts against its limit, whichever part of it grows.
        var used = figure.Resource == LimitedResource.Memory ? Math.Max(workingSet, values[^1]) : values[^1];
        var matters = Matters(figure, values, times[^1] - times[0], (limit ?? ManyThings) - used, limits.Horizon);
        var (verdict, slope, start, why) = GrowthRule.Judge(times, values, matters);
        var judged = new GrowthFigure
        {
            Name = figure.Name,
            Title = figure.Title,
            Unit = UnitOf(figure),
            Verdict = verdict,
            Why = why,
            Level = slope?.At(times[^1]) ?? values[^1],
            IntervalLevel = GrowthRule.Level,
            MattersPerHour = matters * Hour,
            Limit = limit,
            SettledAfterSeconds = start == 0 ? 0 : times[start],
            Points = series.Count - start,
        };
        return slope is not { } line ? judged : WithSlope(judged, line, figure, limit - used, RateOf(points, times[start])) with
        {
            SecondsMore = verdict == GrowthVerdict.Unclear ? More(line, matters, times[^1] - times[start]) : null,
        };
    }

    private static GrowthFigure WithSlope(GrowthFigure figure, SlopeEstimate line, WatchedFigure watched, double? room, double requestsPerSecond) => figure with
    {
        PerHour = line.Slope * Hour,
        LowerPerHour = double.IsFinite(line.Lower) ? line.Lower * Hour : null,
        UpperPerHour = double.IsFinite(line.Upper) ? line.Upper * Hour : null,
        PerRequest = watched.Resource == LimitedResource.None || requestsPerSecond <= 0 ? null : line.Slope / requestsPerSecond,
        SecondsToLimit = Until(room, line.Slope),
        LeastSecondsToLimit = double.IsFinite(line.Upper) ? Until(room, line.Upper) : null,
        MostSecondsToLimit = double.IsFinite(line.Lower) ? Until(room, line.Lower) : null,
    };

    // The slope from which growth matters: the one that uses up what is left within the horizon. A few things more, or a share of a time,
    // cannot be distinguished from chance by the run, however little would matter in a month.
    private static double Matters(WatchedFigure figure, double[] values, double seconds, double room, TimeSpan horizon)
    {
        var run = Math.Max(seconds, 1);
        return figure.Resource switch
        {
            LimitedResource.None => Math.Max(double.Epsilon, NotableShare * Math.Abs(values.Order().ElementAt(values.Length / 2)) / run),
            LimitedResource.Memory => Math.Max(room, NotableBytes) / horizon.TotalSeconds,
            _ => Math.Max(Math.Max(room, 1) / horizon.TotalSeconds, FewThings / run),
        };
    }

    private static double? Until(double? room, double slope) => room is > 0 and var left && slope > 0 ? left / slope : null;

    // The interval of a slope shrinks with the power 3/2 of the time, for points at equal distances.
    private static double? More(SlopeEstimate line, double matters, double seconds)
    {
        var half = (line.Upper - line.Lower) / 2;
        var distance = Math.Max(matters - line.Slope, line.Slope);
        return !double.IsFinite(half) || distance <= 0 || half <= 0 ? null : Math.Max(seconds / 4, seconds * (Math.Pow(half / distance, 2.0 / 3) - 1));
    }

    private static double RateOf(ImmutableArray<GrowthPoint> points, double since) =>
        points.Where(p => p.Seconds >= since).Select(p => p.Rate).OfType<double>().DefaultIfEmpty().Average();

    private static ImmutableArray<GrowthPoint> Longest(ImmutableArray<GrowthPoint> points, IReadOnlyList<double> restarts) =>
        points.GroupBy(p => restarts.Count(r => r <= p.Seconds)).OrderByDescending(g => g.Last().Seconds - g.First().Seconds).FirstOrDefault() is { } longest
            ? [.. longest] : [];

    private static List<(double Seconds, double Value)> Values(ImmutableArray<GrowthPoint> points, WatchedFigure figure) =>
        [
            .. points.Select(p => (p.Seconds, Value: figure.Of(p))).Where(p => p.Value is { } value && double.IsFinite(value))
                .Select(p => (p.Seconds, p.Value!.Value)),
        ];

    // Blocks of neighbours: the lowest of each, or the median, which a single late answer does not move.
    private static List<(double Seconds, double Value)> Reduced(List<(double Seconds, double Value)> points, int most, bool isLow)
    {
        var size = (points.Count + most - 1) / most;
        if (size <= 1) return points;
        return
        [
            .. points.Chunk(size).Where(block => 2 * block.Length > size)
                .Select(block => isLow ? block.MinBy(p => p.Value) : (block.Average(p => p.Seconds), Median(block))),
        ];
    }

    private static double Median((double Seconds, double Value)[] block) => block.Select(p => p.Value).Order().ElementAt(block.Length / 2);

    private static string UnitOf(WatchedFigure figure) => figure.Unit.Dimension switch
    {
        FigureDimension.Memory => "bytes",
        FigureDimension.Time => "ns",
        _ => "count",
    };
}
