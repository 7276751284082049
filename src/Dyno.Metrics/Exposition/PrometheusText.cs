namespace Dyno.Metrics;

/// <summary>
/// Writes families of samples in Prometheus' text exposition format 0.0.4 (prometheus.io, "Exposition formats"), in base units. Response
/// times have the same bucket bounds during a run and after it, so that both can be added up. Used by one thread.
/// </summary>
/// <param name="everywhere">Labels that every sample has, before its own labels.</param>
public sealed class PrometheusText(params (string Name, string Value)[] everywhere)
{
    private readonly StringBuilder _text = new();
    private string _family = "";

    /// <summary>Begins a family; its samples follow.</summary>
    /// <param name="type"><c>gauge</c>, <c>counter</c> or <c>histogram</c>.</param>
    public PrometheusText Family(string name, string type, string help)
    {
        _family = name;
        _text.Append("# HELP ").Append(name).Append(' ').Append(help).Append("\n# TYPE ").Append(name).Append(' ').Append(type).Append('\n');
        return this;
    }

    /// <summary>Adds a sample to the family.</summary>
    public void Sample(double value, params (string Name, string Value)[] labels) => Part("", value, labels);

    /// <summary>Adds a histogram of response times to the family.</summary>
    public void ResponseTimes(LatencyBuckets times, params (string Name, string Value)[] labels)
    {
        foreach (var (bound, upTo) in LatencyBuckets.Bounds.Zip(times.CountsUpTo)) Part("_bucket", upTo, [.. labels, ("le", Number(bound.TotalSeconds))]);
        Part("_bucket", times.Count, [.. labels, ("le", "+Inf")]);
        Part("_sum", times.SumNanos / 1e9, labels);
        Part("_count", times.Count, labels);
    }

    public override string ToString() => _text.ToString();

    /// <summary>A number as the format spells it.</summary>
    public static string Number(double value) => value.ToString("0.#########", CultureInfo.InvariantCulture);

    private void Part(string suffix, double value, params (string Name, string Value)[] labels) =>
        _text.Append(_family).Append(suffix).Append('{').AppendJoin(',', everywhere.Concat(labels).Select(l => $"{l.Name}=\"{Escaped(l.Value)}\""))
            .Append("} ").Append(Number(value)).Append('\n');

    private static string Escaped(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
}
