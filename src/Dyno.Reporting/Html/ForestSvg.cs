namespace Dyno.Reporting;

/// <summary>
/// A forest plot as SVG. It is drawn here and not by the script, so that it needs no script and prints sharply. There are two versions: one
/// for a desktop, with label, whisker and figures side by side, and one for a phone, with label and figures above the whisker.
/// </summary>
internal sealed class ForestSvg
{
    private static readonly double[] Steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
    private static readonly ForestSvg Wide = new()
    {
        Name = "wide",
        Width = 1080,
        PlotLeft = 250,
        PlotWidth = 530,
        RowHeight = 34,
        Whisker = 0.5,
        TextX = 796,
        Ticks = 3,
    };
    private static readonly ForestSvg Narrow = new()
    {
        Name = "narrow",
        Width = 360,
        PlotLeft = 6,
        PlotWidth = 348,
        RowHeight = 54,
        Whisker = 0.72,
        TextX = 360,
        Ticks = 2,
    };
    private const double Top = 14, Bottom = 34;

    public required string Name { get; init; }

    public required double Width { get; init; }

    public required double PlotLeft { get; init; }

    public required double PlotWidth { get; init; }

    public required double RowHeight { get; init; }

    /// <summary>The position of the whisker in its row, as a share from the top: 0.5 is beside the label, more is below it.</summary>
    public required double Whisker { get; init; }

    public required double TextX { get; init; }

    /// <summary>Marks on each side of the middle.</summary>
    public required int Ticks { get; init; }

    private bool IsStacked => Whisker > 0.5;

    public static void Write(HtmlText html, Forest forest)
    {
        html.Raw("<figure class=\"chart wide forest\"><figcaption>").Element("strong", forest.Title).Raw(" ").Element("span", forest.Summary)
            .Raw("</figcaption><div class=\"frame\" tabindex=\"0\" role=\"region\" aria-label=\"").Text(forest.Title).Raw("\">");
        Wide.Draw(html, forest);
        Narrow.Draw(html, forest);
        html.Raw("</div></figure>\n");
    }

    private void Draw(HtmlText html, Forest forest)
    {
        var reach = ReachOf(forest);
        var height = Top + forest.Rows.Length * RowHeight + Bottom;
        var end = height - Bottom;
        html.Raw(F($"<svg class=\"{Name}\" viewBox=\"0 0 {Width} {height}\" role=\"img\" aria-label=\"")).Text($"{forest.Title}: {forest.Summary}").Raw("\">");
        if (forest.Threshold > 0)
        {
            var (from, to) = (X(1 / (1 + forest.Threshold), reach), X(1 + forest.Threshold, reach));
            html.Raw(F($"<rect class=\"band\" x=\"{from:0.#}\" y=\"{Top}\" width=\"{to - from:0.#}\" height=\"{end - Top}\"/>"));
        }
        foreach (var tick in TicksWithin(reach)) WriteTick(html, tick, reach, end);
        foreach (var (index, row) in forest.Rows.Index()) WriteRow(html, row, Top + index * RowHeight, reach);
        html.Raw("</svg>");
    }

    private void WriteTick(HtmlText html, double ratio, double reach, double end)
    {
        var x = X(ratio, reach);
        html.Raw(F($"<line class=\"{(ratio == 1 ? "one" : "tick")}\" x1=\"{x:0.#}\" x2=\"{x:0.#}\" y1=\"{Top}\" y2=\"{end}\"/>"))
            .Raw(F($"<text class=\"axis\" text-anchor=\"middle\" x=\"{x:0.#}\" y=\"{end + 20}\">")).Text(Difference(ratio)).Raw("</text>");
    }

    private void WriteRow(HtmlText html, ForestRow row, double top, double reach)
    {
        var y = top + Whisker * RowHeight;
        var line = IsStacked ? top + 18 : y + 5;
        html.Raw(F($"<g class=\"{HtmlSheet.ClassOf(row.Tone)}\"><text class=\"label\" x=\"0\" y=\"{line:0.#}\">"))
            .Text(Shortened(row.Label, IsStacked ? 18 : 34)).Raw("</text>");
        if (row is { Low: { } low, High: { } high })
        {
            var (from, to) = (X(low, reach), X(high, reach));
            html.Raw(F($"<line class=\"whisker\" x1=\"{from:0.#}\" x2=\"{to:0.#}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>"))
                .Raw(F($"<line class=\"whisker\" x1=\"{from:0.#}\" x2=\"{from:0.#}\" y1=\"{y - 5:0.#}\" y2=\"{y + 5:0.#}\"/>"))
                .Raw(F($"<line class=\"whisker\" x1=\"{to:0.#}\" x2=\"{to:0.#}\" y1=\"{y - 5:0.#}\" y2=\"{y + 5:0.#}\"/>"));
        }
        html.Raw(F($"<circle cx=\"{X(row.Ratio, reach):0.#}\" cy=\"{y:0.#}\" r=\"6\"/>"))
            .Raw(F($"<text class=\"figures\" {(IsStacked ? "text-anchor=\"end\" " : "")}x=\"{TextX}\" y=\"{line:0.#}\">"))
            .Text(Shortened(row.Text, IsStacked ? 30 : 44)).Raw("</text></g>");
    }

    // Half the width of the axis, in logarithms, so that twice as much and half as much are equally far from the middle.
    private static double ReachOf(Forest forest)
    {
        var ends = forest.Rows.SelectMany(row => (double?[])[row.Ratio, row.Low, row.High]).OfType<double>()
            .Where(ratio => ratio > 0 && double.IsFinite(ratio)).Select(ratio => Math.Abs(Math.Log(ratio)));
        return Math.Max(1.15 * ends.DefaultIfEmpty(0).Max(), 1.6 * Math.Log(1 + Math.Max(forest.Threshold, 0.01)));
    }

    private IEnumerable<double> TicksWithin(double reach)
    {
        var step = Steps.FirstOrDefault(step => Math.Exp(reach) - 1 < (Ticks + 0.5) * step, Steps[^1]);
        var above = Enumerable.Range(1, Ticks).Select(i => 1 + i * step).Where(ratio => Math.Log(ratio) < reach).ToList();
        return [.. Apart(above.Select(ratio => ratio < 2 ? 2 - ratio : 1 / ratio).Where(ratio => -Math.Log(ratio) < reach), reach), 1, .. Apart(above, reach)];
    }

    // Works from the middle outwards and leaves out a mark whose text would overlap that of the mark before.
    private IEnumerable<double> Apart(IEnumerable<double> ticks, double reach)
    {
        var last = 1.0;
        foreach (var tick in ticks.ToList())
        {
            if (Math.Abs(X(tick, reach) - X(last, reach)) < (WidthOf(tick) + WidthOf(last)) / 2 + 8) continue;
            last = tick;
            yield return tick;
        }
    }

    // A character on the axis takes about 8 pixels.
    private static double WidthOf(double tick) => 8 * Difference(tick).Length;

    private double X(double ratio, double reach)
    {
        var place = ratio > 0 && double.IsFinite(ratio) ? Math.Clamp(Math.Log(ratio) / reach, -1, 1) : 0;
        return PlotLeft + PlotWidth * (place + 1) / 2;
    }

    private static string Difference(double ratio) =>
        ratio == 1 ? "same" : (100 * (ratio - 1)).ToString("+0.#;−0.#", CultureInfo.InvariantCulture) + " %";

    private static string Shortened(string text, int most) => text.Length <= most ? text : text[..(most - 1)] + "…";

    private static string F(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
