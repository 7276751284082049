using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Judging;

/// <summary>Compares two variants of one cell over the rounds that count, metric by metric; judged metrics get verdicts.</summary>
/// <param name="compare">What is compared and what decides.</param>
/// <param name="trials">The trials that count.</param>
/// <param name="minutesPerRound">How long a round takes, in minutes; null when that is not known.</param>
internal sealed class PairJudge(
    ComparePlan compare, UsedTrials trials, double? minutesPerRound = null)
{
    private const double UncorrectedLevel = 0.95;

    /// <summary>
    /// The estimate of a metric of a pair at a level; null unless every round that counts has both figures. Rounds without a quantile
    /// (because it was based on too few samples) must not simply be left out.
    /// </summary>
    public RatioEstimate? Estimate(string metric, string baseline, string variant, string cell, double level)
    {
        var ratios = trials.Pairs(baseline, variant, cell).Select(pair => LogRatio(metric, pair.Baseline, pair.Variant)).ToList();
        return ratios.Count == 0 || ratios.Contains(null) ? null : PairedRatio.FromLogRatios([.. ratios.OfType<double>()], level);
    }

    /// <summary>Judges one pair.</summary>
    /// <param name="baseline">Baseline variant.</param>
    /// <param name="variant">Compared variant.</param>
    /// <param name="cell">The cell.</param>
    /// <param name="level">Level of the verdicts of this pair, all judged metrics together.</param>
    /// <param name="biasOf">By how much the baseline certainly differs from itself in a metric, in logarithms; 0 without a control.</param>
    /// <param name="isVoid">Whether the experiment's health forbids a verdict.</param>
    public PairResult Judge(string baseline, string variant, string cell, double level, Func<string, double> biasOf, bool isVoid)
    {
        var pairs = trials.Pairs(baseline, variant, cell);
        var failures = Failures.Rise([.. pairs.Select(p => p.Baseline)], [.. pairs.Select(p => p.Variant)]);
        var judged = new JudgedMetrics(this, compare, minutesPerRound).Judge((baseline, variant, cell), level, biasOf, isVoid, failures is not null);
        var headline = judged[0];
        return new PairResult
        {
            Baseline = baseline,
            Variant = variant,
            Cell = cell,
            Verdict = headline.Verdict,
            Sentence = failures is null || isVoid ? headline.Sentence : $"{headline.Sentence} {failures}",
            Failures = failures,
            FurtherRounds = headline.FurtherRounds,
            Outlook = headline.Outlook,
            SmallestVisible = headline.SmallestVisible,
            MinutesToDecide = headline.MinutesToDecide,
            MinutesForOnePercent = headline.MinutesForOnePercent,
            Judged = judged.RemoveAt(0),
            Metrics = [Compared(compare.Headline, baseline, variant, cell, headline.Level),
                .. compare.Metrics.Concat(compare.Judge).Distinct().Where(m => m != compare.Headline).Concat(OfScripts(pairs))
                    .Select(m => Compared(m, baseline, variant, cell, judged.FirstOrDefault(j => j.Metric == m)?.Level ?? UncorrectedLevel))],
        };
    }

    /// <summary>Compares the baseline with itself.</summary>
    public PairResult Control(string baseline, string control, string cell, bool isVoid)
    {
        var definition = MetricCatalogue.Find(compare.Headline)!;
        var estimate = Estimate(compare.Headline, baseline, control, cell, UncorrectedLevel);
        var plain = new PairJudge(compare with { Judge = [] }, trials, minutesPerRound).Judge(baseline, control, cell, UncorrectedLevel, _ => 0, isVoid);
        return plain with
        {
            IsControl = true,
            Sentence = isVoid ? plain.Sentence : VerdictWords.OfControl(definition, baseline, estimate),
            Outlook = null,
            Failures = null
        };
    }

    /// <summary>
    /// The differences of a metric that can be zero, variant − baseline, one for each round; null unless every round has both figures.
    /// </summary>
    public double[]? Differences(string metric, string baseline, string variant, string cell)
    {
        var all = trials.Pairs(baseline, variant, cell).Select(p => DifferenceOf(metric, p)).ToList();
        return all.Count == 0 || all.Contains(null) ? null : [.. all.OfType<double>()];
    }

    private MetricComparison Compared(string metric, string baseline, string variant, string cell, double level)
    {
        var pairs = trials.Pairs(baseline, variant, cell);
        if (HasDifference(metric, pairs)) return Differing(metric, pairs);
        var estimate = Estimate(metric, baseline, variant, cell, level);
        return new MetricComparison
        {
            Metric = metric,
            Rounds = estimate?.Rounds ?? 0,
            Ratio = estimate?.Ratio,
            Low = estimate?.Interval?.Low,
            High = estimate?.Interval?.High,
            Level = estimate?.Interval?.Level,
            Method = estimate?.Interval is { } interval ? VerdictWords.Name(interval.Method) : null,
        };
    }

    // The figures that the trials' scripts measured: all of them are compared, because a plan does not name them.
    private static IEnumerable<string> OfScripts(ImmutableArray<(TrialRecord Baseline, TrialRecord Variant)> pairs) =>
        pairs.SelectMany(p => p.Baseline.Metrics.Keys.Concat(p.Variant.Metrics.Keys)).Where(ScriptFigure.IsName).Distinct().Order(StringComparer.Ordinal);

    // Whether a script's figure is compared by its difference: a figure that may be zero or below has no ratio.
    private static bool HasDifference(string metric, ImmutableArray<(TrialRecord Baseline, TrialRecord Variant)> pairs) =>
        MetricCatalogue.Find(metric) is { } known ? known.CanBeZero : ScriptFigure.IsShare(metric)
            || pairs.Any(p => Figure(p.Baseline, metric) <= 0 || Figure(p.Variant, metric) <= 0);

    private static MetricComparison Differing(string metric, ImmutableArray<(TrialRecord Baseline, TrialRecord Variant)> pairs)
    {
        double[] differences = [.. pairs.Select(p => DifferenceOf(metric, p)).OfType<double>().Order()];
        return new MetricComparison
        {
            Metric = metric,
            Rounds = differences.Length,
            Difference = differences.Length == 0 ? null : WalshAverages.Median(differences),
        };
    }

    private static double? LogRatio(string metric, TrialRecord baseline, TrialRecord variant) =>
        SliceRatio.LogRatio(metric, baseline.Duet, variant.Duet)
            ?? (baseline.Metrics.TryGetValue(metric, out var from) && variant.Metrics.TryGetValue(metric, out var to) && from > 0
                && to > 0 ? Math.Log(to / from) : null);

    private static double? DifferenceOf(string metric, (TrialRecord Baseline, TrialRecord Variant) pair) =>
        Figure(pair.Variant, metric) - Figure(pair.Baseline, metric);

    private static double? Figure(TrialRecord trial, string metric) => trial.Metrics.TryGetValue(metric, out var figure) ? figure : null;
}
