namespace Dyno.Experiments;

/// <summary>Judges stored trials again; the verdicts depend on the trials alone.</summary>
public static class ComparisonRejudge
{
    /// <summary>
    /// A stored comparison with the verdicts of this build, on the metrics that were judged, at the level at which they were. Searches,
    /// stored results side by side and comparisons without usable trials stay as they are.
    /// </summary>
    public static Comparison Of(Comparison comparison)
    {
        var pairs = comparison.Pairs.Where(p => p.IsAsked).ToList();
        if (comparison is not { Sweep: null, Interleaved: true } || pairs.Count == 0 || FigureTable.Find(comparison.Experiment.Headline) is null
            || comparison.Trials.All(t => t.Outcome != TrialOutcome.Used)) return comparison;
        var level = comparison.Experiment.Level ?? pairs.Max(LevelOf);
        var isVoid = comparison.Health.Findings.Any(f => f.Rule == "spoiled-rounds");
        var minutes = MinutesPerRound(comparison, Judge(1).Pairs);
        var (judged, health) = Judge(minutes);
        ImmutableArray<HealthFinding> findings =
            [.. health.Findings.Concat(comparison.Health.Findings.Where(f => !Judgement.Rules.Contains(f.Rule))).OrderByDescending(f => f.State)];
        var state = findings.IsEmpty ? HealthState.Healthy : findings[0].State;
        return comparison with
        {
            Pairs = Rebuild.Confirmed(OwnCodeVerdict.Of(judged, comparison), comparison.Confirms),
            Health = new HealthRecord { State = state, Findings = findings },
        };

        (ImmutableArray<PairResult> Pairs, HealthRecord Health) Judge(double minutesPerRound) => Judgement.Of(PlanOf(comparison, pairs),
            comparison.Variants.Select(v => (v.Name, v.Cell)), comparison.Trials, isVoid, _ => level, minutesPerRound);
    }

    // The experiment knew how long its rounds took, without builds and breaks, and its outlooks have that. Otherwise its whole time is divided.
    private static double MinutesPerRound(Comparison comparison, ImmutableArray<PairResult> atOneMinute)
    {
        foreach (var (kept, rounds) in comparison.Pairs.Join(atOneMinute, Name, Name, (kept, again) => (kept.MinutesForOnePercent, again.MinutesForOnePercent)))
            if (kept is > 0 && rounds is > 0) return kept.Value / rounds.Value;
        return (comparison.EndedAt - comparison.StartedAt).TotalMinutes / comparison.Trials.Select(t => (t.Round, t.Attempt)).Distinct().Count();

        static (string, string, string) Name(PairResult pair) => (pair.Baseline, pair.Variant, pair.Cell);
    }

    private static ComparePlan PlanOf(Comparison comparison, List<PairResult> pairs)
    {
        var experiment = comparison.Experiment;
        return new ComparePlan
        {
            Baseline = experiment.Baseline,
            Yardstick = experiment.Yardstick,
            Headline = experiment.Headline,
            Thresholds = experiment.Thresholds,
            Judge = [.. pairs.SelectMany(p => p.Judged).Select(j => j.Metric).Where(m => m != FigureTable.OfCode).Distinct()],
            Metrics =
            [
                .. pairs.SelectMany(p => p.Metrics).Select(m => m.Metric).Distinct().Where(m => m != FigureTable.OfCode && FigureTable.Find(m) is not null),
            ],
            Pairs = [.. pairs.Where(p => p.Baseline != experiment.Baseline).Select(p => (p.Baseline, p.Variant)).Distinct()],
        };
    }

    // Of the judged metrics of a pair the first ones that were decided were judged at an equal share of the error.
    private static double LevelOf(PairResult pair)
    {
        var judged = pair.Judged.Where(j => j.Metric != FigureTable.OfCode).Select(j => j.Level).ToList();
        var levels = judged.Concat(pair.Metrics.Take(1).Select(m => m.Level).OfType<double>()).ToList();
        return levels.Count == 0 ? VerdictRule.LevelFor(1) : 1 - (1 + judged.Count) * (1 - levels.Max());
    }
}
