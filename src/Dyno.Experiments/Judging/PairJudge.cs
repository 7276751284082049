using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Judging;

/// <summary>Compares two variants of one cell over the rounds that count, metric by metric; the headline gets the verdict.</summary>
internal sealed class PairJudge(ComparePlan compare, IReadOnlyDictionary<(string Variant, string Cell, int Round), TrialRecord> trials)
{
    private const double UncorrectedLevel = 0.95;

    /// <summary>
    /// A metric of a pair at the given level; null unless every round that counts has both figures: rounds in which a quantile rested on
    /// too few samples must not be the ones that are left out.
    /// </summary>
    public RatioEstimate? Estimate(string metric, string baseline, string variant, string cell, double level)
    {
        var pairs = Rounds(baseline, variant, cell)
            .Select(round => (Base: Figure(baseline, cell, round, metric), Variant: Figure(variant, cell, round, metric))).ToList();
        if (pairs.Count == 0 || pairs.Any(pair => pair is not { Base: > 0, Variant: > 0 })) return null;
        return PairedRatio.Estimate([.. pairs.Select(p => p.Base!.Value)], [.. pairs.Select(p => p.Variant!.Value)], level);
    }

    /// <summary>Judges one pair.</summary>
    /// <param name="baseline">Baseline variant.</param>
    /// <param name="variant">Compared variant.</param>
    /// <param name="cell">The cell.</param>
    /// <param name="level">Level of the headline's interval.</param>
    /// <param name="noiseFloor">In logs; 0 without a control.</param>
    /// <param name="isVoid">Whether the experiment's health forbids a verdict.</param>
    public PairResult Judge(string baseline, string variant, string cell, double level, double noiseFloor, bool isVoid)
    {
        var definition = MetricCatalogue.All[compare.Headline];
        var rule = new VerdictRule { Threshold = ThresholdOf(definition), HigherIsBetter = definition.HigherIsBetter };
        var headline = Estimate(compare.Headline, baseline, variant, cell, level);
        var verdict = isVoid ? Verdict.Void : headline is null ? Verdict.NotJudged : rule.Judge(headline, noiseFloor);
        return new PairResult
        {
            Baseline = baseline,
            Variant = variant,
            Cell = cell,
            Verdict = VerdictWords.Name(verdict),
            Sentence = VerdictWords.Sentence(verdict, definition, variant, baseline, headline, rule.Threshold),
            FurtherRounds = verdict == Verdict.Unclear && headline is not null ? rule.FurtherRounds(headline) : null,
            Metrics = [Compared(compare.Headline, baseline, variant, cell, level),
                .. compare.Metrics.Where(m => m != compare.Headline).Concat(OfScripts(baseline, variant, cell))
                    .Select(m => Compared(m, baseline, variant, cell, UncorrectedLevel))],
        };
    }

    private MetricComparison Compared(string metric, string baseline, string variant, string cell, double level)
    {
        var rounds = Rounds(baseline, variant, cell);
        if (HasDifference(metric, baseline, variant, cell, rounds)) return Differing(metric, baseline, variant, cell, rounds);
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

    // What the trials' scripts measured is not asked for by name: all of it is compared.
    private IEnumerable<string> OfScripts(string baseline, string variant, string cell) =>
        Rounds(baseline, variant, cell).SelectMany(r => trials[(baseline, cell, r)].Metrics.Keys.Concat(trials[(variant, cell, r)].Metrics.Keys))
            .Where(ScriptFigure.IsName).Distinct().Order(StringComparer.Ordinal);

    // A script's own figures may be zero or below: there they have no ratio.
    private bool HasDifference(string metric, string baseline, string variant, string cell, ImmutableArray<int> rounds) =>
        MetricCatalogue.All.TryGetValue(metric, out var known) ? known.CanBeZero : ScriptFigure.IsShare(metric)
            || rounds.Any(r => Figure(baseline, cell, r, metric) <= 0 || Figure(variant, cell, r, metric) <= 0);

    private MetricComparison Differing(string metric, string baseline, string variant, string cell, ImmutableArray<int> rounds)
    {
        double[] differences =
        [
            .. rounds.Select(r => Figure(variant, cell, r, metric) - Figure(baseline, cell, r, metric)).OfType<double>().Order(),
        ];
        return new MetricComparison
        {
            Metric = metric,
            Rounds = differences.Length,
            Difference = differences.Length == 0 ? null : WalshAverages.Median(differences),
        };
    }

    private double ThresholdOf(MetricDefinition metric) => compare.Thresholds.GetValueOrDefault(metric.Name, metric.Threshold);

    private ImmutableArray<int> Rounds(string baseline, string variant, string cell) =>
        [.. trials.Keys.Where(k => k.Variant == baseline && k.Cell == cell).Select(k => k.Round)
            .Where(round => trials.ContainsKey((variant, cell, round))).Order()];

    private double? Figure(string variant, string cell, int round, string metric) =>
        trials[(variant, cell, round)].Metrics.TryGetValue(metric, out var figure) ? figure : null;
}
