namespace Dyno.Experiments;

/// <summary>Makes the tables and charts that a study shows beside its claims.</summary>
internal static class StudyViews
{
    /// <summary>A table with the figures so far.</summary>
    /// <param name="find">The result that measured a figure; null when none did.</param>
    public static TableRecord Of(StudyTable table, Func<Measure, Comparison?> find) =>
        new(table.Says, table.Columns, [.. table.Rows.Select(row => new TableRowRecord(row.Label, [.. row.Measures.Select(measure => Of(measure, find))]))]);

    private static TableFigure Of(Measure measure, Func<Measure, Comparison?> find)
    {
        var figure = find(measure) is { } comparison ? ClaimJudge.FigureOf(measure, comparison) : null;
        return new TableFigure(figure?.Measured ?? "", figure?.Interval ?? "");
    }

    /// <summary>A chart; null when nothing was measured.</summary>
    public static ChartRecord? Of(StudyChart chart, Func<Measure, Comparison?> find)
    {
        if (find(chart.Measure) is not { } comparison) return null;
        var (variant, cell) = (chart.Measure.Variant, chart.Measure.Cell);
        var trials = comparison.Trials.Where(t => t.Outcome == TrialOutcome.Used && t.Variant == variant && t.Cell == cell);
        if (KeptComparisons.Middle(comparison, trials) is not { Series: { } series }) return null;
        var known = series.Points.Where(p => p.Seconds >= 0 && chart.Series.Of(p) is not null)
            .ToDictionary(p => (int)p.Seconds, p => chart.Series.Of(p)!.Value);
        if (known.Count < 2) return null;
        var explanations = comparison.Variants.Where(v => v.Name == variant && v.Cell == cell).SelectMany(v => v.Explanations);
        return new ChartRecord(chart.Says, chart.Series.Unit, Filled(known), [.. explanations.Select(e => e.Message)]);
    }

    // A second without a point takes the value of the previous second, because counters arrive only about once a second.
    private static ImmutableArray<double> Filled(Dictionary<int, double> known)
    {
        var (first, last) = (known.Keys.Min(), known.Keys.Max());
        var values = ImmutableArray.CreateBuilder<double>();
        for (var second = 0; second <= last; second++)
            values.Add(known.TryGetValue(second, out var value) ? value : second <= first ? known[first] : values[^1]);
        return values.ToImmutable();
    }
}
