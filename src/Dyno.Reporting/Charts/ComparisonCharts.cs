namespace Dyno.Reporting;

/// <summary>The charts of a comparison, per matrix cell; each is null when there is nothing to draw.</summary>
internal static class ComparisonCharts
{
    public static Forest? HeadlineForest(Comparison comparison, string cell)
    {
        var headline = comparison.Experiment.Headline;
        var rows = comparison.Pairs.Where(p => p.Cell == cell).Select(p => (Pair: p, Metric: p.Metrics.FirstOrDefault(m => m.Metric == headline)))
            .Where(p => p.Metric?.Ratio is not null)
            .Select(p => Row(p.Pair, p.Metric!, p.Pair.IsControl ? "control" : ComparisonVerdictWords.WordOf(p.Pair.Verdict)) with { Label = p.Pair.Variant });
        return Of($"{FigureTable.Of(headline).Title}{(cell.Length > 0 ? $", {cell}" : "")}", $"difference from {comparison.Experiment.Baseline} with its interval",
            comparison.Experiment.Thresholds.GetValueOrDefault(headline), rows);
    }

    public static Forest? Forest(Comparison comparison, string metric)
    {
        var rows = comparison.Pairs.Where(p => !p.IsControl).Select(p => (Pair: p, Metric: p.Metrics.FirstOrDefault(m => m.Metric == metric)))
            .Where(p => p.Metric?.Ratio is not null).Select(p => Row(p.Pair, p.Metric!, "") with { Tone = Tone.Plain });
        return Of(FigureTable.Of(metric).Title, "difference from the baseline; 95 %, uncorrected", comparison.Experiment.Thresholds.GetValueOrDefault(metric), rows);
    }

    public static Chart? Rounds(Comparison comparison, string cell, int index)
    {
        var headline = comparison.Experiment.Headline;
        var (unit, factor) = ChartUnits.Of(FigureTable.Of(headline).Unit);
        var names = VariantsOf(comparison, cell);
        var rounds = comparison.Trials.Where(t => t.Cell == cell && t.Outcome == TrialOutcome.Used && t.Metrics.ContainsKey(headline))
            .GroupBy(t => (t.Round, t.Group)).OrderBy(g => g.Key).ToList();
        if (names.Count < 2 || rounds.Count == 0) return null;
        return new Chart
        {
            Id = $"rounds-{index}",
            Title = $"{FigureTable.Of(headline).Title}{In(cell)}",
            Summary = $"{FigureText.Count(rounds.DistinctBy(g => g.Key.Round).Count(), "round")}, a dot per launch",
            Axis = ChartAxis.Categories,
            Unit = unit,
            X = [.. names.Select((_, i) => (double)i)],
            Labels = [.. names],
            Lines = [.. rounds.Select((round, i) => new ChartLine($"round {round.Key.Round}{(round.Key.Group is { } group ? $", group {group}" : "")}",
                [.. names.Select(name => round.FirstOrDefault(t => t.Variant == name)?.Metrics[headline] * factor)], LatencyCurve.RoleOf(i), ChartStyle.Dots))],
            IsWide = true,
        };
    }

    public static Chart? Curves(Comparison comparison, string cell, int index) => LatencyCurve.Of($"curve-{index}", $"Latency by percentile{In(cell)}",
        "Response time by percentile, with the tail stretched: each step to the right is one more nine",
        comparison.Variants.Where(v => v.Cell == cell).Select(v => (v.Name, v.Latency)));

