namespace Dyno.Experiments;

/// <summary>
/// Gives the verdicts of one pair on all judged metrics, corrected together by Holm's procedure (Holm 1979). Every metric is judged at a
/// level that allows for all of them. Metrics with a certain difference are then set aside, and the others are judged again at a level that
/// allows for the remaining ones, until no further difference is certain. "Same" rejects nothing and frees no error. A single metric is
/// judged at its own level.
/// </summary>
internal sealed class JudgedMetrics(PairJudge judge, ComparePlan compare, double? minutesPerRound)
{
    /// <summary>A verdict for each metric, the headline first.</summary>
    public ImmutableArray<MetricVerdict> Judge(
        (string Baseline, string Variant, string Cell) pair, double level, Func<string, double> biasOf, bool isVoid, bool failuresRise)
    {
        string[] metrics =
        [
            .. compare.Judge.Concat(compare.JudgeByDefault.Where(m => judge.HasFigures(m, pair.Baseline, pair.Variant, pair.Cell)))
                .Prepend(compare.Headline).Distinct(),
        ];
        var verdicts = new MetricVerdict?[metrics.Length];
        for (var open = metrics.Length; ;)
        {
            var each = 1 - (1 - level) / open;
            for (var i = 0; i < metrics.Length; i++)
                if (verdicts[i] is null || !IsDifferent(verdicts[i]!)) verdicts[i] = One(metrics[i], pair, each, biasOf(metrics[i]), isVoid, failuresRise);
            var left = verdicts.Count(v => !IsDifferent(v!));
            if (left == 0 || left == open) return [.. verdicts.Select(v => v!)];
            open = left;
        }
    }

    private static bool IsDifferent(MetricVerdict verdict) => verdict.Verdict is "faster" or "slower" or "slightlyFaster" or "slightlySlower";

    private MetricVerdict One(
        string metric, (string Baseline, string Variant, string Cell) pair, double level, double bias, bool isVoid, bool failuresRise)
    {
        var definition = FigureTable.Find(metric)!;
        isVoid &= !definition.IsStructural;
        if (definition.CanBeZero || judge.HasZero(metric, pair.Baseline, pair.Variant, pair.Cell)) return ByDifference(definition, pair, level, isVoid);
        var rule = new VerdictRule
        {
            Threshold = compare.Thresholds.GetValueOrDefault(metric, definition.Threshold),
            HigherIsBetter = definition.HigherIsBetter,
            FewestRoundsNeeded = definition.IsStructural ? VerdictRule.FewestRoundsOfStructure : VerdictRule.FewestRounds,
        };
        var estimate = judge.Estimate(metric, pair.Baseline, pair.Variant, pair.Cell, level);
        var voidBecause = isVoid ? null : judge.WhyVoid(definition, pair.Baseline, pair.Variant, pair.Cell, estimate);
        var verdict = isVoid || voidBecause is not null ? Verdict.Void : estimate is null ? Verdict.NotJudged : rule.Judge(estimate, bias);
        if (failuresRise && verdict is Verdict.Faster or Verdict.SlightlyFaster or Verdict.Same && !definition.IsStructural) verdict = Verdict.Unclear;
        var outlook = Detectability.Of(rule, estimate, verdict, bias, minutesPerRound);
        if (failuresRise && verdict == Verdict.Unclear) outlook = outlook.OnlySeen();
        return new MetricVerdict
        {
            Metric = metric,
            Verdict = VerdictWords.Name(verdict),
            Sentence = voidBecause ?? VerdictWords.Sentence(verdict, definition, pair.Variant, pair.Baseline, estimate, rule, bias),
            Level = level,
            IsSettled = IsSettled(verdict, rule, estimate, bias),
            IsStructural = definition.IsStructural,
            Outlook = outlook.Sentence.Length > 0 ? outlook.Sentence : null,
            SmallestVisible = outlook.SmallestVisible,
            FurtherRounds = outlook.FurtherRounds,
            MinutesToDecide = outlook.MinutesToDecide,
            MinutesForOnePercent = outlook.MinutesForOnePercent,
        };
    }

    private static bool IsSettled(Verdict verdict, VerdictRule rule, RatioEstimate? estimate, double bias) => verdict switch
    {
        Verdict.SlightlyFaster or Verdict.SlightlySlower => estimate?.Interval is { } interval && rule.IsWithin(interval, bias),
        Verdict.Unclear or Verdict.NotJudged => false,
        _ => true,
    };

    private MetricVerdict ByDifference(Figure definition, (string Baseline, string Variant, string Cell) pair, double level, bool isVoid)
    {
        var differences = judge.Differences(definition.Name, pair.Baseline, pair.Variant, pair.Cell);
        var limit = compare.Thresholds.GetValueOrDefault(definition.Name, definition.Threshold);
        if (!definition.CanBeZero && judge.Medians(definition.Name, pair.Baseline, pair.Variant, pair.Cell) is { } figures)
            limit *= Math.Max(figures.Baseline, figures.Variant); // the threshold of a metric with ratios is a share
        var (verdict, location) = isVoid ? (Verdict.Void, null) : DifferenceRule.Judge(differences, level, limit, definition.IsStructural);
        return new MetricVerdict
        {
            Metric = definition.Name,
            Verdict = VerdictWords.Name(verdict),
            Sentence = location is null
                ? $"{pair.Variant} against {pair.Baseline}: {(isVoid ? "void, the measurement cannot be used" : $"no figures of {definition.Phrase}")}."
                : DifferenceWords.Sentence(verdict, definition, pair.Variant, pair.Baseline,
                    judge.Medians(definition.Name, pair.Baseline, pair.Variant, pair.Cell), location),
            Level = level,
            IsStructural = definition.IsStructural,
            Outlook = Detectability.OfDifference(location, limit, definition.Phrase, verdict != Verdict.NotJudged),
        };
    }
}
