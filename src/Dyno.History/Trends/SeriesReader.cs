namespace Dyno.History;

/// <summary>The ratios of one metric to one yardstick, a commit after the other.</summary>
internal sealed record MeasuredSeries
{
    /// <summary>The load or the experiment.</summary>
    public required string Name { get; init; }

    public required string Cell { get; init; }

    public required string Metric { get; init; }

    public required ReferenceRecord Yardstick { get; init; }

    /// <summary>The commits, oldest first.</summary>
    public required ImmutableArray<MeasuredCommit> Commits { get; init; }
}

/// <summary>A commit with all that was measured of it.</summary>
/// <param name="Records">Its records, oldest first.</param>
/// <param name="Value">Its log-ratio to the yardstick.</param>
/// <param name="AgainstParent">Commit ÷ parent, by the newest record; null where the parent was not measured.</param>
internal sealed record MeasuredCommit(ImmutableArray<HistoryRecord> Records, SeriesValue Value, MetricRecord? AgainstParent);

/// <summary>Makes series of records.</summary>
internal static class SeriesReader
{
    private const double UsualLevel = 0.95;

    /// <summary>The series of records that are in order.</summary>
    /// <param name="records">The records, oldest commit first.</param>
    /// <param name="notes">Receives what was left out.</param>
    public static IEnumerable<MeasuredSeries> Read(ImmutableArray<HistoryRecord> records, TrendOptions options, List<string> notes)
    {
        foreach (var group in records.GroupBy(record => record.Series))
        {
            // The newest yardstick counts: ratios to two yardsticks have no common scale.
            var pinned = group.Where(record => ReferenceOf(record, group) is not null).ToList();
            if (pinned.Count == 0)
            {
                notes.Add($"{group.Key}: no record has a yardstick, so there are only ratios to the parent, which add up their noise: measure with --yardstick v1.2.0 (docs/trend.md)");
                continue;
            }
            var yardstick = ReferenceOf(pinned[^1], group)!;
            var same = pinned.Where(record => KeyOf(ReferenceOf(record, group)!) == KeyOf(yardstick)).ToList();
            if (group.Count() - same.Count is var others and > 0)
                notes.Add($"{group.Key}: {others} record{(others == 1 ? " was" : "s were")} measured against another yardstick than {yardstick.Name}, or none, and left out");
            var metric = options.Metric ?? same[^1].Headline;
            foreach (var cell in same.SelectMany(record => record.Pairs).Select(pair => pair.Cell).Distinct())
            {
                if (options.Series is { } wanted && !$"{group.Key} {cell}".Contains(wanted, StringComparison.OrdinalIgnoreCase)) continue;
                ImmutableArray<MeasuredCommit> commits = [.. same.GroupBy(record => record.Commit.Id)
                    .Select(commit => Measured([.. commit], cell, metric)).OfType<MeasuredCommit>().TakeLast(options.Last)];
                if (commits.IsEmpty) continue;
                yield return new MeasuredSeries { Name = group.Key, Cell = cell, Metric = metric, Yardstick = yardstick, Commits = commits };
            }
        }
    }

    /// <summary>The metrics that records have, in their order.</summary>
    public static ImmutableArray<string> MetricsOf(IEnumerable<HistoryRecord> records) =>
        [.. records.SelectMany(record => record.Pairs).SelectMany(pair => pair.Metrics).Select(metric => metric.Metric).Distinct()];

    // Without its own yardstick, a baseline that stays the same from commit to commit is one.
    private static ReferenceRecord? ReferenceOf(HistoryRecord record, IEnumerable<HistoryRecord> all) => record.Yardstick
        ?? (all.Where(other => KeyOf(other.Baseline) == KeyOf(record.Baseline)).Select(other =>
            other.Commit.Id).Distinct().Count() >= ChangePoints.Fewest ? record.Baseline : null);

    private static string KeyOf(ReferenceRecord reference) => reference.Commit ?? reference.Name;

    private static MeasuredCommit? Measured(ImmutableArray<HistoryRecord> records, string cell, string metric)
    {
        var values = records.Select(record => MetricOf(record, record.Yardstick is null ? PairRole.Baseline
            : PairRole.Yardstick, cell, metric)).OfType<MetricRecord>()
            .Where(found => found.Ratio is not null).Select(ValueOf).ToList();
        if (values.Count == 0) return null;
        var parent = records.Reverse().Where(record => record.Yardstick is not null).Select(record => MetricOf(record,
            PairRole.Baseline, cell, metric)).FirstOrDefault(found => found?.Ratio is not null);
        return new MeasuredCommit(records, Together(values), parent);
    }

    // Records of one commit are weighted by what their launches say of them.
    private static SeriesValue Together(List<SeriesValue> values)
    {
        if (values.Count == 1) return values[0];
        if (values.Exists(value => value.Variance <= 0)) return new SeriesValue(values.Average(value => value.Value), 0);
        var weight = values.Sum(value => 1 / value.Variance);
        return new SeriesValue(values.Sum(value => value.Value / value.Variance) / weight, 1 / weight);
    }

    private static MetricRecord? MetricOf(HistoryRecord record, PairRole role, string cell, string metric) =>
        record.Pairs.FirstOrDefault(pair => pair.Role == role && pair.Cell == cell)?.Metrics.FirstOrDefault(found => found.Metric == metric);

    // The launches say how far their mean is known; where the record was shortened, its interval does.
    private static SeriesValue ValueOf(MetricRecord metric)
    {
        var value = Math.Log(metric.Ratio!.Value);
        if (metric.LogRatios.Length >= ChangePoints.Fewest)
        {
            var mean = metric.LogRatios.Average();
            return new SeriesValue(value, metric.LogRatios.Sum(ratio =>
                (ratio - mean) * (ratio - mean)) / (metric.LogRatios.Length - 1) / metric.LogRatios.Length);
        }
        if (metric is not { Low: { } low, High: { } high }) return new SeriesValue(value, 0);
        var quantile = Normal.InvCDF(0, 1, 1 - (1 - (metric.Level ?? UsualLevel)) / 2);
        return new SeriesValue(value, Math.Pow((Math.Log(high) - Math.Log(low)) / 2 / quantile, 2));
    }
}
