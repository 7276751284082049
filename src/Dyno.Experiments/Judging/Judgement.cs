namespace Dyno.Experiments;

/// <summary>Makes verdicts from trials. The result depends on the trials alone, so that stored trials can be judged again.</summary>
internal static class Judgement
{
    /// <summary>The name of the second run of the baseline.</summary>
    public const string ControlName = "control";

    private const double OwnLevel = 0.95;

    /// <summary>The rules of health that the judgement itself applies.</summary>
    public static ImmutableArray<string> Rules { get; } = ["nothing-measured", "control-differs", "spoiled-rounds", "pauses-matter"];

    /// <summary>Judges every pair of every cell; controls first, because a difference found in a control changes the other verdicts.</summary>
    public static (ImmutableArray<PairResult> Pairs, HealthRecord Health) Of(
        ComparePlan compare, IEnumerable<(string Name, string Cell)> variants, IReadOnlyCollection<TrialRecord> trials, bool isVoid,
        Func<int, double>? levelFor = null, double? minutesPerRound = null)
    {
        var used = new UsedTrials(trials);
        var judge = new PairJudge(compare, used, minutesPerRound, new UsedTrials(trials, ofWork: true));
        var cells = variants.GroupBy(v => v.Cell, v => v.Name).ToList();
        var pairs = ImmutableArray.CreateBuilder<PairResult>();
        var findings = ImmutableArray.CreateBuilder<HealthFinding>();
        if (isVoid) findings.Add(TooManySpoiledRounds());
        if (Silent(compare, used.All) is { Count: > 0 } silent)
        {
            isVoid = true;
            findings.Add(NothingMeasured(silent));
        }
        foreach (var cell in cells) JudgeCell(judge, compare, [.. cell], cell.Key, isVoid, levelFor ?? VerdictRule.LevelFor, pairs, findings);
        if (!isVoid && PausesMatter(pairs, used.All) is { } finding) findings.Add(finding);
        var state = findings.Count == 0 ? HealthState.Healthy : findings.Max(f => f.State);
        return (pairs.ToImmutable(), new HealthRecord { State = state, Findings = findings.ToImmutable() });
    }

    private static void JudgeCell(PairJudge judge, ComparePlan compare, string[] variants, string cell, bool isVoid,
        Func<int, double> levelFor, ImmutableArray<PairResult>.Builder pairs, ImmutableArray<HealthFinding>.Builder findings)
    {
        var compared = Compared(compare, variants);
        var level = levelFor(Math.Max(1, compared.Count));
        var hasControl = variants.Contains(ControlName);
        if (hasControl)
        {
            pairs.Add(judge.Control(compare.Baseline, ControlName, cell, isVoid));
            if (judge.Estimate(compare.Headline, compare.Baseline, ControlName, cell, OwnLevel)?.Interval is { } interval && VerdictRule.BiasOf(interval) > 0)
                findings.Add(ControlDiffers(cell, interval));
        }
        foreach (var (baseline, variant) in compared) pairs.Add(judge.Judge(baseline, variant, cell, level, BiasOf, isVoid));
        foreach (var (yardstick, variant) in WithYardstick(compare, variants))
            pairs.Add(judge.Judge(yardstick, variant, cell, OwnLevel, BiasOf, isVoid) with { IsYardstick = true });

        double BiasOf(string metric) => hasControl ? VerdictRule.BiasOf(judge.Estimate(metric, compare.Baseline, ControlName, cell, OwnLevel)?.Interval) : 0;
    }

    /// <summary>How many pairs are compared in a cell, control and yardstick not counted.</summary>
    public static int ComparisonsOf(ComparePlan compare, string[] variants) => Math.Max(1, Compared(compare, variants).Count);

    /// <summary>The pairs of a cell with the yardstick.</summary>
    public static IEnumerable<(string Baseline, string Variant)> WithYardstick(ComparePlan compare, string[] variants) =>
        compare.Yardstick is { } yardstick && variants.Contains(yardstick)
            ? variants.Where(v => v != compare.Baseline && v != ControlName && v != yardstick).Select(v => (yardstick, v)) : [];

