namespace Dyno.Reporting;

/// <summary>Intervals of ratios drawn with characters, on one axis of logarithms with "no difference" in its middle.</summary>
internal static class ForestText
{
    private const int Half = 20; // columns on each side of "no difference"
    private const int MostOfALabel = 28;
    private static readonly double Largest = Math.Log(3); // a longer interval is cut
    private static readonly double Smallest = Math.Log(1.02);

    /// <summary>The plot with a line for each interval and the axis below; empty without any.</summary>
    public static string Of(IReadOnlyList<(string Label, MetricComparison Metric)> rows)
    {
        var drawn = rows.Where(r => r.Metric is { Ratio: > 0, Low: > 0, High: > 0 }).ToList();
        if (drawn.Count == 0) return "";
        var reach = Math.Clamp(drawn.Max(r => Math.Max(Math.Abs(Math.Log(r.Metric.Low!.Value)), Math.Abs(Math.Log(r.Metric.High!.Value)))), Smallest, Largest);
        var width = drawn.Max(r => Cut(r.Label).Length);
        var text = new StringBuilder();
        foreach (var (label, metric) in drawn)
        {
            var line = new StringBuilder(new string(' ', 2 * Half + 1)) { [Half] = '│' };
            var (low, high) = (Column(metric.Low!.Value), Column(metric.High!.Value));
            for (var i = low; i <= high; i++) line[i] = '─';
            (line[low], line[high], line[Column(metric.Ratio!.Value)]) = ('├', '┤', '●');
            text.Append(CultureInfo.InvariantCulture, $"{Cut(label).PadRight(width)}  {line.ToString().TrimEnd()}\n");
        }
        var (left, right) = (Percent(-reach), Percent(reach));
        text.Append(CultureInfo.InvariantCulture, $"{new string(' ', width + 2)}{left}{new string(' ', Half - left.Length)}0{new string(' ', Half - right.Length)}{right}\n");
        return text.ToString();

        int Column(double ratio) => Half + (int)Math.Round(Half * Math.Clamp(Math.Log(ratio) / reach, -1, 1));
    }

    // Within a block of code no character has a meaning, but the line must stay one.
    private static string Cut(string label)
    {
        var plain = string.Concat(label.Select(c => char.IsControl(c) || c == '`' ? ' ' : c));
        return plain.Length <= MostOfALabel ? plain : plain[..(MostOfALabel - 1)] + "…";
    }

    private static string Percent(double log) => (Math.Exp(log) - 1).ToString(Math.Abs(log) < 0.1 ? "+0.0 %;−0.0 %" : "+0 %;−0 %", CultureInfo.InvariantCulture);
}
