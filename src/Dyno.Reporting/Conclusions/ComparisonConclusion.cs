namespace Dyno.Reporting;

/// <summary>
/// What a comparison or a search shows and what may be concluded from it, in sentences for a reader without the report, such as a program.
/// A pair without a clear verdict is introduced by the words that no difference may be concluded.
/// </summary>
public static class ComparisonConclusion
{
    private const int MostPairs = 6;
    private const int MostFindings = 5;

    /// <summary>The verdict first, then its reasons; one sentence or finding on each line.</summary>
    /// <param name="comparison">The comparison, secrets masked.</param>
    public static string Of(Comparison comparison)
    {
        List<string> lines = [];
        if (comparison.Health.State == HealthState.Void) lines.Add(comparison.Sweep is null
            ? "No difference may be concluded: the experiment is void, and its figures must not be quoted. Remove the cause below, and measure again."
            : "No answer may be concluded: the search is void, and its figures must not be quoted. Remove the cause below, and measure again.");
        else if (comparison.Sweep is { } sweep) lines.AddRange(OfSearch(sweep));
        else lines.AddRange(OfPairs(comparison));
        lines.AddRange(Findings(comparison));
        return string.Join('\n', lines);
    }

    private static IEnumerable<string> OfSearch(SweepResult sweep)
    {
        foreach (var finding in sweep.Findings)
            yield return (finding.Low is null ? "No answer may be concluded: " : "") + Ended(finding.Low is null ? finding.Sentence : RunVerdictWords.Begun(finding.Sentence));
        foreach (var knee in SweepKnees.Of(sweep)) yield return Ended(RunVerdictWords.Begun(knee));
    }

    private static IEnumerable<string> OfPairs(Comparison comparison)
    {
        var pairs = comparison.Pairs.Where(pair => pair.IsAsked).ToList();
        if (pairs.Count == 0) yield return "No difference may be concluded: nothing could be compared.";
        if (!comparison.Interleaved && pairs.Count > 0)
            yield return "No difference may be concluded: these are stored results put side by side, which were not measured in turn. Measure both in one comparison.";
        foreach (var pair in pairs.Take(MostPairs))
        {
            var name = ComparisonVerdictWords.NameOf(pair);
            yield return Judged(name, pair.Verdict, pair.Sentence + FurtherRounds.Of(pair)) + Seen(pair);
            if (pair.Failures is { } failures) yield return Ended(failures);
            foreach (var judged in pair.Judged)
                yield return "- " + Judged($"{FigureTable.Of(judged.Metric).Title} of {name}", judged.Verdict, judged.Sentence + FurtherRounds.Of(judged));
        }
        if (pairs.Count > MostPairs) yield return $"And {pairs.Count - MostPairs} pairs more, in the document.";
        foreach (var profile in comparison.Profiles.Take(MostPairs)) yield return $"Why: {ProfileFigures.Heading(profile)}{profile.Sentence}";
        foreach (var control in comparison.Pairs.Where(pair => pair.IsControl).Take(1)) yield return $"Control, the baseline against itself: {Ended(control.Sentence)}";
    }

    // The words of a verdict that decides nothing come before its figures, so that no one takes these for a difference.
    private static string Judged(string name, string verdict, string sentence) => verdict switch
    {
        "unclear" => $"No difference may be concluded (unclear), {name}: {sentence}",
        "void" => $"No difference may be concluded (void), {name}: {sentence}",
        "notJudged" => $"No difference may be concluded (not judged), {name}: {sentence}",
        _ => $"{RunVerdictWords.Begun(ComparisonVerdictWords.WordOf(verdict))}, {name}: {sentence}",
    };

    // What the experiment was able to see belongs to every verdict that names no difference.
    private static string Seen(PairResult pair) => pair is { Verdict: "unclear" or "same", SmallestVisible: { } smallest and <= 1 }
        && pair.Outlook?.Contains("would have been", StringComparison.Ordinal) != true
        ? string.Create(CultureInfo.InvariantCulture, $" A change of {100 * smallest:0.0} % would have been seen.") : "";

    private static IEnumerable<string> Findings(Comparison comparison)
    {
        foreach (var finding in comparison.Health.Findings.Take(MostFindings)) yield return $"- {Ended(RunVerdictWords.Begun(finding.Message))}";
        foreach (var skipped in comparison.Skipped) yield return $"- {skipped.Name} was left out: {Ended(skipped.Reason)}";
        foreach (var different in comparison.AnswerDifferences.Take(MostFindings))
            yield return $"- {different.Variant} answers {different.Step} differently, so it may do other work: {Ended(different.What)}";
    }

    private static string Ended(string sentence) => sentence.TrimEnd() is [.., '.' or '!' or '?'] whole ? whole : sentence.TrimEnd() + ".";
}
