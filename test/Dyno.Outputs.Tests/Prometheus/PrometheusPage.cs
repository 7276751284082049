using System.Globalization;
using System.Text.RegularExpressions;

namespace Dyno.Outputs.Tests;

/// <summary>A reader of Prometheus' text format 0.0.4 that accepts nothing else: what a scraper would store.</summary>
internal sealed partial class PrometheusPage
{
    private PrometheusPage()
    {
    }

    public Dictionary<string, string> Types { get; } = [];

    public List<(string Name, Dictionary<string, string> Labels, double Value)> Samples { get; } = [];

    public static PrometheusPage Parse(string text)
    {
        text.ShouldEndWith("\n");
        var page = new PrometheusPage();
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries)) page.Add(line);
        return page;
    }

    public double Value(string name, params (string Name, string Value)[] labels) =>
        Samples.Where(sample => sample.Name == name && labels.All(label => sample.Labels.GetValueOrDefault(label.Name) == label.Value))
            .ShouldHaveSingleItem().Value;

    private void Add(string line)
    {
        if (Comment().Match(line) is { Success: true } comment)
        {
            if (comment.Groups[1].Value == "TYPE") Types.Add(comment.Groups[2].Value, comment.Groups[3].Value); // a second TYPE of a name throws
            return;
        }
        var sample = Sample().Match(line);
        sample.Success.ShouldBeTrue(line);
        var labels = Label().Matches(sample.Groups[2].Value).ToDictionary(m => m.Groups[1].Value, m => Regex.Unescape(m.Groups[2].Value));
        var name = sample.Groups[1].Value;
        Types.Keys.Any(type => name == type || name == type + "_bucket" || name == type + "_sum" || name == type + "_count").ShouldBeTrue(name);
        Samples.Add((name, labels, double.Parse(sample.Groups[3].Value, NumberStyles.Float, CultureInfo.InvariantCulture)));
    }

    [GeneratedRegex(@"^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$")]
    private static partial Regex Comment();

    [GeneratedRegex(@"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*=""(?:[^""\\\n]|\\[\\""n])*"",?)*)\})? (\S+)$")]
    private static partial Regex Sample();

    [GeneratedRegex(@"([a-zA-Z_]\w*)=""((?:[^""\\\n]|\\[\\""n])*)""")]
    private static partial Regex Label();
}
