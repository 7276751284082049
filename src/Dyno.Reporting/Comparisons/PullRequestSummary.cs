namespace Dyno.Reporting;

/// <summary>
/// A comparison as the comment on a pull request, which fits a screen: one sentence, a table of at most six rows, the intervals drawn as
/// text, and the smallest change that would have been seen. Everything else is folded away.
/// </summary>
public static class PullRequestSummary
{
    private const int MostRows = 6;
    private const int MostSentences = 12;

    // Of a single pair, beside what is judged.
    private static readonly string[] AlsoShown = ["rate", "p50", "p99", "server.cpuPerRequest", "server.allocatedPerRequest", "server.workingSet"];

    /// <summary>The comment, in Markdown.</summary>
    /// <param name="link">The address of the whole report; null for no link.</param>
    public static string Of(Comparison comparison, string? link)
    {
        var text = new StringBuilder();
        var pairs = comparison.Pairs.Where(p => p.IsAsked).ToList();
        var isVoid = comparison.Health.State == HealthState.Void;
        text.Append(CultureInfo.InvariantCulture, $"### {Mark(isVoid, pairs)} {MarkdownText.Escape(Headline(comparison, pairs))}\n\n");
        var rows = isVoid ? [] : Rows(comparison, pairs);
        if (rows.Count > 0) Table(text, comparison, rows, pairs.Count == 1);
        var drawn = ForestText.Of([.. rows.Where(r => r.Metric is { Low: not null, High: not null }).Select(r => (r.Label, r.Metric))]);
        if (drawn.Length > 0) text.Append(CultureInfo.InvariantCulture, $"```text\n{drawn}```\n\n");
        if (Seen(pairs) is { } seen && !isVoid) text.Append(CultureInfo.InvariantCulture, $"{seen}\n\n");
        Details(text, comparison, pairs);
        if (link is not null) text.Append(CultureInfo.InvariantCulture, $"\n[The whole report]({link})\n");
        return text.ToString();
    }

    private static string Headline(Comparison comparison, List<PairResult> pairs)
    {
        var name = comparison.Experiment.Name;
        if (comparison.Health.State == HealthState.Void) return $"{name}: no verdict, {comparison.Health.Findings.FirstOrDefault()?.Message ?? "the experiment is void"}";
        if (pairs.Count == 0) return $"{name}: nothing was compared";
        var first = pairs.FirstOrDefault(p => p.Failures is not null) ?? pairs.FirstOrDefault(p => p.Verdict == "slower")
            ?? pairs.FirstOrDefault(p => p.Judged.Any(j => j.Verdict == "slower")) ?? pairs[0];
        var sentence = first.Failures ?? (first.Verdict == "slower" ? first.Sentence : first.Judged.FirstOrDefault(j => j.Verdict == "slower")?.Sentence ?? first.Sentence);
        return (first.Cell.Length > 0 ? first.Cell + ": " : "") + sentence;
    }

    // Of one pair its metrics, of several the headline of each.
    private static List<Row> Rows(Comparison comparison, List<PairResult> pairs)
    {
        if (pairs is not [var only])
        {
            return [.. pairs.Where(p => !p.Metrics.IsEmpty).OrderBy(p => p.Verdict == "slower" ? 0 : 1).Take(MostRows)
                .Select(p => new Row((p.Cell.Length > 0 ? p.Cell + ": " : "") + p.Variant, p, p.Metrics[0], p.Verdict))];
        }
        var shown = only.Judged.Select(j => j.Metric).Prepend(comparison.Experiment.Headline).Concat(AlsoShown).Distinct();
        return [.. shown.Select(name => only.Metrics.FirstOrDefault(m => m.Metric == name)).OfType<MetricComparison>().Where(m => m.Ratio is not null
            || m.Difference is not null)
            .Take(MostRows).Select(m => new Row(FigureTable.Of(m.Metric).Title, only, m, only.Judged.FirstOrDefault(j => j.Metric == m.Metric)?.Verdict
                ?? (m.Metric == comparison.Experiment.Headline ? only.Verdict : null)))];
    }

