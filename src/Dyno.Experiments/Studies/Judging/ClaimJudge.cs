namespace Dyno.Experiments;

/// <summary>
/// Judges a claim from the trials of an experiment. The judgement depends on the trials alone, so that kept results can be judged again. A
/// claim holds when the whole 95 % interval meets its condition, and does not hold when the whole interval fails it. A claim that
/// something never happens does not hold when it happened in one round.
/// </summary>
public static class ClaimJudge
{
    private const double Level = 0.95;

    /// <summary>Judges a claim.</summary>
    /// <param name="comparison">The result of the experiment; null when the experiment was not run.</param>
    /// <param name="absence">Why there is no result, when one was expected; otherwise null.</param>
    public static ClaimRecord Judge(Claim claim, Comparison? comparison, string? absence = null)
    {
        var record = new ClaimRecord
        {
            Id = claim.Id,
            Says = claim.Says,
            ArticleValue = claim.ArticleValue,
            Condition = claim.Condition?.Text ?? "",
            Outcome = ClaimOutcome.NotRun,
            Why = claim.Note,
        };
        if (claim.CannotBeJudged is { } why) return record with { Outcome = ClaimOutcome.CannotBeJudged, Why = why };
        if (absence is not null) return record with { Outcome = ClaimOutcome.CannotBeJudged, Why = absence };
        return comparison is null ? record : Judge(record, claim, comparison);
    }

    /// <summary>A figure without a judgement, in words; null when it was not measured.</summary>
    public static (string Measured, string Interval)? FigureOf(Measure measure, Comparison comparison)
    {
        if (comparison.Health.State == HealthState.Void) return null;
        if (measure is SearchMeasure search) return FoundBy(search, comparison);
        if (Estimate(measure, comparison) is not { } estimate) return null;
        var interval = estimate.Interval is { } ends ? $"{Say(measure, ends.Low)} to {Say(measure, ends.High)}" : "";
        return (Say(measure, estimate.Ratio), interval);
    }

    private static ClaimRecord Judge(ClaimRecord record, Claim claim, Comparison comparison)
    {
        var measure = claim.Measure!;
        if (comparison.Health.State == HealthState.Void)
            return Undecided(record, $"the experiment is void: {comparison.Health.Findings.FirstOrDefault()?.Message}");
        if (comparison.Skipped.FirstOrDefault(s => measure.Needs.Any(n => n.Variant == s.Name)) is { } skipped)
            return Undecided(record, $"{skipped.Name} was left out: {skipped.Reason}");
        if (measure is SearchMeasure search) return Judge(record, claim, search, comparison);
        if (Estimate(measure, comparison) is not { } estimate)
            return Undecided(record, WhyNoEstimate(measure, comparison));
        record = record with { Measured = Say(measure, estimate.Ratio) };
        if (estimate.Interval is not { } interval) return Undecided(record, "one round gives no interval: run more rounds");
        record = record with { Interval = $"{Say(measure, interval.Low)} to {Say(measure, interval.High)}" };
        if (measure is FigureMeasure && claim.Condition is { High: 0 } && ValuesOf(measure, comparison) is var values && values.Any(v => v > 0))
            return Explained(record, ClaimOutcome.DoesNotHold, $"not so in {values.Count(v => v > 0)} of {values.Length} rounds");
        return Decided(record, claim.Condition!, interval.Low, interval.High, $"{estimate.Rounds} rounds leave the interval");
    }

    // The finding of a search lies between two measured rates; beyond the ends of the range nothing is known.
    private static ClaimRecord Judge(ClaimRecord record, Claim claim, SearchMeasure measure, Comparison comparison)
    {
        if (measure.In(comparison) is not { } found) return Undecided(record, $"no search was made for {measure.Variant}");
        if ((found.Low is null && found.Confirmed is null && comparison.Sweep!.Find is "goal" or "best") || found is { Low: null, High: null })
            return Undecided(record, found.Sentence);
        var (measured, interval) = InWords(found, comparison.Sweep!);
        record = record with { Measured = measured, Interval = interval };
        return Decided(record, claim.Condition!, found.Low ?? 0, found.High ?? double.PositiveInfinity, "the search ends with a bracket");
    }

    private static (string Measured, string Interval)? FoundBy(SearchMeasure measure, Comparison comparison) =>
        measure.In(comparison) is { } found ? InWords(found, comparison.Sweep!) : null;

    private static (string Measured, string Interval) InWords(SweepFinding found, SweepResult sweep)
    {
        var unit = sweep.Over is null ? FigureUnit.PerSecond : FigureUnit.Number;
        return (found.Low, found.High) switch
        {
            ({ } low, { } high) when low == high => (Say(unit, low), ""),
            ({ } low, { } high) => (Say(unit, Math.Sqrt(low * high)), $"{Say(unit, low)} to {Say(unit, high)}"),
            ({ } low, null) => ($"{Say(unit, low)} and more", ""),
            (_, var high) => ($"less than {Say(unit, high ?? 0)}", ""),
        };
    }

