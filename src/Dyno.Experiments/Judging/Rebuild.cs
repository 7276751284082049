namespace Dyno.Experiments;

/// <summary>
/// The null rebuild: the control is built again from the baseline's sources, with another revision in the assembly's version, as a changed
/// comment would have it. What differs then is only what a compiler and a loader made of the same program; a difference of the variants that
/// is not larger counts when a second experiment, with everything built again, finds it too.
/// </summary>
public static class Rebuild
{
    private const string Property = "SourceRevisionId"; // becomes part of AssemblyInformationalVersion, and so of every byte that depends on it

    /// <summary>The experiment with every project built again.</summary>
    /// <param name="seed">Seed of the new orders and loads.</param>
    public static ExperimentPlan Anew(ExperimentPlan plan, long seed) =>
        plan with { Seed = seed, Variants = [.. plan.Variants.Select(variant => Of(variant, "again"))] };

    /// <summary>
    /// The verdicts that need a second experiment: the difference is a certain one, and no larger than what the new build of the baseline may
    /// have made. One sentence each.
    /// </summary>
    /// <param name="comparison">An experiment with a control that was built again.</param>
    public static ImmutableArray<string> InDoubt(Comparison comparison)
    {
        if (!comparison.Experiment.Rebuilt) return [];
        return
        [
            .. from pair in comparison.Pairs
               where !pair.IsControl
               from verdict in VerdictsOf(pair)
               where IsLarge(verdict.Verdict)
               let size = SizeOf(pair, verdict.Metric)
               let shown = comparison.Pairs.Where(p => p.IsControl && p.Cell == pair.Cell).Select(p => MostOf(p, verdict.Metric)).FirstOrDefault()
               where size <= shown
               select $"{pair.Variant}{(pair.Cell.Length == 0 ? "" : $" in {pair.Cell}")}: {verdict.Metric} differs by {Percent(size)}, "
                   + $"and the baseline built again by up to {Percent(shown)}",
        ];
    }

    internal static VariantPlan Of(VariantPlan variant, string build) => variant.Subject.Project is null ? variant : variant with
    {
        Subject = variant.Subject with
        {
            Properties = variant.Subject.Properties.SetItem(Property, variant.Subject.Properties.TryGetValue(Property, out var own) ? $"{own}-{build}" : build),
        },
    };

    internal static Problem? WhyNot(ExperimentPlan plan) => plan switch
    {
        { Sweep: not null } => new Problem("--rebuild", null, null, "a search compares no builds", "remove it"),
        { Control: false } => new Problem("--rebuild", null, null, "the control is what is built again, and this experiment has none", "remove control: false"),
        _ when plan.Variants.Any(v => v.Name == plan.Compare.Baseline && v.Subject.Project is null) =>
            new Problem("--rebuild", null, null, "the baseline is no project, so that there is nothing to build again", "compare projects or git revisions, or remove it"),
        _ => null,
    };

    internal static Comparison Confirmed(Comparison second, Comparison? first) => first is null ? second
        : Confirmed(second, new EarlierVerdicts(first.Id, [.. from pair in first.Pairs
                                                             where !pair.IsControl
                                                             from v in VerdictsOf(pair)
                                                             select new EarlierVerdict(pair.Baseline, pair.Variant, pair.Cell, v.Metric, v.Verdict)]));

    internal static ImmutableArray<PairResult> Confirmed(ImmutableArray<PairResult> pairs, EarlierVerdicts? earlier) =>
        earlier is null ? pairs : [.. pairs.Select(pair => pair.IsControl ? pair : Confirmed(pair, earlier))];

    private static Comparison Confirmed(Comparison second, EarlierVerdicts earlier) =>
        second with { Confirms = earlier, Pairs = Confirmed(second.Pairs, earlier) };

    private static PairResult Confirmed(PairResult pair, EarlierVerdicts earlier)
    {
        var headline = pair.Metrics[0].Metric;
        var verdict = Confirmed(pair, headline, pair.Verdict, pair.Sentence, earlier);
        return pair with
        {
            Verdict = verdict.Verdict,
            Sentence = verdict.Sentence,
            Judged =
            [
                .. pair.Judged.Select(j => Confirmed(pair, j.Metric, j.Verdict, j.Sentence, earlier) is var own
                    ? j with { Verdict = own.Verdict, Sentence = own.Sentence } : j),
            ],
        };
    }

    private static (string Verdict, string Sentence) Confirmed(PairResult pair, string metric, string verdict, string sentence, EarlierVerdicts earlier)
    {
        var before = earlier.Verdicts.FirstOrDefault(v => (v.Baseline, v.Variant, v.Cell, v.Metric) == (pair.Baseline, pair.Variant, pair.Cell, metric));
        if (before is null || DirectionOf(before.Verdict) == DirectionOf(verdict))
            return (verdict, IsLarge(verdict) ? $"{sentence} A first experiment, built apart, says so too." : sentence);
        if (IsLarge(verdict))
            return ("unclear", $"Unclear, because two builds of the same sources disagree: the first experiment said {WordsOf(before.Verdict)}; of the second: {sentence}");
        return (verdict, IsLarge(before.Verdict) ? $"{sentence} A first experiment said {WordsOf(before.Verdict)}; the programs built again do not." : sentence);
    }

    private static IEnumerable<(string Metric, string Verdict)> VerdictsOf(PairResult pair) =>
        pair.Judged.Select(j => (j.Metric, j.Verdict)).Prepend((pair.Metrics[0].Metric, pair.Verdict));

    private static bool IsLarge(string verdict) => verdict is "slower" or "faster";

    private static int DirectionOf(string verdict) => verdict switch
    {
        "slower" or "slightlySlower" => -1,
        "faster" or "slightlyFaster" => 1,
        _ => 0,
    };

    private static string WordsOf(string verdict) => verdict switch
    {
        "slightlySlower" => "slightly slower",
        "slightlyFaster" => "slightly faster",
        "notJudged" => "nothing",
        _ => verdict,
    };

    private static double SizeOf(PairResult pair, string metric) =>
        pair.Metrics.FirstOrDefault(m => m.Metric == metric)?.Ratio is { } ratio ? Math.Abs(Math.Log(ratio)) : double.PositiveInfinity;

    // The largest difference that the control's interval allows.
    private static double MostOf(PairResult control, string metric) =>
        control.Metrics.FirstOrDefault(m => m.Metric == metric) is { Low: { } low, High: { } high }
        ? Math.Max(Math.Abs(Math.Log(low)), Math.Abs(Math.Log(high))) : 0;

    private static string Percent(double log) => FormattableString.Invariant($"{100 * (Math.Exp(log) - 1):0.0} %");
}
