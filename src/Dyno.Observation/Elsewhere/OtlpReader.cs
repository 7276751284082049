namespace Dyno.Observation;

/// <summary>
/// Reads an ExportMetricsServiceRequest of OTLP (opentelemetry-proto 1, <c>collector/metrics/v1/metrics_service.proto</c>): sums, gauges and
/// the counts of histograms.
/// </summary>
internal static class OtlpReader
{
    private const int MostSamples = 50_000;
    private const int Delta = 1; // AggregationTemporality
    private const int Histogram = 9; // field of a metric

    /// <summary>The samples of each resource: what tells it apart, and its samples.</summary>
    /// <exception cref="GrpcMessageException">The bytes are no such message.</exception>
    public static List<(string Resource, List<MetricSample> Samples)> Read(ReadOnlySpan<byte> message)
    {
        var all = new List<(string, List<MetricSample>)>();
        var left = MostSamples;
        var reader = new WireReader(message);
        while (reader.TryTag(out var field, out var type))
            if ((field, type) is (1, 2)) all.Add(ResourceMetrics(reader.Bytes(), ref left));
            else reader.Skip(field, type);
        return all;
    }

    private static (string, List<MetricSample>) ResourceMetrics(ReadOnlySpan<byte> bytes, ref int left)
    {
        var (resource, samples) = ("", new List<MetricSample>());
        var reader = new WireReader(bytes);
        while (reader.TryTag(out var field, out var type))
            switch ((field, type))
            {
                case (1, 2): resource = Key(reader.Bytes()); break;
                case (2, 2): ScopeMetrics(reader.Bytes(), samples, ref left); break;
                default: reader.Skip(field, type); break;
            }
        return (resource, samples);
    }

    private static void ScopeMetrics(ReadOnlySpan<byte> bytes, List<MetricSample> samples, ref int left)
    {
        var reader = new WireReader(bytes);
        while (reader.TryTag(out var field, out var type))
            if ((field, type) is (2, 2)) Metric(reader.Bytes(), samples, ref left);
            else reader.Skip(field, type);
    }

    private static void Metric(ReadOnlySpan<byte> bytes, List<MetricSample> samples, ref int left)
    {
        var (name, unit) = ("", "");
        ReadOnlySpan<byte> points = [];
        var kind = 0;
        var reader = new WireReader(bytes);
        while (reader.TryTag(out var field, out var type))
            switch ((field, type))
            {
                case (1, 2): name = Encoding.UTF8.GetString(reader.Bytes()); break;
                case (3, 2): unit = Encoding.UTF8.GetString(reader.Bytes()); break;
                case (5 or 7 or Histogram, 2): // 5: a gauge, 7: a sum
                    points = reader.Bytes();
                    kind = field;
                    break;
                default: reader.Skip(field, type); break;
            }
        if (kind == Histogram) name += "_seconds_count";
        // Series of metrics that Dyno does not know take no memory.
        if (kind != 0 && !KnownMetric.Of(KnownMetric.Spelled(name, unit).Name).IsEmpty)
            Points(points, name, unit, kind == Histogram, samples, ref left);
    }

    private static void Points(ReadOnlySpan<byte> bytes, string name, string unit, bool isHistogram, List<MetricSample> samples, ref int left)
    {
        var (from, isChange) = (samples.Count, false);
        var reader = new WireReader(bytes);
        while (reader.TryTag(out var field, out var type))
            switch ((field, type))
            {
                case (1, 2) when left > 0: left--; samples.Add(Point(reader.Bytes(), name, unit, isHistogram)); break;
                case (2, 0): isChange = reader.Varint() == Delta; break;
                default: reader.Skip(field, type); break;
            }
        if (!isChange) return;
        for (var i = from; i < samples.Count; i++) samples[i] = samples[i] with { IsChange = true };
    }

    private static MetricSample Point(ReadOnlySpan<byte> bytes, string name, string unit, bool isHistogram)
    {
        var (value, generation) = (double.NaN, "");
        var series = new StringBuilder();
        var reader = new WireReader(bytes);
        while (reader.TryTag(out var field, out var type))
            switch ((field, type))
            {
                case (7, 2) when !isHistogram:
                case (9, 2) when isHistogram:
                    var attribute = reader.Bytes();
                    series.Append(Encoding.Latin1.GetString(attribute)).Append('\n');
                    if (Text(attribute, "gc.heap.generation", "generation") is { } text) generation = text;
                    break;
                case (4, 1): value = isHistogram ? reader.Fixed64() : BitConverter.UInt64BitsToDouble(reader.Fixed64()); break; // the count, or the number
                case (6, 1): value = (long)reader.Fixed64(); break;
                default: reader.Skip(field, type); break;
            }
        return new MetricSample(name, series.ToString(), value) { Unit = unit, Generation = KnownMetric.GenerationOf(generation) };
    }

    // What tells a resource apart: the attribute of its instance, and all attributes where there is none.
    private static string Key(ReadOnlySpan<byte> resource)
    {
        var all = new StringBuilder();
        var reader = new WireReader(resource);
        while (reader.TryTag(out var field, out var type))
        {
            if ((field, type) is not (1, 2)) { reader.Skip(field, type); continue; }
            var attribute = reader.Bytes();
            if (Text(attribute, "service.instance.id") is { Length: > 0 } instance) return instance;
            all.Append(Encoding.Latin1.GetString(attribute)).Append('\n');
        }
        return all.ToString();
    }

    // The text of a KeyValue when it has one of these keys.
    private static string? Text(ReadOnlySpan<byte> attribute, params ReadOnlySpan<string> keys)
    {
        string? text = null;
        var isWanted = false;
        var reader = new WireReader(attribute);
        while (reader.TryTag(out var field, out var type))
            switch ((field, type))
            {
                case (1, 2): isWanted = keys.Contains(Encoding.UTF8.GetString(reader.Bytes())); break;
                case (2, 2): text = AnyText(reader.Bytes()); break;
                default: reader.Skip(field, type); break;
            }
        return isWanted ? text : null;
    }

    private static string? AnyText(ReadOnlySpan<byte> value)
    {
        string? text = null;
        var reader = new WireReader(value);
        while (reader.TryTag(out var field, out var type))
            if ((field, type) is (1, 2)) text = Encoding.UTF8.GetString(reader.Bytes());
            else reader.Skip(field, type);
        return text;
    }
}
