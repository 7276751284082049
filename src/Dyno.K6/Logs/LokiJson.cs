using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Dyno.Results;

namespace Dyno.K6.Logs;

/// <summary>
/// The body of a push (grafana.com/docs/loki, "Push log entries"): lines of the same labels are a stream, times are nanoseconds as text.
/// Secrets are masked.
/// </summary>
internal sealed class LokiJson(LokiSettings settings)
{
    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public byte[] Write(IEnumerable<LogLine> lines)
    {
        using var body = new MemoryStream();
        using (var json = new Utf8JsonWriter(body, Plain))
        {
            json.WriteStartObject();
            json.WriteStartArray("streams");
            foreach (var stream in lines.GroupBy(line => (line.Level, line.Source))) WriteStream(json, stream.Key.Level, stream.Key.Source, stream);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return body.ToArray();
    }

    private void WriteStream(Utf8JsonWriter json, string level, string source, IEnumerable<LogLine> lines)
    {
        var labels = LabelsOf(level, source);
        // Loki takes no line without a label: where none is allowed the level stays.
        var kept = labels.Where(label => settings.AllowedLabels?.Contains(label.Key) ?? true).ToList();
        if (kept.Count == 0) kept.Add(KeyValuePair.Create("level", labels["level"]));
        var rest = string.Concat(labels.Except(kept).Select(label => $" {label.Key}={label.Value}"));
        json.WriteStartObject();
        json.WriteStartObject("stream");
        foreach (var (name, value) in kept) json.WriteString(name, value);
        json.WriteEndObject();
        json.WriteStartArray("values");
        foreach (var line in lines.OrderBy(line => line.Time))
        {
            var nanos = (line.Time - DateTimeOffset.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;
            json.WriteStartArray();
            json.WriteStringValue(nanos.ToString(CultureInfo.InvariantCulture));
            json.WriteStringValue(Redaction.Lines(line.Message) + rest);
            json.WriteEndArray();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private SortedDictionary<string, string> LabelsOf(string level, string source)
    {
        var labels = new SortedDictionary<string, string>(StringComparer.Ordinal) { ["level"] = level };
        if (source.Length > 0) labels["source"] = source;
        foreach (var (name, value) in settings.Labels) labels[name] = value;
        return labels;
    }
}