    /// <summary>The pairs that are compared in a cell, control and yardstick not counted.</summary>
    public static List<(string Baseline, string Variant)> Compared(ComparePlan compare, string[] variants) =>
    [
        .. variants.Where(v => v != compare.Baseline && v != ControlName && v != compare.Yardstick).Select(v => (compare.Baseline, v)),
        .. compare.Pairs.Where(p => variants.Contains(p.Baseline) && variants.Contains(p.Variant)),
    ];

    /// <summary>
    /// Variants without a rate, because not one request was sent. A variant that has the headline is not among them: a comparison of
    /// iterations, for example, needs no rate.
    /// </summary>
    public static List<string> Silent(ComparePlan compare, IEnumerable<TrialRecord> used) =>
    [
        .. used.GroupBy(t => t.Variant).Where(trials => trials.All(t => !t.Metrics.ContainsKey("rate") && !t.Metrics.ContainsKey(compare.Headline)))
            .Select(trials => trials.Key).Order(StringComparer.Ordinal),
    ];

    private static HealthFinding NothingMeasured(List<string> variants) => new()
    {
        Rule = "nothing-measured",
        State = HealthState.Void,
        Message = $"nothing was measured: no run of {string.Join(" or ", variants.Count > 1 ? variants.Where(v => v != ControlName) : variants)} sent a request. Change the load to send requests; "
            + "a k6 script reads the address of the program from __ENV.BASE_URL.",
    };

    private static HealthFinding ControlDiffers(string cell, RatioInterval interval) => new()
    {
        Rule = "control-differs",
        State = HealthState.Strained,
        Message = $"the baseline differs from itself{(cell.Length == 0 ? "" : $" in {cell}")}: the control's interval "
            + $"[{interval.Low:0.000}, {interval.High:0.000}] excludes 1. Something drifts with the order of the trials; run more rounds on a quieter machine.",
        Value = Math.Abs(Math.Log(interval.Low)) < Math.Abs(Math.Log(interval.High)) ? interval.Low : interval.High,
        Limit = 1,
    };

    // Void where nothing that was asked has a verdict on its headline; otherwise the pairs concerned say so themselves.
    private static HealthFinding? PausesMatter(IEnumerable<PairResult> pairs, IEnumerable<TrialRecord> trials)
    {
        const double Short = 1.5; // s of load, after which .NET still compiles what is called often
        var cold = trials.Where(t => t.Duet is not null && t.WarmUpSeconds < Short).Select(t => t.WarmUpSeconds).DefaultIfEmpty(double.NaN).Max();
        var asked = pairs.Where(p => p.IsAsked).ToList();
        var concerned = asked.Where(p => p.Judged.Select(j => j.Verdict).Prepend(p.Verdict).Contains("void")).ToList();
        return concerned.Count == 0 ? null : new HealthFinding
        {
            Rule = "pauses-matter",
            State = asked.TrueForAll(p => p.Verdict == "void") ? HealthState.Void : HealthState.Strained,
            Message = "the variants take turns many times a second, and what these slices say is not what a load without pauses says: "
                + $"something refills, expires, cools down or is caught up on in the pauses of {string.Join(", ", concerned.Select(p => p.Variant).Distinct())} or {string.Join(", ", concerned.Select(p => p.Baseline).Distinct())}. "
                + (double.IsNaN(cold) ? "" : string.Create(CultureInfo.InvariantCulture, $"After a warm-up of {cold:0.#} s they may still have become faster, too: set a longer one first, such as warmup: {{ minimum: 4s }}. "))
                + "Compare with --sequential.",
        };
    }

    private static HealthFinding TooManySpoiledRounds() => new()
    {
        Rule = "spoiled-rounds",
        State = HealthState.Void,
        Message = "more than 20 % of the rounds had a void or failed trial. See the trials' reasons; fix the load or the machine, and run again.",
    };
}