    private static void Table(StringBuilder text, Comparison comparison, List<Row> rows, bool isOnePair)
    {
        var (baseline, variant) = isOnePair ? (rows[0].Pair.Baseline, rows[0].Pair.Variant) : ("baseline", FigureTable.Of(comparison.Experiment.Headline).Title);
        text.Append(CultureInfo.InvariantCulture, $"| | {MarkdownText.Escape(baseline)} | {MarkdownText.Escape(variant)} | change | |\n|---|--:|--:|--:|---|\n");
        foreach (var row in rows)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {MarkdownText.Escape(row.Label)} | {Figure(comparison, row, row.Pair.Baseline)} | {Figure(comparison, row, row.Pair.Variant)} "
                + $"| {Change(row.Metric)} | {(row.Verdict is null ? "" : Word(row.Verdict))} |\n");
        }
        text.Append('\n');
    }

    private static string Figure(Comparison comparison, Row row, string variant) =>
        comparison.Variants.FirstOrDefault(v => v.Name == variant && v.Cell == row.Pair.Cell)?.Metrics.TryGetValue(row.Metric.Metric, out var spread) == true
            ? FigureTable.Of(row.Metric.Metric).Say(spread.Median) : "";

    private static string Change(MetricComparison metric) => metric.Ratio is { } ratio ? FigureText.Difference(ratio, metric.Low, metric.High)
        : metric.Difference is { } difference ? FigureTable.Of(metric.Metric).SayDifference(difference) : "";

    // The verdict that no difference was found is worth as much as the difference that would have been found.
    private static string? Seen(List<PairResult> pairs)
    {
        var seen = pairs.Select(p => p.SmallestVisible).OfType<double>().ToList();
        return seen.Count == 0 ? null : string.Create(CultureInfo.InvariantCulture, $"A change of {100 * seen.Max():0.0} % would have been seen.");
    }

    private static void Details(StringBuilder text, Comparison comparison, List<PairResult> pairs)
    {
        text.Append("<details><summary>Verdicts, reasons, machine</summary>\n\n");
        if (RevisionWords.Of(comparison) is { } revisions) text.Append(CultureInfo.InvariantCulture, $"{MarkdownText.Escape(revisions)}\n\n");
        if (comparison.Health.State != HealthState.Void) foreach (var pair in pairs.Take(MostSentences)) Append(text, pair);
        if (pairs.Count > MostSentences) text.Append(CultureInfo.InvariantCulture, $"- … and {FigureText.Count(pairs.Count - MostSentences, "pair")} more\n");
        foreach (var profile in comparison.Profiles.Take(MostSentences))
            text.Append(CultureInfo.InvariantCulture, $"\nWhy: {MarkdownText.Escape(ProfileFigures.Heading(profile) + profile.Sentence)}\n");
        if (comparison.Variants.SelectMany(v => v.Explanations, (v, why) => (v.Name, why)).FirstOrDefault() is { why: not null } first)
            text.Append(CultureInfo.InvariantCulture, $"\nWhy: {MarkdownText.Escape($"{first.Name}: {first.why.Message}")}\n");
        foreach (var finding in comparison.Health.Findings.Take(MostRows)) text.Append(CultureInfo.InvariantCulture, $"\n! {MarkdownText.Escape(finding.Message)}\n");
        foreach (var note in comparison.ShownNotes.Take(MostRows)) text.Append(CultureInfo.InvariantCulture, $"\n{MarkdownText.Escape(note)}\n");
        if (comparison.Pairs.FirstOrDefault(p => p.IsControl) is { } control) text.Append(CultureInfo.InvariantCulture, $"\n<sub>Control: {MarkdownText.Escape(control.Sentence)}</sub>\n");
        text.Append(CultureInfo.InvariantCulture, $"\n<sub>{MarkdownText.Escape($"{comparison.Environment.CpuModel}, {FigureText.Count(comparison.Environment.LogicalCpus,
            "CPU")}; {FigureText.Count(comparison.Trials.Length, "launch").Replace("launchs", "launches", StringComparison.Ordinal)}; Dyno {comparison.Tool.Version}")}</sub>\n");
        text.Append("\n</details>\n");
    }

    private static void Append(StringBuilder text, PairResult pair)
    {
        var cell = pair.Cell.Length > 0 ? $"{pair.Cell}: " : "";
        Line("-", pair.Verdict, cell + pair.Sentence + FurtherRounds.Of(pair));
        foreach (var judged in pair.Judged) Line("  -", judged.Verdict, judged.Sentence + FurtherRounds.Of(judged));

        void Line(string mark, string verdict, string sentence) =>
            text.Append(CultureInfo.InvariantCulture, $"{mark} {MarkOf(verdict)} {MarkdownText.Escape(sentence)}\n");
    }

    // An unclear verdict is neither good nor bad: no difference was found, and nothing is wrong.
    private static string Mark(bool isVoid, List<PairResult> pairs) => isVoid ? "⚪"
        : pairs.Any(p => p.Verdict == "slower" || p.Failures is not null || p.Judged.Any(j => j.Verdict == "slower")) ? "🔴"
        : pairs.Count > 0 && pairs.All(p => p.Verdict is "faster" or "slightlyFaster" or "slightlySlower" or "same") ? "🟢" : "⚪";

    private static string MarkOf(string verdict) => verdict switch
    {
        "faster" => "▲",
        "slower" => "▼",
        "slightlyFaster" => "△",
        "slightlySlower" => "▽",
        "same" => "=",
        "unclear" => "?",
        _ => "·",
    };

    private static string Word(string verdict) => $"{MarkOf(verdict)} " + verdict switch
    {
        "slightlyFaster" => "slightly better",
        "slightlySlower" => "slightly worse",
        "faster" => "better",
        "slower" => "**worse**",
        "notJudged" => "not judged",
        _ => verdict,
    };

    private sealed record Row(string Label, PairResult Pair, MetricComparison Metric, string? Verdict);
}
