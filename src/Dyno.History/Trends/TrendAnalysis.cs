using Dyno.Metrics;

namespace Dyno.History;

/// <summary>Makes a trend of records. The result depends on records and commits alone: no clock, no chance.</summary>
public static class TrendAnalysis
{
    private const double Level = 0.95;
    private const int MostCommits = 50;

    /// <summary>The trend of records.</summary>
    /// <param name="source">Where they come from, in words.</param>
    /// <param name="lineage">The branch; null where there is no repository.</param>
    /// <exception cref="UserFault">No record has the metric, or no series has the wanted name.</exception>
    public static TrendResult Of(string source, RecordSet set, Lineage? lineage, TrendOptions options)
    {
        var usable = set.Records.Where(record => record.Health != HealthState.Void).ToList();
        var estimators = usable.Select(record => record.Estimator).Distinct().Count();
        var earlier = estimators > 1 ? usable.RemoveAll(record => record.Estimator != HistoryRecord.CurrentEstimator) : 0;
        var order = CommitOrder.Of(usable, lineage);
        List<string> notes = [.. set.Skipped, .. order.Notes];
        if (earlier > 0) notes.Add($"{earlier} record{(earlier == 1 ? " is" : "s are")} of earlier builds, whose slices ended with their slowest answer, and left out: estimates of both kinds must not be mixed");
        if (set.Records.Length - usable.Count is var isVoid and > 0) notes.Add($"{isVoid} record{(isVoid == 1 ? " is" : "s are")} void and left out");
        var series = SeriesReader.Read(order.Records, options, notes).ToList();
        if (series.Count == 0 && !order.Records.IsEmpty) throw Nothing(order.Records, options, notes);
        return new TrendResult
        {
            Source = source,
            Records = set.Records.Length,
            Series = [.. series.Select(one => SeriesOf(one, lineage, options))],
            Notes = [.. notes],
        };
    }

    private static UserFault Nothing(ImmutableArray<HistoryRecord> records, TrendOptions options, List<string> notes)
    {
        if (options.Metric is { } metric && !SeriesReader.MetricsOf(records).Contains(metric))
            return new UserFault($"no record has the metric '{metric}'", $"write --metric with one of these: {string.Join(", ", SeriesReader.MetricsOf(records))}");
        if (options.Series is { } wanted)
            return new UserFault($"no series has '{wanted}' in its name", $"the series are: {string.Join("; ", records.Select(record => record.Series).Distinct().Take(20))}");
        return new UserFault("no record has a yardstick, and without one there is no series", notes.Count > 0 ? notes[^1] : "measure with --yardstick");
    }

    private static TrendSeries SeriesOf(MeasuredSeries measured, Lineage? lineage, TrendOptions options)
    {
        SeriesValue[] values = [.. measured.Commits.Select(commit => commit.Value)];
        var detection = ChangePoints.Find(values);
        var movements = Drifts.Join(values, detection.Changes);
        var variances = Noise.VariancesOf(values);
        var levels = Levels.Of(values, variances, movements);
        return new TrendSeries
        {
            Name = measured.Name,
            Cell = measured.Cell,
            Metric = measured.Metric,
            Yardstick = measured.Yardstick,
            Points = [.. measured.Commits.Select((commit, i) => PointOf(commit, Math.Exp(levels.Values[i])))],
            Changes = [.. movements.Select((movement, i) => ChangeOf(measured, values, movement, i == 0
                ? 0 : movements[i - 1].Change.Index, lineage, options))],
            Now = levels.Last,
            Noise = Math.Sqrt(Median(variances)),
            Doubtful = [.. detection.Splits.Select(split => split.Index).Concat(detection.Partition)
                .Where(at => !movements.Any(movement => Covers(movement, at))).Distinct().Order().Select(at => IdOf(measured, at))],
        };
    }

    private static bool Covers(Movement movement, int at) =>
        at >= movement.Change.Earliest - ChangePoints.Fewest && at <= Math.Max(movement.Change.Latest, movement.DriftsUntil ?? 0) + ChangePoints.Fewest;

    private static TrendPoint PointOf(MeasuredCommit commit, double level)
    {
        var newest = commit.Records[^1];
        var half = commit.Value.Variance > 0 ? Normal.InvCDF(0, 1, 1 - (1 - Level) / 2) * Math.Sqrt(commit.Value.Variance) : (double?)null;
        return new TrendPoint
        {
            Commit = newest.Commit.Id,
            Subject = newest.Commit.Subject,
            CommittedAt = newest.Commit.CommittedAt,
            Records = commit.Records.Length,
            Ratio = Math.Exp(commit.Value.Value),
            Low = half is { } below ? Math.Exp(commit.Value.Value - below) : null,
            High = half is { } above ? Math.Exp(commit.Value.Value + above) : null,
            Level = level,
            AgainstParent = RangeOf(commit.AgainstParent),
            Verdict = commit.AgainstParent?.Verdict,
            Machine = newest.Machine.Cpu,
        };
    }

    private static TrendChange ChangeOf(MeasuredSeries measured, SeriesValue[] values, Movement movement, int start, Lineage? lineage, TrendOptions options)
    {
        var change = movement.Change;
        var seen = FirstSight.Of(values, start, movement);
        var to = movement.DriftsUntil ?? change.Index;
        return new TrendChange
        {
            IsDrift = movement.DriftsUntil is not null,
            IsRegression = change.Size > 0 != FigureTable.Of(measured.Metric).HigherIsBetter,
            Size = new RatioRange(Math.Exp(change.Size), Math.Exp(change.Low), Math.Exp(change.High)),
            From = IdOf(measured, change.Index - 1),
            To = IdOf(measured, to),
            Commits = Between(measured, change.Earliest - 1, Math.Max(to, change.Latest), lineage),
            FirstSeen = IdOf(measured, seen),
            IsNew = seen >= values.Length - options.Newest,
            Probability = change.Probability,
            AgainstParent = movement.DriftsUntil is null ? RangeOf(measured.Commits[change.Index].AgainstParent) : null,
        };
    }

    // The commits after the last one that is surely of the old level, up to the first one that is surely of the new level.
    private static ImmutableArray<TrendCommit> Between(MeasuredSeries measured, int last, int first, Lineage? lineage)
    {
        var (from, to) = (IdOf(measured, last), IdOf(measured, first));
        var listed = lineage?.Commits.SkipWhile(commit => commit.Id != from).Skip(1).ToList() ?? [];
        var end = listed.FindIndex(commit => commit.Id == to);
        return end >= 0 ? [.. listed.Take(Math.Min(end + 1, MostCommits)).Select(commit => new TrendCommit(commit.Id, commit.Subject))]
            : [.. measured.Commits.Skip(last + 1).Take(Math.Min(first - last, MostCommits)).Select(commit =>
                new TrendCommit(commit.Records[^1].Commit.Id, commit.Records[^1].Commit.Subject))];
    }

    private static string IdOf(MeasuredSeries measured, int at) => measured.Commits[at].Records[^1].Commit.Id;

    private static RatioRange? RangeOf(MetricRecord? metric) =>
        metric is { Ratio: { } ratio, Low: { } low, High: { } high } ? new RatioRange(ratio, low, high) : null;

    private static double Median(ImmutableArray<double> values) => values.Order().ElementAt(values.Length / 2);
}
