namespace Dyno.Reporting;

/// <summary>The curves of a search: the p99 over the rates, or the headline and each further metric over the values of a setting.</summary>
internal static class SweepCharts
{
    public static IEnumerable<Chart> Of(SweepResult sweep) => sweep.Over is null ? OverRates(sweep) : OverValues(sweep);

    private static IEnumerable<Chart> OverRates(SweepResult sweep)
    {
        var points = sweep.Points.Where(p => p.P99Nanos is not null).ToList();
        var rates = points.Select(p => p.Rate).Distinct().Order().ToImmutableArray();
        if (rates.Length < 2) yield break;
        yield return new Chart
        {
            Id = "sweep",
            Title = "Response time p99 by offered rate",
            Summary = "the rates that the search measured",
            Axis = ChartAxis.Rates,
            Unit = ChartUnit.Time,
            IsLogarithmic = true,
            X = rates,
            Lines = [.. points.GroupBy(NameOf).Select((g, i) => new ChartLine(g.Key,
                [.. rates.Select(rate => g.FirstOrDefault(p => p.Rate == rate)?.P99Nanos)], LatencyCurve.RoleOf(i), ChartStyle.Dots))],
            IsWide = true,
        };
    }

    private static IEnumerable<Chart> OverValues(SweepResult sweep)
    {
        if (sweep.Points.Select(p => p.Objective?.Metric).FirstOrDefault(metric => metric is not null) is not { } headline) yield break;
        // The point with the most metrics lists them in the order of the experiment.
        var metrics = sweep.Points.OrderByDescending(p => p.Others.Length).SelectMany(p => p.Others).Select(other => other.Metric).Distinct().Prepend(headline);
        foreach (var (index, metric) in metrics.Index())
            if (OfMetric(sweep, metric, index) is { } chart) yield return chart;
    }

    // The metric at each value, with the ends of its interval over the launches.
    private static Chart? OfMetric(SweepResult sweep, string metric, int index)
    {
        var points = sweep.Points.Select(p => (Name: NameOf(p), p.Rate, Figure: FigureOf(p, metric))).Where(p => p.Figure is not null).ToList();
        var values = points.Select(p => p.Rate).Distinct().Order().ToImmutableArray();
        if (values.Length < 2 || points.All(p => p.Figure!.Value == 0)) return null;
        var (unit, factor) = ChartUnits.Of(FigureTable.Of(metric).Unit);
        var curves = points.GroupBy(p => p.Name).ToList();
        return new Chart
        {
            Id = index == 0 ? "sweep" : $"sweep-{index}",
            Title = $"{FigureTable.Of(metric).Title} by {SettingOf(sweep.Over!)}",
            Summary = "the middle of the launches at each value; dashed: its 95 % interval",
            Axis = ChartAxis.Categories,
            Unit = unit,
            IsLogarithmic = unit == ChartUnit.Time,
            X = [.. values.Select((_, place) => (double)place)],
            Labels = [.. values.Select(value => value.ToString("0.###", CultureInfo.InvariantCulture))],
            Lines = [.. curves.SelectMany((curve, place) => Lines(curve.Count() == points.Count ? metric : curve.Key, curve, place))],
            IsWide = true,
        };

        IEnumerable<ChartLine> Lines(string name, IEnumerable<(string Name, double Rate, SweepObjective? Figure)> curve, int place)
        {
            var at = curve.GroupBy(p => p.Rate).ToDictionary(g => g.Key, g => g.First().Figure!);
            yield return Line(name, figure => figure.Value, LatencyCurve.RoleOf(place), ChartStyle.Dots);
            if (!at.Values.Any(figure => figure.Low is not null)) yield break;
            yield return Line($"{name}, lower end", figure => figure.Low, ChartRole.Quiet, ChartStyle.Dashed);
            yield return Line($"{name}, upper end", figure => figure.High, ChartRole.Quiet, ChartStyle.Dashed);

            ChartLine Line(string title, Func<SweepObjective, double?> value, ChartRole role, ChartStyle style) =>
                new(title, [.. values.Select(v => at.TryGetValue(v, out var figure) ? value(figure) * factor : null)], role, style);
        }
    }

    // The setting of env.LIMIT is LIMIT.
    private static string SettingOf(string over) => over[(over.IndexOf('.', StringComparison.Ordinal) + 1)..];

    private static SweepObjective? FigureOf(SweepPoint point, string metric) =>
        point.Objective?.Metric == metric ? point.Objective : point.Others.FirstOrDefault(other => other.Metric == metric);

    private static string NameOf(SweepPoint point) => point.Cell.Length > 0 ? $"{point.Variant}, {point.Cell}" : point.Variant;
}
