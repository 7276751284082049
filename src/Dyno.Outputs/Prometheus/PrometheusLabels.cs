using System.Text.RegularExpressions;

namespace Dyno.Outputs;

/// <summary>Labels of every series of a run, from the variable that k6 2.3 reads: <c>K6_PROMETHEUS_RW_LABELS=environment=production,server=srv1</c>.</summary>
internal static partial class PrometheusLabels
{
    public const string Variable = "K6_PROMETHEUS_RW_LABELS";

    private static readonly ImmutableArray<string> Own = ["run", "phase", "kind", "le"];

    /// <summary>Reads the variable.</summary>
    /// <param name="text">Its value; null or empty: no labels.</param>
    /// <returns>The labels in their order; null when the text is none: NAME=VALUE with commas between, each name once and none of Dyno's own.</returns>
    public static ImmutableArray<(string Name, string Value)>? Read(string? text)
    {
        var labels = ImmutableArray.CreateBuilder<(string Name, string Value)>();
        foreach (var part in (text ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (part.Split('=', 2, StringSplitOptions.TrimEntries) is not [var name, var value]) return null;
            if (!LabelName().IsMatch(name) || Own.Contains(name) || labels.Any(label => label.Name == name)) return null;
            labels.Add((name, value));
        }
        return labels.ToImmutable();
    }

    // Names that begin with two underscores are reserved for Prometheus itself (prometheus.io, "Data model").
    [GeneratedRegex("^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$")]
    private static partial Regex LabelName();
}
