namespace Dyno.Reporting;

/// <summary>The table of a cell's variants on the console.</summary>
internal static class VariantTable
{
    private const int WideScreen = 110;
    private const int MostOfAName = 16;

    // The metrics that every table shows where they were measured, with their headings. A narrow screen leaves columns out.
    private static readonly (string Metric, string Heading)[] Shown =
    [
        ("p50", "p50"), ("p99", "p99"), ("server.cpuPerRequest", "CPU/req"), ("server.allocatedPerRequest", "alloc/req"), ("server.gcPause", "GC"),
        ("server.workingSet", "memory"),
    ];

    private static readonly string[] LeftOutFirst = ["memory", "p50", "CPU/req", "p99", "GC"];

    /// <summary>The table; in one line when none of its rows is shown.</summary>
    /// <param name="cell">The cell of the matrix; empty without a matrix.</param>
    /// <param name="most">The most variants that are shown; the others are counted.</param>
    public static IRenderable Of(Comparison comparison, ReportStyle style, string cell, int most)
    {
        var variants = comparison.Variants.Where(v => v.Cell == cell).ToList();
        var left = Math.Max(0, variants.Count - most);
        if (most == 0) return new Line().Quiet($"{(cell.Length > 0 ? cell + ": " : "")}{FigureText.Count(left, "variant")}: --full");
        var table = Table(comparison, style, variants);
        var more = left > 0 ? [new Line().Quiet($"and {FigureText.Count(left, "variant")} more: --full")] : (Line[])[];
        for (; left > 0; left--) table.RemoveRow(table.Rows.Count - 1);
        return new Rows([.. cell.Length > 0 ? [new Line().Strong(cell)] : (IRenderable[])[], table, .. more]);
    }

    /// <summary>What the columns mean, as BenchmarkDotNet says it.</summary>
    public static IRenderable? Legend(Comparison comparison)
    {
        if (comparison.Variants.IsEmpty) return null;
        var headline = comparison.Experiment.Headline;
        var lines = new List<string>
        {
            "rate: good answers a second, the median of the launches; from 110 columns on with its 95 % interval",
            $"against {comparison.Experiment.Baseline}: {FigureTable.Of(headline).Phrase}, the difference and the interval of the verdict",
            "p50, p99: time in which 50 % and 99 % of the requests were answered; CPU/req: the server's CPU time per request; memory: mean of the server",
        };
        if (comparison.Variants.Any(v => v.Metrics.ContainsKey("server.allocatedPerRequest")))
            lines.Add("alloc/req: managed memory that the server allocated per request; GC: share of the time in pauses of the garbage collector");
        if (comparison.Variants.Any(v => v.Discarded > 0)) lines.Add("(−1): one trial of the variant does not count");
        if (comparison.Pairs.Any(p => !p.IsControl && p.Metrics.Length > 1))
            lines.Add("indented: further metrics with 95 % intervals, not corrected for multiple comparisons: hints where to look, not verdicts");
        return ConsoleSection.Labelled("Legend", lines.Select(line => new Line().Quiet(line)));
    }

    private static Table Table(Comparison comparison, ReportStyle style, List<VariantResult> variants)
    {
        var experiment = comparison.Experiment;
        var shown = Shown.Where(s => variants.Exists(v => v.Metrics.ContainsKey(s.Metric))).ToList();
        var nameWidth = Math.Min(MostOfAName, variants.Max(v => NameOf(v).Length));
        return ConsoleSection.Table(style,
            ["", "rate", $"{(experiment.Headline == "rate" ? "" : experiment.Headline + " ")}against {experiment.Baseline}", "", .. shown.Select(s => s.Heading)],
            variants.Select(v => (Line[])[.. Row(v, PairOf(comparison, v), style.Width >= WideScreen), .. shown.Select(s => Cell(v, s.Metric))]),
            nameWidth, LeftOutFirst);
    }

    private static Line[] Row(VariantResult variant, PairResult? pair, bool hasInterval)
    {
        var rate = variant.Metrics.GetValueOrDefault("rate");
        var headline = pair is { Metrics: [var first, ..] } ? first : null;
        return
        [
            Line.Of(NameOf(variant)),
            rate is null ? Line.Of("-") : new Line().Strong(FigureText.Rate(rate.Median)).Quiet(hasInterval ? WithinOf(rate) : ""),
            Line.Of(headline?.Ratio is { } ratio ? FigureText.Difference(ratio, headline.Low, headline.High) : pair is null ? "" : "-"),
            pair is null ? new Line() : pair.IsControl ? new Line().Quiet("control") : Word(pair.Verdict),
        ];
    }

    private static string NameOf(VariantResult variant) => variant.Discarded == 0 ? variant.Name : $"{variant.Name} (−{variant.Discarded})";

    // A time has a unit of two letters, so that the column is even.
    private static Line Cell(VariantResult variant, string metric) => Line.Of(!variant.Metrics.TryGetValue(metric, out var spread) ? "-"
        : metric == "server.cpuPerRequest" ? FigureText.TimeCell(spread.Median * 1000)
        : metric is "p50" or "p99" ? FigureText.TimeCell(spread.Median)
        : FigureTable.Of(metric).Say(spread.Median));

    // The pair with the experiment's baseline comes first.
    private static PairResult? PairOf(Comparison comparison, VariantResult variant) => comparison.Pairs
        .Where(p => p.Variant == variant.Name && p.Cell == variant.Cell).OrderBy(p => p.Baseline == comparison.Experiment.Baseline ? 0 : 1).FirstOrDefault();

    // The variant's own interval, in the unit of the rate.
    private static string WithinOf(MetricSpread rate) =>
        rate is { Low: { } low, High: { } high } ? $" [{FigureText.Digits(low)}, {FigureText.Digits(high)}]" : "";

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
}
