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
            RatioMeasure ratio => Rounds(comparison, ratio.Variant, ratio.Cell, ratio.Metric).Join(
                Rounds(comparison, ratio.Baseline, ratio.BaselineCell, ratio.Metric), v => v.Round, b => b.Round, (v, b) => (Below: b.Value, Above: v.Value)),
            QuotientMeasure quotient => Rounds(comparison, quotient.Variant, quotient.Cell, quotient.Metric).Join(
                Rounds(comparison, quotient.Variant, quotient.Cell, quotient.Per), a => a.Round, b => b.Round, (a, b) => (Below: b.Value, Above: a.Value)),
            _ => Rounds(comparison, measure.Variant, measure.Cell, measure.Metric).Select(v => (Below: 1.0, Above: v.Value * factor)),
        };
        var usable = pairs.Where(p => p is { Below: > 0, Above: > 0 }).ToImmutableArray();
        return usable.IsEmpty ? null : PairedRatio.Estimate([.. usable.Select(p => p.Below)], [.. usable.Select(p => p.Above)], Level);
    }

    private static IEnumerable<(int Round, double Value)> Rounds(Comparison comparison, string variant, string cell, string metric) =>
        comparison.Trials.Where(t => t.Outcome == TrialOutcome.Used && t.Variant == variant && t.Cell == cell && t.Metrics.ContainsKey(metric))
            .Select(t => (t.Round, t.Metrics[metric]));
}
