namespace Dyno.Reporting;

/// <summary>The pairs of a comparison in words: their verdicts, and the metrics without one.</summary>
internal static class PairLines
{
    private const int MostOutlooks = 2;

    /// <summary>The verdicts, the clearest last, so that the answer is what stands above the prompt.</summary>
    /// <param name="most">
    /// The most pairs that are shown; the others are counted. Only where all are shown has a metric that the sentence of its pair names a line
    /// of its own.
    /// </param>
    public static IEnumerable<Line> Verdicts(Comparison comparison, int most)
    {
        var hasCells = comparison.Variants.Select(v => v.Cell).Distinct().Count() > 1;
        var ranked = comparison.Pairs.OrderBy(Rank).ToList();
        var left = Math.Max(0, ranked.Count - most);
        var isFull = most == int.MaxValue;
        var hasOutlook = isFull || ranked.Count(pair => !pair.IsControl) <= MostOutlooks;
        if (left > 0) yield return new Line().Quiet($"and {FigureText.Count(left, "sentence")} more: --full");
        foreach (var pair in ranked.Skip(left))
        {
            var cell = hasCells ? $"{pair.Cell}: " : "";
            foreach (var judged in pair.Judged.Where(j => isFull || !IsTold(pair, j)))
                yield return Mark(judged.Verdict, "  ").Plain(judged.Sentence).Quiet(FurtherRounds.Of(judged));
            yield return Mark(pair.Verdict, "").Plain(cell + (pair.IsControl ? $"noise floor: {pair.Sentence}" : pair.Sentence)).Quiet(hasOutlook ? FurtherRounds.Of(pair) : "");
        }
    }

    /// <summary>The metrics of each pair that have intervals but no verdict.</summary>
    public static IEnumerable<Line> OtherMetrics(Comparison comparison)
    {
        foreach (var pair in comparison.Pairs.Where(p => !p.IsControl))
        {
            var lines = Others(pair).Select(Uncorrected)
                .Concat(ScriptComparison.Of(comparison, pair).Where(figure => !figure.IsSameCheck).Select(OfScript)).ToList();
            if (lines.Count == 0) continue;
            yield return Line.Of($"{pair.Variant} against {pair.Baseline}{(pair.Cell.Length > 0 ? $", {pair.Cell}" : "")}");
            foreach (var line in lines) yield return line;
        }
    }

    // Where rate and CPU time are judged together, the pair's own sentence says how they go together.
    private static bool IsTold(PairResult pair, MetricVerdict judged) =>
        pair.Sentence.Contains(FigureTable.Of(judged.Metric).Title, StringComparison.OrdinalIgnoreCase);

    // The control tells how far to trust the others, so it comes before them.
    private static int Rank(PairResult pair) => pair.IsControl ? 0 : pair.Verdict switch { "faster" or "slower" => 3, "same" or "slightlyFaster" or "slightlySlower" => 2, _ => 1 };

    private static Line Mark(string verdict, string before) => verdict switch
    {
        "faster" => new Line().Good(before + "▲ "),
        "slower" => new Line().Bad(before + "▼ "),
        "slightlyFaster" => new Line().Good(before + "△ "),
        "slightlySlower" => new Line().Plain(before + "▽ "),
        "same" => new Line().Good(before + "= "),
        "void" => new Line().Plain(before).Alarm(" VOID ").Plain(" "),
        "unclear" => new Line().Doubtful(before + "? "),
        _ => new Line().Quiet(before + "· "),
    };

    // Metrics with a verdict of their own are left out, and so are checks and script figures, which the report words differently.
    private static IEnumerable<MetricComparison> Others(PairResult pair) =>
        pair.Metrics.Skip(1).Where(m => !ScriptFigure.IsName(m.Metric) && pair.Judged.All(j => j.Metric != m.Metric));

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
}
