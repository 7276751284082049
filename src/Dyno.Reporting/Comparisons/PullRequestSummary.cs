using System.Globalization;
using System.Text;
using Dyno.Metrics.Figures;
using Dyno.Reporting.Figures;
using Dyno.Reporting.Markdown;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Comparisons;

/// <summary>
/// A comparison as the comment on a pull request: the verdicts, the smallest difference that could have been detected, the first
/// explanation, and where the whole report is.
/// </summary>
public static class PullRequestSummary
{
    private const int MostPairs = 12;

    /// <summary>The comment, in Markdown.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="link">The address of the whole report; null for no link.</param>
    public static string Of(Comparison comparison, string? link)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var text = new StringBuilder();
        var pairs = comparison.Pairs.Where(p => p.IsAsked).ToList();
        text.Append(CultureInfo.InvariantCulture, $"### {Mark(comparison, pairs)} {MarkdownText.Escape(comparison.Experiment.Name)}\n\n");
        if (RevisionWords.Of(comparison) is { } revisions) text.Append(CultureInfo.InvariantCulture, $"{MarkdownText.Escape(revisions)}\n\n");
        if (comparison.Health.State == HealthState.Void)
            text.Append(CultureInfo.InvariantCulture, $"**Void**: {MarkdownText.Escape(comparison.Health.Findings.FirstOrDefault()?.Message ?? "this experiment gives no verdict")}\n\n");
        else foreach (var pair in pairs.Take(MostPairs)) Append(text, pair);
        if (pairs.Count > MostPairs) text.Append(CultureInfo.InvariantCulture, $"- … and {FigureText.Count(pairs.Count - MostPairs, "pair")} more\n");
        foreach (var profile in comparison.Profiles.Take(MostPairs))
            text.Append(CultureInfo.InvariantCulture, $"\nWhy: {MarkdownText.Escape(ProfileFigures.Heading(profile) + profile.Sentence)}\n");
        if (comparison.Variants.SelectMany(v => v.Explanations, (v, why) => (v.Name, why)).FirstOrDefault() is { why: not null } first)
            text.Append(CultureInfo.InvariantCulture, $"\nWhy: {MarkdownText.Escape($"{first.Name}: {first.why.Message}")}\n");
        if (comparison.Pairs.FirstOrDefault(p => p.IsControl) is { } control) text.Append(CultureInfo.InvariantCulture, $"\n<sub>Control: {MarkdownText.Escape(control.Sentence)}</sub>\n");
        if (link is not null) text.Append(CultureInfo.InvariantCulture, $"\n[The whole report]({link})\n");
        return text.ToString();
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
    private static string Mark(Comparison comparison, List<PairResult> pairs) => comparison.Health.State == HealthState.Void ? "⚪"
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
}