    private static ClaimRecord Decided(ClaimRecord record, Condition condition, double low, double high, string what) => condition.Judge(low, high) switch
    {
        true => record with { Outcome = ClaimOutcome.Holds },
        false => record with { Outcome = ClaimOutcome.DoesNotHold },
        _ => Undecided(record, $"{what} across the end of {condition.Text}"),
    };

    private static ClaimRecord Undecided(ClaimRecord record, string why) => Explained(record, ClaimOutcome.CannotBeJudged, why);

    private static ClaimRecord Explained(ClaimRecord record, ClaimOutcome outcome, string why) =>
        record with { Outcome = outcome, Why = record.Why.Length > 0 ? $"{why.TrimEnd('.')}. {record.Why}" : why };

    // The unit of an estimate that is a figure; null for a ratio of figures.
    private static FigureUnit? UnitOf(Measure measure) => measure is FigureMeasure or DifferenceMeasure ? FigureTable.Of(measure.Metric).Unit : null;

    private static string Say(Measure measure, double value) => UnitOf(measure) is { } unit ? Say(unit, value) : "× " + Plain(value);

    // Times are in nanoseconds here, as in conditions. The median of counts, and the ends of its interval, need not be whole.
    private static string Say(FigureUnit unit, double value) => (value < 0 ? "−" : "")
        + (unit.Dimension is FigureDimension.Count or FigureDimension.Number ? Plain(Math.Abs(value)) : unit.Say(Math.Abs(value) / unit.Factor));

    // Three decimals next to 1, where most ratios lie; whole numbers without any.
    private static string Plain(double value) => value switch
    {
        < 9.995 => value.ToString("0.###", CultureInfo.InvariantCulture),
        < 99.95 => value.ToString("0.#", CultureInfo.InvariantCulture),
        _ => FigureText.Digits(value),
    };

    // A figure by itself counts as its ratio to 1, so that every kind of measure has the same estimate and the same interval.
    private static RatioEstimate? Estimate(Measure measure, Comparison comparison)
    {
        var factor = UnitOf(measure)?.Factor ?? 1;
        if (measure is RatioMeasure { Rivals.IsEmpty: false } against) measure = against with { Baseline = BestOf(against, comparison), Rivals = [] };
        if (measure is FigureMeasure && FigureTable.Of(measure.Metric).CanBeZero)
            return Plain([.. ValuesOf(measure, comparison).Select(v => v * factor)],
                FigureTable.Of(measure.Metric).IsShare ? factor : null);
        if (measure is DifferenceMeasure more)
            return Plain([.. Together(more.Variant, more.Baseline, more.Cell, more.Metric)
                .Select(p => (p.Above - p.Below) / more.More * factor)], null);
        if (measure is RatioMeasure ratio && ratio.Cell == ratio.BaselineCell
            && OfSlices(ratio.Variant, ratio.Baseline, ratio.Cell, ratio.Metric, comparison) is { Count: > 0 } logs)
            return PairedRatio.FromLogRatios([.. logs.Select(log => log.Log)], Level);
        if (measure is GrowthMeasure growth && GrowthOfSlices(growth, comparison) is { Length: > 0 } changes) return PairedRatio.FromLogRatios(changes, Level);
        var pairs = measure switch
        {
            RatioMeasure r when r.Cell == r.BaselineCell => Together(r.Variant, r.Baseline, r.Cell, r.Metric),
            RatioMeasure r => Pairs(Of(r.Variant, r.Cell, r.Metric), Of(r.Baseline, r.BaselineCell, r.Metric)),
            GrowthMeasure g => Pairs(
                Ratios(Pairs(Of(g.Variant, g.Cell, g.Metric), Of(g.Baseline, g.Cell, g.Metric))),
                Ratios(Pairs(Of(g.Variant, g.FromCell, g.Metric), Of(g.Baseline, g.FromCell, g.Metric)))),
            QuotientMeasure q => Pairs(Of(q.Variant, q.Cell, q.Metric), Of(q.Variant, q.Cell, q.Per)),
            RepetitionMeasure r => Halves(ValuesOf(r, comparison)),
            _ => Of(measure.Variant, measure.Cell, measure.Metric).Select(v => (v.Round, Above: v.Value * factor, Below: 1.0)),
        };
        var each = pairs.ToImmutableArray();
        if (each.IsEmpty || each.Any(p => p.Below <= 0)) return null;
        return each.All(p => p.Above > 0) // a round without anything has a ratio, 0, but no logarithm; leaving it out would hide it
            ? PairedRatio.Estimate([.. each.Select(p => p.Below)], [.. each.Select(p => p.Above)], Level)
            : Plain([.. each.Select(p => p.Above / p.Below)], null);

        IEnumerable<(int Round, double Above, double Below)> Together(string variant, string baseline, string cell, string metric) =>
            new UsedTrials(comparison.Trials.Where(t => t.Metrics.ContainsKey(metric))).Pairs(baseline, variant, cell)
                .Select(pair => (pair.Baseline.Round, pair.Variant.Metrics[metric], pair.Baseline.Metrics[metric]));

        IEnumerable<(int Round, double Value)> Of(string variant, string cell, string metric) => ByRound(comparison, variant, cell, metric);
    }

