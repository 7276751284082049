using System.Collections.Immutable;
using Dyno.Experiments.Statistics;
using Dyno.Experiments.Studies.Claims;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;
using Dyno.Results.Studies;

namespace Dyno.Experiments.Studies.Judging;

/// <summary>
/// From the trials of an experiment to what becomes of a claim: a pure function, so that kept results can be judged again.
/// A claim holds when the whole 95 % interval meets its condition, and does not when the whole interval fails it.
/// </summary>
public static class ClaimJudge
{
    private const double Level = 0.95;

    /// <summary>Judges a claim.</summary>
    /// <param name="claim">The claim.</param>
    /// <param name="comparison">The result of its experiment; null when it was not run.</param>
    /// <param name="absence">Why there is no result, when one was expected; otherwise null.</param>
    public static ClaimRecord Judge(Claim claim, Comparison? comparison, string? absence = null)
    {
        ArgumentNullException.ThrowIfNull(claim);
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

    private static ClaimRecord Judge(ClaimRecord record, Claim claim, Comparison comparison)
    {
        var measure = claim.Measure!;
        if (comparison.Health.State == HealthState.Void)
            return Undecided(record, $"the experiment is void: {comparison.Health.Findings.FirstOrDefault()?.Message}");
        var unit = UnitOf(measure);
        if (Estimate(measure, comparison, unit.Factor) is not { } estimate)
            return Undecided(record, $"no round measured {measure.Metric} of {string.Join(" and ", measure.Needs.Select(n => n.Variant).Distinct())}");
        record = record with { Measured = unit.Say(estimate.Ratio) };
        if (estimate.Interval is not { } interval) return Undecided(record, "one round gives no interval: run more");
        record = record with { Interval = $"{unit.Say(interval.Low)} to {unit.Say(interval.High)}" };
        return claim.Condition!.Judge(interval.Low, interval.High) switch
        {
            true => record with { Outcome = ClaimOutcome.Holds },
            false => record with { Outcome = ClaimOutcome.DoesNotHold },
            _ => Undecided(record, $"{estimate.Rounds} rounds leave the interval across the end of {claim.Condition.Text}"),
        };
    }

    private static ClaimRecord Undecided(ClaimRecord record, string why) =>
        record with { Outcome = ClaimOutcome.CannotBeJudged, Why = record.Why.Length > 0 ? $"{why}. {record.Why}" : why };

    private static ClaimUnit UnitOf(Measure measure) => measure is FigureMeasure ? ClaimUnit.Of(measure.Metric) : ClaimUnit.Ratio;

    // A figure by itself is its ratio to one; so every kind of measure has the same estimate and the same interval.
    private static RatioEstimate? Estimate(Measure measure, Comparison comparison, double factor)
    {
        var pairs = measure switch
        {
            RatioMeasure r => Pairs(Of(r.Variant, r.Cell, r.Metric), Of(r.Baseline, r.BaselineCell, r.Metric)),
            GrowthMeasure g => Pairs(
                Ratios(Pairs(Of(g.Variant, g.Cell, g.Metric), Of(g.Baseline, g.Cell, g.Metric))),
                Ratios(Pairs(Of(g.Variant, g.FromCell, g.Metric), Of(g.Baseline, g.FromCell, g.Metric)))),
            QuotientMeasure q => Pairs(Of(q.Variant, q.Cell, q.Metric), Of(q.Variant, q.Cell, q.Per)),
            _ => Of(measure.Variant, measure.Cell, measure.Metric).Select(v => (v.Round, Above: v.Value * factor, Below: 1.0)),
        };
        var usable = pairs.Where(p => p is { Below: > 0, Above: > 0 }).ToImmutableArray();
        return usable.IsEmpty ? null : PairedRatio.Estimate([.. usable.Select(p => p.Below)], [.. usable.Select(p => p.Above)], Level);

        IEnumerable<(int Round, double Value)> Of(string variant, string cell, string metric) => comparison.Trials
            .Where(t => t.Outcome == TrialOutcome.Used && t.Variant == variant && t.Cell == cell && t.Metrics.ContainsKey(metric))
            .Select(t => (t.Round, t.Metrics[metric]));
    }

    private static IEnumerable<(int Round, double Above, double Below)> Pairs(
        IEnumerable<(int Round, double Value)> above, IEnumerable<(int Round, double Value)> below) =>
        above.Join(below, a => a.Round, b => b.Round, (a, b) => (a.Round, a.Value, b.Value));

    private static IEnumerable<(int Round, double Value)> Ratios(IEnumerable<(int Round, double Above, double Below)> pairs) =>
        pairs.Where(p => p.Below > 0).Select(p => (p.Round, p.Above / p.Below));
}
