namespace Dyno.Experiments;

/// <summary>Compares two variants of one cell over the rounds that count, metric by metric; judged metrics get verdicts.</summary>
/// <param name="compare">What is compared and what decides.</param>
/// <param name="minutesPerRound">How long a round takes, in minutes; null when that is not known.</param>
/// <param name="work">The trials that count for metrics of work per request; null: the same.</param>
internal sealed class PairJudge(
    ComparePlan compare, UsedTrials trials, double? minutesPerRound = null, UsedTrials? work = null)
{
    private const double UncorrectedLevel = 0.95;

    /// <summary>
    /// The estimate of a metric of a pair at a level; null unless every round that counts has both figures. Rounds without a quantile
    /// (because it was based on too few samples) must not simply be left out. Its scatter is that of the pair and of the control together.
    /// </summary>
    public RatioEstimate? Estimate(string metric, string baseline, string variant, string cell, double level)
    {
        if (Each(metric, baseline, variant, cell, round => round.LogRatio(metric)) is not { } each) return null;
        var control = SecondOf(baseline, variant) is { } second ? Each(metric, baseline, second, cell, round => round.LogRatio(metric))?.Values : null;
        return PairedRatio.FromLogRatios(each.Values, each.Baselines, control, level);
    }

    /// <summary>
    /// Why the slices are no evidence on a metric of a pair, in a sentence: a load without pauses contradicts them, or does not confirm them
    /// where a program works in the pauses. Null where they are.
    /// </summary>
    public string? WhyVoid(Figure metric, string baseline, string variant, string cell, RatioEstimate? estimate)
    {
        var without = Without(metric.Name, baseline, variant, cell, estimate);
        if (without is { Contradicts: true }) return ContinuousCheck.Sentence(metric, baseline, variant, estimate!, without);
        // With few rounds there is no verdict to withhold.
        return SliceRatio.Reads(metric.Name) && without is not { Agrees: true } && estimate?.Rounds >= VerdictRule.FewestRounds
            && DuetNotes.WorkInBackground(trials.All).Any(own => own.Cell == cell && (own.Variant == baseline || own.Variant == variant))
            ? ContinuousCheck.OfBackground(baseline, variant) : null;
    }

    /// <summary>What a load without pauses says of a metric of a pair; null where there was none.</summary>
    public ContinuousDifference? Without(string metric, string baseline, string variant, string cell, RatioEstimate? estimate) =>
        new ContinuousCheck(trials).Of(metric, baseline, variant, cell, SecondOf(baseline, variant), estimate);

    /// <summary>Judges one pair.</summary>
    /// <param name="baseline">Baseline variant.</param>
    /// <param name="variant">Compared variant.</param>
    /// <param name="level">Level of the verdicts of this pair, all judged metrics together.</param>
    /// <param name="biasOf">By how much the baseline certainly differs from itself in a metric, in logarithms; 0 without a control.</param>
    /// <param name="isVoid">Whether the experiment's health forbids a verdict.</param>
    public PairResult Judge(string baseline, string variant, string cell, double level, Func<string, double> biasOf, bool isVoid)
    {
        var pairs = trials.Pairs(baseline, variant, cell);
        var failures = Failures.Rise([.. pairs.Select(p => p.Baseline)], [.. pairs.Select(p => p.Variant)]);
        var judged = new JudgedMetrics(this, compare, minutesPerRound).Judge((baseline, variant, cell), level, biasOf, isVoid, failures is not null);
        var headline = judged[0];
        var seen = headline.Verdict == "void" ? null : DuetNotes.SecondsSeen(pairs.SelectMany(p => new[] { p.Baseline, p.Variant }));
        var sentence = headline.Verdict == "void" ? headline.Sentence : PairSentence.Of(judged, (metric, each) => Estimate(metric, baseline, variant, cell, each));
        return new PairResult
        {
            Baseline = baseline,
            Variant = variant,
            Cell = cell,
            Verdict = headline.Verdict,
            IsSettled = headline.IsSettled,
            Sentence = string.Join(' ', new[] { sentence, isVoid ? null : failures, seen }.OfType<string>()),
            Failures = failures,
            FurtherRounds = headline.FurtherRounds,
            Outlook = headline.Outlook,
            SmallestVisible = headline.SmallestVisible,
            MinutesToDecide = headline.MinutesToDecide,
            MinutesForOnePercent = headline.MinutesForOnePercent,
            Judged = judged.RemoveAt(0),
            Metrics = [Compared(compare.Headline, baseline, variant, cell, headline.Level),
                .. compare.Metrics.Concat(judged.Select(j => j.Metric)).Distinct().Where(m => m != compare.Headline).Concat(OfScripts(pairs))
                    .Select(m => Compared(m, baseline, variant, cell, judged.FirstOrDefault(j => j.Metric == m)?.Level ?? UncorrectedLevel))],
        };
    }

    /// <summary>Compares the baseline with itself.</summary>
    public PairResult Control(string baseline, string control, string cell, bool isVoid)
    {
        var definition = FigureTable.Find(compare.Headline)!;
        var estimate = Estimate(compare.Headline, baseline, control, cell, UncorrectedLevel);
        var plain = new PairJudge(compare with { Judge = [], JudgeByDefault = [] }, trials, minutesPerRound, work)
            .Judge(baseline, control, cell, UncorrectedLevel, _ => 0, isVoid);
        return plain with
        {
            IsControl = true,
            Sentence = isVoid ? plain.Sentence : VerdictWords.OfControl(definition, baseline, estimate),
            Outlook = null,
            Failures = null
        };
    }

    /// <summary>The differences of a metric that can be zero, variant − baseline, one for each round; null unless every round has both figures.</summary>
    public double[]? Differences(string metric, string baseline, string variant, string cell) =>
        Each(metric, baseline, variant, cell, round => round.Difference(metric))?.Values;

    /// <summary>Whether every round that counts has a metric of both variants.</summary>
    public bool HasFigures(string metric, string baseline, string variant, string cell) =>
        For(metric).Pairs(baseline, variant, cell) is { IsEmpty: false } pairs
            && pairs.All(p => p.Baseline.Metrics.ContainsKey(metric) && p.Variant.Metrics.ContainsKey(metric));

    /// <summary>Whether a launch has nothing at all of a metric, such as not one allocated byte, so that it has no ratio.</summary>
    public bool HasZero(string metric, string baseline, string variant, string cell) =>
        HasFigures(metric, baseline, variant, cell)
            && For(metric).Pairs(baseline, variant, cell).Any(p => Figure(p.Baseline, metric) <= 0 || Figure(p.Variant, metric) <= 0);

    /// <summary>The medians over the rounds that count, of the baseline and of the variant; null where no round has both figures.</summary>
    public (double Baseline, double Variant)? Medians(string metric, string baseline, string variant, string cell)
    {
        var known = For(metric).Pairs(baseline, variant, cell).Select(p => (From: Figure(p.Baseline, metric), To: Figure(p.Variant, metric)))
            .Where(p => p is { From: not null, To: not null }).ToList();
        return known.Count == 0 ? null
            : (WalshAverages.Median([.. known.Select(p => p.From!.Value).Order()]), WalshAverages.Median([.. known.Select(p => p.To!.Value).Order()]));
    }

    // One value for each round. A control without the figure does not count.
    private (double[] Values, int Baselines)? Each(string metric, string baseline, string variant, string cell, Func<RoundOfPair, double?> of) =>
        All(For(metric).Rounds(baseline, variant, cell, SecondOf(baseline, variant)), of) ?? All(For(metric).Rounds(baseline, variant, cell, null), of);

    private UsedTrials For(string metric) => FigureTable.Find(metric) is { IsStructural: true } ? work ?? trials : trials;

    private static (double[] Values, int Baselines)? All(ImmutableArray<RoundOfPair> rounds, Func<RoundOfPair, double?> of)
    {
        var values = rounds.Select(of).ToList();
        return values.Count == 0 || values.Contains(null) ? null : ([.. values.OfType<double>()], rounds[0].Baselines.Length);
    }

    private string? SecondOf(string baseline, string variant) =>
        baseline == compare.Baseline && variant != Judgement.ControlName ? Judgement.ControlName : null;

    private MetricComparison Compared(string metric, string baseline, string variant, string cell, double level)
    {
        var pairs = For(metric).Pairs(baseline, variant, cell);
        if (HasDifference(metric, pairs))
            return Differing(metric, Differences(metric, baseline, variant, cell) ?? [.. pairs.Select(p => DifferenceOf(metric, p)).OfType<double>()]);
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
        FigureTable.Find(metric) is { CanBeZero: true } || ScriptFigure.IsShare(metric)
            || pairs.Any(p => Figure(p.Baseline, metric) <= 0 || Figure(p.Variant, metric) <= 0);

    private static MetricComparison Differing(string metric, double[] differences) => new()
    {
        Metric = metric,
        Rounds = differences.Length,
        Difference = differences.Length == 0 ? null : WalshAverages.Median([.. differences.Order()]),
    };

    private static double? DifferenceOf(string metric, (TrialRecord Baseline, TrialRecord Variant) pair) =>
        Figure(pair.Variant, metric) - Figure(pair.Baseline, metric);

    private static double? Figure(TrialRecord trial, string metric) => trial.Metrics.TryGetValue(metric, out var figure) ? figure : null;
}
