namespace Dyno.Reporting;

/// <summary>The findings of a comparison in one paragraph.</summary>
internal static class ComparisonVerdictWords
{
    private const int MostSentences = 3;
    private const int MostTiles = 6;

    public static SheetVerdict Of(Comparison comparison)
    {
        var pairs = comparison.Pairs.Where(p => p.IsAsked).ToList();
        var isVoid = comparison.Health.State == HealthState.Void;
        if (comparison.Sweep is { } sweep && !isVoid) return Searched(comparison, sweep);
        var word = isVoid || pairs.Count == 0 ? "void" : pairs.Count == 1 ? WordOf(pairs[0].Verdict)
            : string.Join(", ", pairs.GroupBy(p => p.Verdict).OrderBy(g => Rank(g.Key)).Select(g => $"{g.Count()} {WordOf(g.Key)}"));
        return new SheetVerdict(isVoid ? Tone.Bad : Together(pairs), word, Sentence(comparison, pairs), [.. Findings(comparison)]);
    }

    // A search compares no variants: its findings are the verdict.
    private static SheetVerdict Searched(Comparison comparison, SweepResult sweep)
    {
        var isWhole = sweep.Findings.All(f => f.Low is not null);
        var tone = !isWhole ? Tone.Doubtful : comparison.Health.State == HealthState.Healthy ? Tone.Good : Tone.Doubtful;
        var sentences = sweep.Findings.Select(f => char.ToUpperInvariant(f.Sentence[0]) + f.Sentence[1..] + ".");
        return new SheetVerdict(tone, isWhole ? "found" : "not found", string.Join(" ", sentences), [.. Findings(comparison)]);
    }

    /// <summary>The headline ratio of each pair, unless there are too many pairs to remember.</summary>
    public static IEnumerable<KeyFigure> KeyFigures(Comparison comparison)
    {
        var pairs = comparison.Pairs.Where(p => !p.IsControl && p.Metrics.Length > 0 && p.Metrics[0].Ratio is not null).ToList();
        foreach (var pair in pairs.Take(pairs.Count <= MostTiles ? MostTiles : 0))
        {
            var headline = pair.Metrics[0];
            if (pair.Verdict is "notJudged" or "void")
            {
                // Without a verdict, the figure must not look like one.
                yield return new KeyFigure(NameOf(pair), WordOf(pair.Verdict), $"{FigureTable.Of(headline.Metric).Brief}: {FigureText.Difference(headline.Ratio!.Value)} measured", ToneOf(pair));
                continue;
            }
            yield return new KeyFigure(NameOf(pair), FigureText.Difference(headline.Ratio!.Value),
                $"{FigureTable.Of(headline.Metric).Brief}, {WordOf(pair.Verdict)}{(headline is { Low: { } low, High: { } high } ? $": {FigureText.Difference(low)} to {FigureText.Difference(high)}" : "")}",
                ToneOf(pair));
        }
    }

    public static string NameOf(PairResult pair) => $"{pair.Variant} against {pair.Baseline}{(pair.Cell.Length > 0 ? $", {pair.Cell}" : "")}";

    /// <summary>A slower variant is bad news, a faster one good, an unclear one neither.</summary>
    public static Tone ToneOf(PairResult pair) => ToneOf(pair.Verdict);

    public static Tone ToneOf(string verdict) => verdict switch
    {
        "faster" or "less" or "same" or "slightlyFaster" => Tone.Good,
        "slower" or "more" or "void" => Tone.Bad,
        "unclear" => Tone.Doubtful,
        "slightlySlower" => Tone.Plain,
        _ => Tone.Quiet,
    };

    public static string WordOf(string verdict) => verdict switch
    {
        "notJudged" => "not judged",
        "slightlyFaster" => "slightly faster",
        "slightlySlower" => "slightly slower",
        _ => verdict,
    };

    // A mix of good and bad news has a plain tone, so that the words and not a colour tell the reader.
    private static Tone Together(List<PairResult> pairs)
    {
        var tones = pairs.Select(p => ToneOf(p)).Distinct().ToList();
        if (tones.Count == 0) return Tone.Bad;
        return tones.Contains(Tone.Bad) && tones.Contains(Tone.Good) ? Tone.Plain : tones.Max();
    }

    private static string Sentence(Comparison comparison, List<PairResult> pairs)
    {
        if (comparison.Health.State == HealthState.Void) return "This experiment gives no verdict: do not quote its figures.";
        if (pairs.Count == 0) return "Nothing could be compared.";
        var told = pairs.Where(p => p.Verdict is "faster" or "slower").Concat(pairs.Where(p => p.Verdict is not ("faster" or "slower"))).ToList();
        var rest = told.Count > MostSentences ? $" And {FigureText.Count(told.Count - MostSentences, "pair")} more, below." : "";
        var reservation = comparison.Health.State == HealthState.Strained ? " Usable with the reservation below." : "";
        var hasCells = pairs.Select(p => p.Cell).Distinct().Count() > 1;
        return string.Join(' ', told.Take(MostSentences).Select(p => hasCells ? $"{p.Cell}: {p.Sentence}" : p.Sentence)) + rest + reservation;
    }

    private static IEnumerable<Finding> Findings(Comparison comparison)
    {
        foreach (var finding in comparison.Health.Findings)
            yield return new Finding(finding.State == HealthState.Void ? Tone.Bad : Tone.Doubtful, RunVerdictWords.Begun(finding.Message), finding.Rule);
        foreach (var note in comparison.ShownNotes) yield return new Finding(Tone.Plain, note, "note");
        foreach (var skipped in comparison.Skipped) yield return new Finding(Tone.Doubtful, $"{skipped.Name} was left out: {skipped.Reason}", "skipped");
        foreach (var difference in comparison.AnswerDifferences)
            yield return new Finding(Tone.Doubtful, $"{difference.Variant} answers {difference.Step} differently"
                + $"{(difference.Cell.Length > 0 ? $" in {difference.Cell}" : "")}: {difference.What}", "answers-differ");
    }

    private static int Rank(string verdict) => verdict switch { "faster" => 0, "slower" => 1, "slightlyFaster" => 2, "slightlySlower" => 3, "same" => 4, "unclear" => 5, _ => 6 };
}
