using System.Globalization;
using Dyno.Metrics.Figures;
using Dyno.Reporting.Console;
using Dyno.Reporting.Figures;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Comparisons;

/// <summary>A comparison on one screen: a table per cell, then the verdicts in words, the noise floor and the health.</summary>
public static class ComparisonReport
{
    /// <summary>The report as text.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="style">Width and colours of the reader's screen.</param>
    public static string Render(Comparison comparison, ReportStyle style)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        using var text = new StringWriter();
        var console = ConsoleReport.ConsoleFor(text, style);
        foreach (var block in Blocks(comparison, style))
        {
            console.Write(block);
            console.WriteLine();
        }
        return ConsoleReport.Trimmed(text.ToString());
    }

    private static IEnumerable<IRenderable> Blocks(Comparison comparison, ReportStyle style)
    {
        var experiment = comparison.Experiment;
        yield return new Line().Strong(experiment.Name)
            .Quiet(comparison.Interleaved
                ? $"  {FigureText.Count(comparison.Trials.Length, "trial")}, {FigureText.Count(experiment.Rounds, "round")} planned, seed {experiment.Seed}"
                : $"  {FigureText.Count(comparison.Trials.Length, comparison.Sweep is null ? "stored result" : "launch").Replace("launchs", "launches", StringComparison.Ordinal)}");
        foreach (var cell in comparison.Variants.GroupBy(v => v.Cell))
        {
            if (cell.Key.Length > 0) yield return new Line().Strong(cell.Key);
            yield return ConsoleSection.Table(style, ["", "rate", $"{(experiment.Headline == "rate" ? "" : experiment.Headline + " ")}against {experiment.Baseline}", "", "p50", "p99", "CPU/req", "memory"],
                cell.Select(v => Row(v, PairOf(comparison, v))));
            yield return new Rows(comparison.Pairs.Where(p => p.Cell == cell.Key).Select(pair => Verdict(comparison, pair)));
            if (cell.Any(v => v.Services.Length > 0)) yield return new Rows(cell.SelectMany(Services));
            if (cell.Any(v => v.Explanations.Length > 0)) yield return new Rows(cell.SelectMany(Explanations));
        }
        if (comparison.Sweep is { } sweep)
        {
            yield return new Rows(sweep.Findings.Select(f => new Line().Good("→ ").Plain(Capital(f.Sentence, f.Cell)))
                .Concat(SweepKnees.Of(sweep).Select(knee => new Line().Quiet("· " + knee))));
        }
        if (comparison.Skipped.Length > 0)
            yield return new Rows(comparison.Skipped.Select(s => new Line().Doubtful("! ").Plain($"{s.Name} is left out: {s.Reason}")));
        if (comparison.AnswerDifferences.Length > 0)
            yield return new Rows(comparison.AnswerDifferences.Select(d => new Line().Doubtful("! ").Plain(
                $"{d.Variant} answers {d.Step} differently{(d.Cell.Length > 0 ? $" in {d.Cell}" : "")}: {d.What}")));
        if (OutlierWords.Of(comparison) is { } apart) yield return new Rows(new Line().Doubtful("! ").Plain(apart + "."), new Line());
        if (comparison.Notes.Length > 0) yield return new Rows(comparison.Notes.Select(note => new Line().Quiet($"· {note}")));
        if (comparison.Variants.Length > 0) yield return Legend(comparison);
        yield return Health(comparison.Health);
    }

    // Explains the columns under the table, as BenchmarkDotNet does.
    private static IRenderable Legend(Comparison comparison)
    {
        var headline = comparison.Experiment.Headline;
        var lines = new List<string>
        {
            "rate: good answers a second, the median of the launches, ± its 95 % interval",
            $"against {comparison.Experiment.Baseline}: {FigureTable.Of(headline).Phrase}, the difference and the interval of the verdict",
            "p50, p99: time in which 50 % and 99 % of the requests were answered; CPU/req: the server's CPU time per request; memory: mean of the server",
        };
        if (comparison.Variants.Any(v => v.Discarded > 0)) lines.Add("(−1): one trial of the variant does not count");
        if (comparison.Pairs.Any(p => !p.IsControl && p.Metrics.Length > 1))
            lines.Add("indented: further metrics with 95 % intervals, not corrected for multiple comparisons: hints where to look, not verdicts");
        return ConsoleSection.Labelled("Legend", lines.Select(line => new Line().Quiet(line)));
    }

    // The pair with the experiment's baseline comes first.
    private static PairResult? PairOf(Comparison comparison, VariantResult variant) => comparison.Pairs
        .Where(p => p.Variant == variant.Name && p.Cell == variant.Cell).OrderBy(p => p.Baseline == comparison.Experiment.Baseline ? 0 : 1).FirstOrDefault();

    private static Line[] Row(VariantResult variant, PairResult? pair)
    {
        var rate = variant.Metrics.GetValueOrDefault("rate");
        var headline = pair is { Metrics: [var first, ..] } ? first : null;
        return
        [
            Line.Of(variant.Discarded == 0 ? variant.Name : $"{variant.Name} (−{variant.Discarded})"),
            rate is null ? Line.Of("-") : new Line().Strong(FigureText.Rate(rate.Median)).Quiet(WithinOf(rate)),
            Line.Of(headline?.Ratio is { } ratio ? FigureText.Difference(ratio, headline.Low, headline.High) : pair is null ? "" : "-"),
            pair is null ? new Line() : pair.IsControl ? new Line().Quiet("control") : Word(pair.Verdict),
            Cell("p50", FigureText.TimeCell),
            Cell("p99", FigureText.TimeCell),
            Cell("server.cpuPerRequest", micros => FigureText.TimeCell(micros * 1000)),
            Cell("server.workingSet", FigureText.Memory),
        ];

        Line Cell(string metric, Func<double, string> figure) =>
            Line.Of(variant.Metrics.TryGetValue(metric, out var spread) ? figure(spread.Median) : "-");
    }

    // The distance from the median to the farther end of the variant's own interval. The document has both ends.
    private static string WithinOf(MetricSpread rate)
    {
        if (rate is not { Low: { } low, High: { } high }) return "";
        var within = Math.Max(high / rate.Median - 1, 1 - low / rate.Median);
        return within > 1 ? " ±>100 %" : string.Create(CultureInfo.InvariantCulture, $" ±{100 * within:0.0} %");
    }

    private static Line Word(string verdict) => verdict switch
    {
        "faster" => new Line().Good("▲ faster"),
        "slower" => new Line().Bad("▼ slower"),
        "slightlyFaster" => new Line().Good("△ slightly"),
        "slightlySlower" => new Line().Plain("▽ slightly"),
        "same" => new Line().Good("= same"),
        "void" => new Line().Bad("✗ void"),
        "unclear" => new Line().Doubtful("? unclear"),
        _ => new Line().Quiet("· not judged"),
    };

    private static IEnumerable<Line> Services(VariantResult variant) => variant.Services.Select(use => new Line().Quiet($"{use.Name} ")
        .Plain($"for {variant.Name}: {ServiceWords.Of(use)}"));

    private static IEnumerable<Line> Explanations(VariantResult variant) => variant.Explanations.SelectMany(why => (IEnumerable<Line>)
    [
        new Line().Quiet("why ").Plain($"{variant.Name}: {why.Message}").Quiet(why.OfTrials > 1 ? $" ({why.Trials} of {why.OfTrials} trials)" : ""),
        .. why.Evidence.Select(e => new Line().Quiet($"    {e}")),
    ]);

    private static string Capital(string sentence, string cell) => $"{(cell.Length > 0 ? cell + ": " : "")}{sentence}";

    private static Rows Verdict(Comparison comparison, PairResult pair)
    {
        var line = pair.Verdict switch
        {
            "faster" => new Line().Good("▲ "),
            "slower" => new Line().Bad("▼ "),
            "slightlyFaster" => new Line().Good("△ "),
            "slightlySlower" => new Line().Plain("▽ "),
            "same" => new Line().Good("= "),
            "void" => new Line().Alarm(" VOID ").Plain(" "),
            "unclear" => new Line().Doubtful("? "),
            _ => new Line().Quiet("· "),
        };
        line.Plain(pair.IsControl ? $"noise floor: {pair.Sentence}" : pair.Sentence);
        line.Quiet(FurtherRounds.Of(pair));
        return new Rows([line, .. pair.Judged.Select(Judged), .. pair.IsControl ? [] : Others(pair).Select(Uncorrected),
            .. pair.IsControl ? [] : ScriptComparison.Of(comparison, pair).Where(figure => !figure.IsSameCheck).Select(OfScript)]);
    }

    // Metrics with a verdict of their own are left out, and so are checks and script figures, which the report words differently.
    private static IEnumerable<MetricComparison> Others(PairResult pair) =>
        pair.Metrics.Skip(1).Where(m => !ScriptFigure.IsName(m.Metric) && pair.Judged.All(j => j.Metric != m.Metric));

    private static Line Judged(MetricVerdict judged) => (judged.Verdict switch
    {
        "faster" => new Line().Good("  ▲ "),
        "slower" => new Line().Bad("  ▼ "),
        "slightlyFaster" => new Line().Good("  △ "),
        "slightlySlower" => new Line().Plain("  ▽ "),
        "same" => new Line().Good("  = "),
        "unclear" => new Line().Doubtful("  ? "),
        _ => new Line().Quiet("  · "),
    }).Plain(judged.Sentence).Quiet(FurtherRounds.Of(judged));

    private static Line Uncorrected(MetricComparison metric)
    {
        var line = new Line().Quiet($"    {FigureTable.Of(metric.Metric).Title}: ");
        if (metric.Difference is { } difference)
            return line.Quiet(difference == 0 ? "no difference" : $"{FigureTable.Of(metric.Metric).SayDifference(difference)} (median of the rounds)");
        return line.Quiet(metric.Ratio is { } ratio ? FigureText.Difference(ratio, metric.Low, metric.High) : "not measured in every trial");
    }

    private static Line OfScript(ScriptComparison figure)
    {
        var line = new Line().Quiet($"    {figure.Title}");
        if (figure.Compared is { Ratio: null, Difference: null }) return line.Quiet(" not measured in every trial");
        line.Quiet($" {figure.Variant} against {figure.Baseline}, {figure.Change}");
        return figure.Compared is { Low: { } low, High: { } high }
            ? line.Quiet($" [{FigureText.Difference(low)}, {FigureText.Difference(high)}]")
            : line;
    }

    private static Rows Health(HealthRecord health)
    {
        var top = health.State switch
        {
            HealthState.Void => new Line().Alarm(" VOID ").Bad(" this experiment gives no verdict"),
            HealthState.Strained => new Line().Caution(" STRAINED ").Doubtful(" usable, with a reservation"),
            _ => ConsoleSection.Labelled("Health", new Line().Good("healthy").Quiet(": nothing observed casts doubt on these verdicts")),
        };
        return new Rows([top, ConsoleSection.Marked(health.Findings.Select(f =>
            (f.State == HealthState.Void ? new Line().Bad("✗") : new Line().Doubtful("!"), Line.Of(f.Message).Quiet($" ({f.Rule})"))))]);
    }
}
