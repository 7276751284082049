namespace Dyno.Results;

/// <summary>
/// Judges the thresholds of several runs again on the merged figures. A threshold that not every run has, or whose figure the merge
/// does not have, is not judged. When a run crossed such a threshold, the merge shows the threshold as crossed, with that run's
/// value.
/// </summary>
internal sealed class ThresholdMerge
{
    // Metrics that a script's own metrics do not include; they are read from the rest of the merged result.
    private static readonly string[] OfDyno = ["response_time", "service_time", "failed_requests", "start_lag"];

    private readonly MetricMerge _metrics;
    private readonly ResultMetrics _measured;
    private readonly bool _isOfScripts;
    private readonly IReadOnlyDictionary<string, double> _figures;

    /// <param name="runs">The runs in their order.</param>
    /// <param name="figures">The merged figures that are not metrics, such as the server's; empty where they cannot be merged.</param>
    public ThresholdMerge(List<RunResult> runs, MetricMerge metrics, PhaseResult measured, IReadOnlyDictionary<string, double> figures)
    {
        _figures = figures;
        (_metrics, _measured, _isOfScripts) = (metrics, new ResultMetrics(measured), metrics.IsOfScripts);
        var (records, left) = (ImmutableArray.CreateBuilder<ThresholdRecord>(), ImmutableArray.CreateBuilder<ThresholdRecord>());
        foreach (var same in runs.SelectMany(run => Of(run)).GroupBy(t => (t.Metric, t.Expression)))
        {
            List<ThresholdRecord> parts = [.. same];
            var isEverywhere = runs.TrueForAll(run => Of(run).Any(t => (t.Metric, t.Expression) == same.Key));
            if (isEverywhere && Judged(parts) is { } judged) records.Add(judged);
            else left.AddRange(parts);
        }
        // A threshold that a run crossed is shown as crossed, and not as left out.
        var crossed = left.Where(t => !t.Passed).DistinctBy(t => (t.Metric, t.Expression)).ToList();
        records.AddRange(crossed);
        (Records, NotJudged) = (records.ToImmutable(), [.. left.Where(t => !crossed.Exists(c => (c.Metric, c.Expression) == (t.Metric, t.Expression)))]);
    }

    /// <summary>The thresholds that were judged again, and those that were not judged again but that a run has crossed.</summary>
    public ImmutableArray<ThresholdRecord> Records { get; }

    /// <summary>The thresholds of single runs that were not judged again, and that no run crossed.</summary>
    public ImmutableArray<ThresholdRecord> NotJudged { get; }

    private static ImmutableArray<ThresholdRecord> Of(RunResult run) => run.Thresholds.IsDefault ? [] : run.Thresholds;

    private ThresholdRecord? Judged(List<ThresholdRecord> parts)
    {
        var first = parts[0];
        if (first.IsBurnRate) return null;
        if (first.Windows is not null) return OfWindows(parts);
        if (FigureThresholds.ConditionOf(first) is not null)
            return _figures.ContainsKey(first.Metric) ? FigureThresholds.Judged(parts.Find(t => t.Aborted) ?? first, _figures) : null;
        if (!MetricSelector.TryParse(first.Metric, out var selector, out _) || Parsed(first.Expression) is not { } expression) return null;
        if (SourceOf(selector) is not { } source) return IsEmptyEverywhere(selector, parts) ? first : null;
        var isMeasured = source.TryRead(selector, expression.Aggregation, out var value);
        var lacksGood = source.LacksGoodAnswers(selector) || parts.TrueForAll(t => t.LacksGoodAnswers);
        var holds = !lacksGood && (isMeasured ? expression.Holds(value) : parts.TrueForAll(t => t.Passed));
        var ended = parts.Find(t => t.Aborted); // a threshold that ended a run has failed, whatever the other runs measured
        return first with
        {
            Passed = holds && ended is null,
            Value = holds && ended is not null ? ended.Value : value,
            Aborted = ended is not null,
            LacksGoodAnswers = lacksGood
        };
    }

    // Windows of runs at the same time and of runs one after the other count alike.
    private static ThresholdRecord? OfWindows(List<ThresholdRecord> parts)
    {
        var all = parts.Sum(t => t.Windows ?? 0);
        if (all == 0 || !ThresholdParser.TryParse($"{parts[0].Metric}: {parts[0].Expression}", MetricCatalog.Script, out var threshold, out _)
            && !ThresholdParser.TryParse(parts[0].Expression, out threshold, out _)) return null;
        var held = parts.Sum(t => t.Value * (t.Windows ?? 0));
        var ended = parts.Exists(t => t.Aborted);
        var holds = threshold.Windows is { } demanded && held >= demanded.Share * all - 1e-9;
        return parts[0] with { Value = held / all, Windows = all, Passed = holds && !ended, Aborted = ended };
    }

    private IMetricSource? SourceOf(MetricSelector selector)
    {
        if (_metrics.Has(selector)) return _metrics;
        return ResultMetrics.Knows(selector) && (!_isOfScripts || OfDyno.Contains(selector.Name)) ? _measured : null;
    }

    // A metric of a script without a value is in none of the script's results.
    private bool IsEmptyEverywhere(MetricSelector selector, List<ThresholdRecord> parts) =>
        _isOfScripts && selector.Tags.IsEmpty && !OfDyno.Contains(selector.Name) && !_metrics.LeftOut.Contains(selector.Name)
        && parts.TrueForAll(t => t == parts[0]);

    private static ThresholdExpression? Parsed(string expression) =>
        ThresholdExpression.TryParse(expression, out var k6, out _) ? k6
            : ThresholdParser.TryParse(expression, out var dyno, out _) ? dyno.Expression : null;
}