    public static IEnumerable<Chart?> OverTime(Comparison comparison, string cell, int index)
    {
        var middle = VariantsOf(comparison, cell).Select(name => (Name: name, MiddleTrial(comparison, name, cell)?.Series))
            .Where(v => v.Series is not null).Select(v => (v.Name, Points: UnderLoad(v.Series!))).ToList();
        yield return Of("rate", "Rate", ChartUnit.Rate, p => p.Rate, isWide: true);
        yield return Of("p99", "Response time p99", ChartUnit.Time, p => p.P99Nanos, isWide: true);
        yield return Of("cpu", "Server CPU", ChartUnit.Cores, p => p.CpuCores);
        yield return Of("memory", "Server memory", ChartUnit.Memory, p => p.WorkingSetBytes);
        yield return OfFigure("heap", "server.heap", p => p.HeapBytes);
        yield return Of("allocated", "Allocated per second", ChartUnit.Memory, p => p.AllocatedBytes);
        yield return OfFigure("pause", "server.gcPause", p => p.GcPauseSeconds); // of one second: their share of the time
        yield return OfFigure("threads", "server.threads", p => p.ThreadPoolThreads);
        yield return OfFigure("queue", "server.threadPoolQueue", p => p.ThreadPoolQueue);

        Chart? OfFigure(string id, string figure, Func<TrialPoint, double?> value)
        {
            var known = FigureTable.Of(figure);
            var (unit, factor) = ChartUnits.Of(known.Unit);
            return Of(id, known.Title, unit, p => value(p) * factor);
        }

        Chart? Of(string id, string title, ChartUnit unit, Func<TrialPoint, double?> value, bool isWide = false)
        {
            var lines = middle.Where(v => v.Points.Any(p => value(p) is not null)).ToList();
            if (lines.Count == 0) return null;
            var seconds = lines.SelectMany(v => v.Points.Select(p => p.Seconds)).Distinct().Order().ToImmutableArray();
            return new Chart
            {
                Id = $"{id}-{index}",
                Title = title + In(cell),
                Summary = "a line per variant",
                Axis = ChartAxis.Seconds,
                Unit = unit,
                X = seconds,
                Lines = [.. lines.Select((v, i) => new ChartLine(v.Name, ValuesAt(v.Points, seconds, value), LatencyCurve.RoleOf(i)))],
                Bands = seconds[0] < 0 ? [new ChartBand(seconds[0], 0, "warm-up")] : [],
                IsWide = isWide,
            };
        }
    }

    private static Forest? Of(string title, string summary, double threshold, IEnumerable<ForestRow> rows)
    {
        ImmutableArray<ForestRow> all = [.. rows];
        return all.IsEmpty ? null : new Forest(title, summary, threshold, all);
    }

    private static ForestRow Row(PairResult pair, MetricComparison metric, string verdict) => new(
        pair.Cell.Length > 0 ? $"{pair.Variant}, {pair.Cell}" : pair.Variant, metric.Ratio!.Value, metric.Low, metric.High,
        $"{FigureText.Difference(metric.Ratio.Value, metric.Low, metric.High)}{(verdict.Length > 0 ? $"  {verdict}" : "")}",
        pair.IsControl ? Tone.Quiet : ComparisonVerdictWords.ToneOf(pair));

    // The counted trial nearest to the variant's median. An average of several trials would show a course that was never measured.
    private static TrialRecord? MiddleTrial(Comparison comparison, string variant, string cell)
    {
        var headline = comparison.Experiment.Headline;
        var median = comparison.Variants.FirstOrDefault(v => v.Name == variant && v.Cell == cell)?.Metrics.GetValueOrDefault(headline)?.Median;
        return comparison.Trials.Where(t => t.Variant == variant && t.Cell == cell && t.Outcome == TrialOutcome.Used && t.Series is not null)
            .MinBy(t => median is { } middle && t.Metrics.TryGetValue(headline, out var value) ? Math.Abs(value - middle) : double.MaxValue);
    }

    // Between its slices a variant of duet trials is idle: against the clock the lines would show the slicing, not the server. So only the
    // intervals under load count, one after the other.
    private static ImmutableArray<TrialPoint> UnderLoad(TrialSeries series)
    {
        var loaded = series.Points.Where(p => p.Rate > 0).OrderBy(p => p.Seconds).ToList();
        if (loaded.Count == 0) return series.Points;
        var interval = loaded.Zip(loaded.Skip(1), (a, b) => b.Seconds - a.Seconds).Where(gap => gap > 0).DefaultIfEmpty(1).Min();
        var warmUp = loaded.Count(p => p.Seconds <= 0);
        return [.. loaded.Select((p, i) => p with { Seconds = (i + 1 - warmUp) * interval })];
    }

    private static ImmutableArray<double?> ValuesAt(ImmutableArray<TrialPoint> series, ImmutableArray<double> seconds, Func<TrialPoint, double?> value)
    {
        var points = series.GroupBy(p => p.Seconds).ToDictionary(g => g.Key, g => value(g.First()));
        return [.. seconds.Select(second => points.GetValueOrDefault(second))];
    }

    private static List<string> VariantsOf(Comparison comparison, string cell) => [.. comparison.Variants.Where(v => v.Cell == cell).Select(v => v.Name)];

    private static string In(string cell) => cell.Length > 0 ? $", {cell}" : "";
}
