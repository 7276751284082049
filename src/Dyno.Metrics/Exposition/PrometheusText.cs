using System.Globalization;
using System.Text;

namespace Dyno.Metrics.Exposition;

/// <summary>
/// Writes families of samples in Prometheus' text exposition format 0.0.4 (prometheus.io, "Exposition formats"), in base units. Response
/// times have the same bucket bounds during a run and after it, so that both can be added up. Used by one thread.
/// </summary>
/// <param name="everywhere">Labels that every sample has, before its own labels.</param>
public sealed class PrometheusText(params (string Name, string Value)[] everywhere)
{
    private readonly StringBuilder _text = new();
    private string _family = "";

    /// <summary>Upper bounds of the buckets of response times, ascending: 100 µs to 10 s in steps of 1, 2.5 and 5.</summary>
    public static IReadOnlyList<TimeSpan> ResponseTimeBounds { get; } =
        [.. new[] { 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000 }.Select(TimeSpan.FromMilliseconds)];

    /// <summary>Begins a family; its samples follow.</summary>
    /// <param name="name">The family's name.</param>
    /// <param name="type"><c>gauge</c>, <c>counter</c> or <c>histogram</c>.</param>
    /// <param name="help">The family's help text.</param>
    public PrometheusText Family(string name, string type, string help)
    {
        _family = name;
        _text.Append("# HELP ").Append(name).Append(' ').Append(help).Append("\n# TYPE ").Append(name).Append(' ').Append(type).Append('\n');
        return this;
    }

    /// <summary>Adds a sample to the family.</summary>
    public void Sample(double value, params (string Name, string Value)[] labels) => Part("", value, labels);

    /// <summary>Adds a histogram of response times to the family.</summary>
    /// <param name="countsUpTo">For each of <see cref="ResponseTimeBounds"/>, the number of response times that do not exceed it.</param>
    /// <param name="count">Number of all response times.</param>
    /// <param name="sumNanos">Sum of all response times, in nanoseconds.</param>
    /// <param name="labels">Labels.</param>
    public void ResponseTimes(IEnumerable<long> countsUpTo, long count, double sumNanos, params (string Name, string Value)[] labels)
    {
        foreach (var (bound, upTo) in ResponseTimeBounds.Zip(countsUpTo)) Part("_bucket", upTo, [.. labels, ("le", Number(bound.TotalSeconds))]);
        Part("_bucket", count, [.. labels, ("le", "+Inf")]);
        Part("_sum", sumNanos / 1e9, labels);
        Part("_count", count, labels);
    }

    /// <summary>The text of all families.</summary>
    public override string ToString() => _text.ToString();

    /// <summary>A number as the format spells it.</summary>
    public static string Number(double value) => value.ToString("0.#########", CultureInfo.InvariantCulture);

    private void Part(string suffix, double value, params (string Name, string Value)[] labels) =>
        _text.Append(_family).Append(suffix).Append('{').AppendJoin(',', everywhere.Concat(labels).Select(l => $"{l.Name}=\"{Escaped(l.Value)}\""))
            .Append("} ").Append(Number(value)).Append('\n');

    private static string Escaped(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
}
