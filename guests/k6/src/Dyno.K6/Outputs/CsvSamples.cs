using System.Buffers;
using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Dyno.Metrics.Catalog;
using Dyno.Results;

namespace Dyno.K6.Outputs;

/// <summary><c>--out csv</c>: a line per sample, a column per system tag, and the other tags together in one.</summary>
internal sealed class CsvSamples : ISampleFormat
{
    private static readonly string[] Metadata = ["iter", "vu"];
    private readonly ImmutableArray<string> _columns;
    private readonly Func<long, string> _time;
    private readonly StringBuilder _line = new();

    /// <summary>Creates the format.</summary>
    /// <param name="systemTags">The system tags in force.</param>
    /// <param name="time">How times are written.</param>
    public CsvSamples(IEnumerable<string> systemTags, Func<long, string> time)
    {
        _columns = [.. systemTags.Except(Metadata).Order(StringComparer.Ordinal)];
        _time = time;
    }

    public void Begin(IBufferWriter<byte> output) =>
        Put(output, $"metric_name,timestamp,metric_value,{string.Concat(_columns.Select(c => c + ","))}extra_tags,metadata\n");

    public void Write(IBufferWriter<byte> output, MetricDefinition metric, double value, long unixNanos, ImmutableSortedDictionary<string, string> tags)
    {
        _line.Clear();
        _line.Append(metric.Name).Append(',').Append(_time(unixNanos)).Append(',')
            .Append(value.ToString("0.000000", CultureInfo.InvariantCulture)).Append(',');
        foreach (var column in _columns) Field(tags.GetValueOrDefault(column, "")).Append(',');
        Field(Pairs(tags, tag => !_columns.Contains(tag) && !Metadata.Contains(tag))).Append(',');
        Field(Pairs(tags, Metadata.Contains)).Append('\n');
        Put(output, _line.ToString());
    }

    private StringBuilder Field(string text) => _line.Append(CsvField.Of(text));

    private static string Pairs(ImmutableSortedDictionary<string, string> tags, Func<string, bool> isWanted) => string.Join('&',
        tags.Where(tag => isWanted(tag.Key)).Select(tag => $"{tag.Key}={tag.Value}"));

    private static void Put(IBufferWriter<byte> output, string text) => Encoding.UTF8.GetBytes(text, output);
}
