using System.Globalization;
using System.Text;
using System.Text.Json;

namespace CacheLab;

/// <summary>Implementation × property: the figures.</summary>
internal sealed class LabTable
{
    private readonly List<(string Cache, string Property, Finding Finding)> _cells = [];

    public void Add(string cache, string property, Finding finding) => _cells.Add((cache, property, finding));

    /// <summary>A Markdown table with a line per property.</summary>
    public string Text()
    {
        var caches = _cells.Select(c => c.Cache).Distinct().ToList();
        var text = new StringBuilder($"| broken of tries | {string.Join(" | ", caches)} |\n|---|{string.Concat(caches.Select(_ => "---|"))}");
        foreach (var row in _cells.GroupBy(c => c.Property))
            text.Append('\n').Append($"| {row.Key} | {string.Join(" | ", caches.Select(c => Say(row.Single(cell => cell.Cache == c).Finding)))} |");
        return text.ToString();
    }

    /// <summary>The findings as figures by name, in JSON: <c>PROPERTY.broken</c>, <c>.milliseconds</c>, <c>.count</c>.</summary>
    public string Figures(bool withCache)
    {
        var figures = new SortedDictionary<string, double>(StringComparer.Ordinal);
        foreach (var (cache, property, finding) in _cells)
        {
            var name = withCache ? $"{cache}.{property}" : property;
            figures[$"{name}.broken"] = finding.Broken;
            figures[$"{name}.share"] = (double)finding.Broken / finding.Tries;
            if (finding.Milliseconds is { } time) figures[$"{name}.milliseconds"] = time;
            if (finding.Count is { } count) figures[$"{name}.count"] = count;
        }
        return JsonSerializer.Serialize(figures);
    }

    /// <summary>A finding in a few words.</summary>
    public static string Say(Finding finding)
    {
        var facts = new List<string> { string.Create(CultureInfo.InvariantCulture, $"{finding.Broken} of {finding.Tries}") };
        if (finding.Count is { } count) facts.Add(string.Create(CultureInfo.InvariantCulture, $"{count} runs"));
        if (finding.Milliseconds is { } time)
            facts.Add((finding.IsAtLeast ? "≥ " : "") + (time < 1000
                ? string.Create(CultureInfo.InvariantCulture, $"{time:0} ms") : string.Create(CultureInfo.InvariantCulture, $"{time / 1000:0.0} s")));
        if (finding.Faults.Length > 0) facts.Add(finding.Faults);
        return string.Join(", ", facts);
    }
}
