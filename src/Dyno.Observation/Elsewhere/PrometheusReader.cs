namespace Dyno.Observation;

/// <summary>
/// Reads a page in Prometheus' text format 0.0.4 (prometheus.io, "Exposition formats"); OpenMetrics differs in ways that do not matter here.
/// A line that breaks the format is left out, because the sender of a page is not ours.
/// </summary>
internal static class PrometheusReader
{
    /// <summary>The largest number of samples of one page that are read; a page that has more is cut there.</summary>
    public const int MostSamples = 50_000;

    private static readonly string[] GenerationLabels = ["gc_heap_generation", "generation"];

    /// <summary>The samples of a page, in order.</summary>
    public static IEnumerable<MetricSample> Read(string page)
    {
        var samples = 0;
        using var lines = new StringReader(page);
        while (samples < MostSamples && lines.ReadLine() is { } line)
        {
            if (line.Length == 0 || line[0] == '#' || Sample(line) is not { } sample) continue;
            samples++;
            yield return sample;
        }
    }

    private static MetricSample? Sample(string line)
    {
        var text = line.AsSpan().Trim();
        var nameEnd = text.IndexOfAny('{', ' ', '\t');
        if (nameEnd <= 0) return null;
        var name = text[..nameEnd].ToString();
        var labels = ReadOnlySpan<char>.Empty;
        var rest = text[nameEnd..];
        if (rest[0] == '{')
        {
            var end = EndOfLabels(rest);
            if (end < 0) return null;
            labels = rest[1..end];
            rest = rest[(end + 1)..];
        }
        rest = rest.TrimStart();
        var valueEnd = rest.IndexOfAny(' ', '\t');
        var value = valueEnd < 0 ? rest : rest[..valueEnd];
        if (!TryNumber(value, out var number)) return null;
        var at = valueEnd < 0 ? default : rest[valueEnd..].Trim();
        return new MetricSample(name, labels.ToString(), number)
        {
            Generation = KnownMetric.GenerationOf(Generation(labels)),
            AtMillis = long.TryParse(at, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var millis) ? millis : null,
        };
    }

    private static bool TryNumber(ReadOnlySpan<char> text, out double number)
    {
        number = text switch { "+Inf" or "Inf" => double.PositiveInfinity, "-Inf" => double.NegativeInfinity, "NaN" => double.NaN, _ => 0 };
        return number != 0 || double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number);
    }

    // A brace inside of a quoted value ends nothing.
    private static int EndOfLabels(ReadOnlySpan<char> text)
    {
        var isQuoted = false;
        for (var i = 1; i < text.Length; i++)
        {
            if (isQuoted && text[i] == '\\') i++;
            else if (text[i] == '"') isQuoted = !isQuoted;
            else if (text[i] == '}' && !isQuoted) return i;
        }
        return -1;
    }

    private static string Generation(ReadOnlySpan<char> labels)
    {
        foreach (var label in GenerationLabels)
        {
            var at = labels.IndexOf(label + "=\"");
            if (at < 0 || (at > 0 && labels[at - 1] is not (',' or ' '))) continue;
            var value = labels[(at + label.Length + 2)..];
            if (value.IndexOf('"') is >= 0 and var end) return value[..end].ToString();
        }
        return "";
    }
}