    private static string WhyNoEstimate(Measure measure, Comparison comparison) =>
        measure.Needs.Distinct().All(n => ByRound(comparison, n.Variant, n.Cell, measure.Metric).Any())
            ? $"{measure.Metric} is 0 in a round that it is compared with, and nothing can be divided by it"
            : $"no round measured {measure.Metric} of {string.Join(" and ", measure.Needs.Select(n => n.Variant).Distinct())}";

    // The figure of each round, in the order of the rounds.
    private static double[] ValuesOf(Measure measure, Comparison comparison) =>
        [.. ByRound(comparison, measure.Variant, measure.Cell, measure.Metric).OrderBy(v => v.Round).Select(v => v.Value)];

    // A variant that was up in several groups of a round counts once in it, with the mean of its launches.
    private static IEnumerable<(int Round, double Value)> ByRound(Comparison comparison, string variant, string cell, string metric)
    {
        var own = comparison.Trials
            .Where(t => t.Outcome == TrialOutcome.Used && t.Variant == variant && t.Cell == cell && t.Metrics.ContainsKey(metric)).ToList();
        return own.Where(t => t.Group is null).Select(t => (t.Round, t.Metrics[metric]))
            .Concat(own.Where(t => t.Group is not null).GroupBy(t => t.Round, (round, together) => (round, together.Average(t => t.Metrics[metric]))));
    }

    // The baseline with the best median.
    private static string BestOf(RatioMeasure measure, Comparison comparison)
    {
        var better = FigureTable.Find(measure.BestBy)?.HigherIsBetter == true ? 1 : -1;
        return measure.Rivals.Prepend(measure.Baseline).MaxBy(name =>
        {
            double[] values = [.. comparison.Trials
                .Where(t => t.Outcome == TrialOutcome.Used && t.Variant == name && t.Cell == measure.BaselineCell && t.Metrics.ContainsKey(measure.BestBy))
                .Select(t => better * t.Metrics[measure.BestBy]).Order()];
            return values.Length == 0 ? double.NegativeInfinity : WalshAverages.Median(values);
        })!;
    }

    // The log-ratio of each round within a cell, from its slices, which show more than the sums of the round; empty when a round has no slices.
    private static List<(int Round, double Log)> OfSlices(string variant, string baseline, string cell, string metric, Comparison comparison)
    {
        var rounds = new UsedTrials(comparison.Trials).Pairs(baseline, variant, cell)
            .Select(pair => (pair.Baseline.Round, Log: SliceRatio.LogRatio(metric, pair.Baseline.Duet, pair.Variant.Duet))).ToList();
        return rounds.Exists(round => round.Log is null) ? [] : rounds.ConvertAll(round => (round.Round, round.Log!.Value));
    }

    // How the ratio of each round in the first cell becomes the ratio of the same round in the other one.
    private static double[] GrowthOfSlices(GrowthMeasure measure, Comparison comparison)
    {
        var before = ByRound(measure.FromCell);
        return
        [
            .. ByRound(measure.Cell).Where(round => before.ContainsKey(round.Key)).OrderBy(round => round.Key)
                .Select(round => round.Value - before[round.Key]),
        ];

        Dictionary<int, double> ByRound(string cell) => OfSlices(measure.Variant, measure.Baseline, cell, measure.Metric, comparison)
            .GroupBy(round => round.Round).ToDictionary(round => round.Key, round => round.Average(part => part.Log));
    }

    // A figure that may be zero has no logarithm. Its interval is cut to possible values: counts, shares and times are not below 0, and
    // shares not above 1.
    private static RatioEstimate? Plain(double[] values, double? most)
    {
        if (values.Length == 0) return null;
        var location = Location.Of(values, Level);
        var interval = location.Interval;
        if (interval is { Low: < 0 } && values.All(v => v >= 0)) interval = interval with { Low = 0 };
        if (interval?.High > most) interval = interval with { High = most.Value };
        return new RatioEstimate { Rounds = values.Length, Ratio = location.Center, Interval = interval };
    }

    private static IEnumerable<(int Round, double Above, double Below)> Halves(double[] values)
    {
        var half = values.Length / 2;
        return Enumerable.Range(0, half).Select(i => (i + 1, values[half + i], values[i]));
    }

    private static IEnumerable<(int Round, double Above, double Below)> Pairs(
        IEnumerable<(int Round, double Value)> above, IEnumerable<(int Round, double Value)> below) =>
        above.Join(below, a => a.Round, b => b.Round, (a, b) => (a.Round, a.Value, b.Value));

    private static IEnumerable<(int Round, double Value)> Ratios(IEnumerable<(int Round, double Above, double Below)> pairs) =>
        pairs.Where(p => p.Below > 0).Select(p => (p.Round, p.Above / p.Below));
}
