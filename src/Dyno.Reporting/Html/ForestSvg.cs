using System.Globalization;
using Dyno.Reporting.Charts;

namespace Dyno.Reporting.Html;

/// <summary>A forest plot as SVG: drawn here and not by the script, so that it is there without one and sharp in print.</summary>
internal static class ForestSvg
{
    private const double Width = 1080, LabelWidth = 250, TextWidth = 300, RowHeight = 34, Top = 14, Bottom = 34;
    private static readonly double[] Steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

    public static void Write(HtmlText html, Forest forest)
    {
        var reach = ReachOf(forest);
        var height = Top + forest.Rows.Length * RowHeight + Bottom;
        var end = height - Bottom;
        html.Raw("<figure class=\"chart wide forest\"><figcaption>").Element("strong", forest.Title).Raw(" ").Element("span", forest.Summary)
            .Raw($"</figcaption><div class=\"frame\" tabindex=\"0\" role=\"region\" aria-label=\"").Text(forest.Title)
            .Raw(F($"\"><svg viewBox=\"0 0 {Width} {height}\" role=\"img\" aria-label=\"")).Text($"{forest.Title}: {forest.Summary}").Raw("\">");
        if (forest.Threshold > 0)
        {
            var (from, to) = (X(1 / (1 + forest.Threshold), reach), X(1 + forest.Threshold, reach));
            html.Raw(F($"<rect class=\"band\" x=\"{from:0.#}\" y=\"{Top}\" width=\"{to - from:0.#}\" height=\"{end - Top}\"/>"));
        }
        foreach (var tick in Ticks(reach)) WriteTick(html, tick, reach, end);
        foreach (var (index, row) in forest.Rows.Index()) WriteRow(html, row, Top + (index + 0.5) * RowHeight, reach);
        html.Raw("</svg></div></figure>\n");
    }

    private static void WriteTick(HtmlText html, double ratio, double reach, double end)
    {
        var x = X(ratio, reach);
        html.Raw(F($"<line class=\"{(ratio == 1 ? "one" : "tick")}\" x1=\"{x:0.#}\" x2=\"{x:0.#}\" y1=\"{Top}\" y2=\"{end}\"/>"))
            .Raw(F($"<text class=\"axis\" text-anchor=\"middle\" x=\"{x:0.#}\" y=\"{end + 20}\">")).Text(Difference(ratio)).Raw("</text>");
    }

    private static void WriteRow(HtmlText html, ForestRow row, double y, double reach)
    {
        html.Raw(F($"<g class=\"{HtmlSheet.ClassOf(row.Tone)}\"><text class=\"label\" x=\"0\" y=\"{y + 5:0.#}\">")).Text(Shortened(row.Label, 34)).Raw("</text>");
        if (row is { Low: { } low, High: { } high })
        {
            var (from, to) = (X(low, reach), X(high, reach));
            html.Raw(F($"<line class=\"whisker\" x1=\"{from:0.#}\" x2=\"{to:0.#}\" y1=\"{y:0.#}\" y2=\"{y:0.#}\"/>"))
                .Raw(F($"<line class=\"whisker\" x1=\"{from:0.#}\" x2=\"{from:0.#}\" y1=\"{y - 5:0.#}\" y2=\"{y + 5:0.#}\"/>"))
                .Raw(F($"<line class=\"whisker\" x1=\"{to:0.#}\" x2=\"{to:0.#}\" y1=\"{y - 5:0.#}\" y2=\"{y + 5:0.#}\"/>"));
        }
        html.Raw(F($"<circle cx=\"{X(row.Ratio, reach):0.#}\" cy=\"{y:0.#}\" r=\"6\"/><text class=\"figures\" x=\"{Width - TextWidth + 16}\" y=\"{y + 5:0.#}\">"))
            .Text(Shortened(row.Text, 44)).Raw("</text></g>");
    }

    // Half the width of the axis, in logarithms: the same distance for twice as much and for half as much.
    private static double ReachOf(Forest forest)
    {
        var ends = forest.Rows.SelectMany(row => (double?[])[row.Ratio, row.Low, row.High]).OfType<double>()
            .Where(ratio => ratio > 0 && double.IsFinite(ratio)).Select(ratio => Math.Abs(Math.Log(ratio)));
        return Math.Max(1.15 * ends.DefaultIfEmpty(0).Max(), 1.6 * Math.Log(1 + Math.Max(forest.Threshold, 0.01)));
    }

    private static IEnumerable<double> Ticks(double reach)
    {
        var step = Steps.FirstOrDefault(step => Math.Exp(reach) - 1 < 3.5 * step, Steps[^1]);
        var above = Enumerable.Range(1, 3).Select(i => 1 + i * step).Where(ratio => Math.Log(ratio) < reach).ToList();
        return [.. above.Select(ratio => ratio < 2 ? 2 - ratio : 1 / ratio).Where(ratio => -Math.Log(ratio) < reach), 1, .. above];
    }

    private static double X(double ratio, double reach)
    {
        var plot = Width - LabelWidth - TextWidth;
        var place = ratio > 0 && double.IsFinite(ratio) ? Math.Clamp(Math.Log(ratio) / reach, -1, 1) : 0;
        return LabelWidth + plot * (place + 1) / 2;
    }

    private static string Difference(double ratio) =>
        ratio == 1 ? "same" : (100 * (ratio - 1)).ToString("+0.#;−0.#", CultureInfo.InvariantCulture) + " %";

    private static string Shortened(string text, int most) => text.Length <= most ? text : text[..(most - 1)] + "…";

    private static string F(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
