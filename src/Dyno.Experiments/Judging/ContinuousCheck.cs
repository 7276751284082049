namespace Dyno.Experiments;

/// <summary>
/// Compares what the slices say of a pair with what a load without pauses says of the same launches. Slices are right for programs that
/// have no memory of the pauses between them. A limiter refills in a pause, a cache expires, and work that was put off is done: then the two
/// ratios differ, and the slices are no evidence.
/// </summary>
internal sealed class ContinuousCheck(UsedTrials trials)
{
    /// <summary>In how many rounds the variants are loaded without pauses, at least.</summary>
    public const int FewestRounds = 3;

    private const double Level = 0.995; // both metrics of a hundred experiments: one without a reason is void
    private const double Suspicious = 2;   // standard errors beyond the interval
    private const double Informative = 0.1; // the noise, in logs, above which agreement says nothing, unless the slices are as noisy

    /// <summary>Compares the two; null where no round has a load without pauses, or the metric has no figure in it.</summary>
    /// <param name="control">The second launch of the baseline; null: there is none.</param>
    public ContinuousDifference? Of(string metric, string baseline, string variant, string cell, string? control, RatioEstimate? sliced)
    {
        if (sliced?.Interval is not { } interval) return null;
        var own = Differences(metric, baseline, variant, cell);
        if (own.Length < 2) return null;
        // The control runs the baseline's program: whatever it differs by is noise.
        var noise = control is null || control == variant ? [] : Differences(metric, baseline, control, cell);
        var mean = own.Average();
        var degrees = own.Length - 1 + noise.Length;
        var error = Math.Sqrt((own.Sum(d => (d - mean) * (d - mean)) + noise.Sum(d => d * d)) / degrees / own.Length);
        var beyond = Math.Abs(mean) - interval.HalfWidth;
        var limit = StudentT.InvCDF(0, 1, degrees, 1 - (1 - Level) / 2) * error;
        return new ContinuousDifference(
            Math.Exp(Math.Log(sliced.Ratio) + mean),
            Contradicts: beyond > limit,
            Agrees: beyond <= limit && limit <= Math.Max(Informative, interval.HalfWidth) && own.Length >= FewestRounds,
            IsOpen: own.Length < FewestRounds || (beyond > Suspicious * error && beyond <= limit));
    }

    /// <summary>Whether the next round should load the variants without pauses, too.</summary>
    /// <param name="variants">Every variant of every cell, controls included.</param>
    public static bool WantsMore(ComparePlan compare, ImmutableArray<VariantPlan> variants, ImmutableArray<TrialRecord> made)
    {
        var used = new UsedTrials(made);
        if (used.All.Where(t => t.Duet?.Continuous is not null).Select(t => t.Round).Distinct().Count() < FewestRounds) return true;
        var judge = new PairJudge(compare, used);
        var isBusy = DuetNotes.WorkInBackground(used.All).Any();
        string[] metrics = [.. compare.Judge.Concat(compare.JudgeByDefault).Prepend(compare.Headline).Distinct()];
        return variants.GroupBy(v => v.Cell, v => v.Name).Any(cell => Judgement.Compared(compare, [.. cell]).Any(pair =>
            metrics.Any(metric => judge.Without(metric, pair.Baseline, pair.Variant, cell.Key,
                judge.Estimate(metric, pair.Baseline, pair.Variant, cell.Key, VerdictRule.LevelFor(1))) is { } without
                && (without.IsOpen || (isBusy && without is { Agrees: false, Contradicts: false })))));
    }

    // The log-ratio without pauses minus that of the slices, of each round that has both.
    private double[] Differences(string metric, string baseline, string variant, string cell) =>
    [
        .. trials.Pairs(baseline, variant, cell).Select(pair => Without(metric, pair.Baseline.Duet?.Continuous, pair.Variant.Duet?.Continuous)
                - new RoundOfPair([pair.Baseline], pair.Variant).LogRatio(metric)).OfType<double>(),
    ];

    private static double? Without(string metric, ContinuousLoad? baseline, ContinuousLoad? variant) =>
        baseline is not null && variant is not null && Figure(metric, baseline) is > 0 and var from && Figure(metric, variant) is > 0 and var to
            ? Math.Log(to / from) : null;

    private static double? Figure(string metric, ContinuousLoad load) => load.Requests == 0 ? null : metric switch
    {
        "rate" => load.Length > 0 ? load.Counted * (load.Requests - load.Failed) / load.Requests / load.Length : null,
        "server.cpuPerRequest" => load.CpuMicros / load.Requests,
        "p50" => load.P50Milliseconds,
        "p99" => load.P99Milliseconds,
        _ => null,
    };

    /// <summary>The sentence on a pair that behaves differently without pauses.</summary>
    public static string Sentence(Figure metric, string baseline, string variant, RatioEstimate sliced, ContinuousDifference without) =>
        $"{variant} against {baseline}: void, because one of them behaves differently without pauses: in slices {VerdictWords.Difference(metric, sliced.Ratio)}{VerdictWords.Of(metric)} "
            + $"{VerdictWords.Within(metric, sliced.Ratio, sliced.Interval!, isDecided: true)}, under a load without pauses {VerdictWords.Difference(metric, without.Ratio)}. {Remedy}.";

    /// <summary>The sentence on a pair of which one works in the background, where the load without pauses does not confirm the slices.</summary>
    public static string OfBackground(string baseline, string variant) =>
        $"{variant} against {baseline}: void, because one of them works while the others are loaded, and a load without pauses does not confirm what the slices say. {Remedy}.";

    private const string Remedy = "Compare with --sequential, which loads each launch without pauses";
}

/// <summary>What a load without pauses says of a pair.</summary>
/// <param name="Ratio">Variant ÷ baseline without pauses.</param>
/// <param name="Contradicts">Whether the ratio lies outside the interval of the slices by more than the noise of both.</param>
/// <param name="Agrees">Whether it confirms the slices: it does not contradict them, and its noise is small enough to mean something.</param>
/// <param name="IsOpen">Whether more rounds should have such a load.</param>
internal sealed record ContinuousDifference(double Ratio, bool Contradicts, bool Agrees, bool IsOpen);
