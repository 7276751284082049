namespace Dyno.K6;

/// <summary>
/// A line of JSON per sample (<c>Point</c>), and one per metric before its first (<c>Metric</c>). Called under a lock, by one thread at a time.
/// </summary>
internal sealed class JsonSamples(ILookup<MetricSelector, string> thresholds, MetricRegistry registry)
{
    private const long NanosPerSecond = 1_000_000_000;
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly string[] Metadata = ["iter", "vu"];
    private readonly HashSet<string> _told = new(StringComparer.Ordinal);

    /// <summary>Writes one sample.</summary>
    /// <param name="output">Takes the bytes.</param>
    /// <param name="value">The value, times in milliseconds.</param>
    /// <param name="unixNanos">Time of the sample, in nanoseconds since 1970 (UTC).</param>
    public void Write(IBufferWriter<byte> output, MetricDefinition metric, double value, long unixNanos, ImmutableSortedDictionary<string, string> tags)
    {
        if (_told.Add(metric.Name)) Tell(output, metric);
        using var json = new Utf8JsonWriter(output, Options);
        json.WriteStartObject();
        json.WriteString("metric", metric.Name);
        json.WriteString("type", "Point");
        json.WriteStartObject("data");
        json.WriteString("time", Rfc3339Nano(unixNanos));
        json.WriteNumber("value", value);
        WriteTags(json, "tags", tags, isMetadata: false);
        if (Metadata.Any(tags.ContainsKey)) WriteTags(json, "metadata", tags, isMetadata: true);
        json.WriteEndObject();
        json.WriteEndObject();
        json.Flush();
        output.Write("\n"u8);
    }

    // RFC 3339 with up to nine places, as Go writes it: without zeros at the end.
    private static string Rfc3339Nano(long unixNanos)
    {
        var fraction = (unixNanos % NanosPerSecond).ToString("000000000", CultureInfo.InvariantCulture).TrimEnd('0');
        return DateTimeOffset.FromUnixTimeSeconds(unixNanos / NanosPerSecond).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture)
            + (fraction.Length == 0 ? "Z" : $".{fraction}Z");
    }

    private void Tell(IBufferWriter<byte> output, MetricDefinition metric)
    {
        using var json = new Utf8JsonWriter(output, Options);
        json.WriteStartObject();
        json.WriteString("type", "Metric");
        json.WriteStartObject("data");
        json.WriteString("name", metric.Name);
        json.WriteString("type", metric.Type.ToString().ToLowerInvariant());
        json.WriteString("contains", metric.Unit.ToString().ToLowerInvariant());
        json.WriteStartArray("thresholds");
        foreach (var threshold in thresholds[new MetricSelector(metric.Name)]) json.WriteStringValue(threshold);
        json.WriteEndArray();
        var parts = registry.TryGet(metric.Name, out var known) ? known.SubMetrics : [];
        if (parts.IsEmpty) json.WriteNull("submetrics");
        else WriteParts(json, parts);
        json.WriteEndObject();
        json.WriteString("metric", metric.Name);
        json.WriteEndObject();
        json.Flush();
        output.Write("\n"u8);
    }

    private static void WriteParts(Utf8JsonWriter json, ImmutableArray<MetricSelector> parts)
    {
        json.WriteStartArray("submetrics");
        foreach (var part in parts)
        {
            var name = part.AsWritten;
            json.WriteStartObject();
            json.WriteString("name", name);
            json.WriteString("suffix", name[(part.Name.Length + 1)..^1]);
            WriteTags(json, "tags", part.Tags, isMetadata: false);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteTags(Utf8JsonWriter json, string name, ImmutableSortedDictionary<string, string> tags, bool isMetadata)
    {
        json.WriteStartObject(name);
        foreach (var (tag, value) in tags)
            if (Metadata.Contains(tag) == isMetadata) json.WriteString(tag, value);
        json.WriteEndObject();
    }
}
