using System.Buffers;
using System.Text;
using System.Text.Json;
using Dyno.Outputs.Points;

namespace Dyno.Outputs.Files;

/// <summary><c>json=FILE</c>: a JSON object a line (NDJSON), members spelled as in a result, times in nanoseconds.</summary>
internal sealed class JsonOutput(string path) : FileOutput(path)
{
    /// <inheritdoc/>
    protected override string? Head => null;

    /// <inheritdoc/>
    protected override string LineOf(OutputPoint point)
    {
        var bytes = new ArrayBufferWriter<byte>(512);
        using (var json = new Utf8JsonWriter(bytes)) Write(json, point);
        return Encoding.UTF8.GetString(bytes.WrittenSpan);
    }

    private static void Write(Utf8JsonWriter json, OutputPoint point)
    {
        var now = point.Snapshot;
        json.WriteStartObject();
        json.WriteString("time", point.Time.UtcDateTime);
        json.WriteString("run", point.Run);
        json.WriteString("phase", point.Phase);
        json.WriteNumber("elapsedSeconds", now.Elapsed.TotalSeconds);
        json.WriteNumber("plannedSeconds", now.Planned.TotalSeconds);
        json.WriteNumber("requests", now.Requests);
        json.WriteNumber("failedRequests", now.FailedRequests);
        json.WriteNumber("iterations", now.Iterations);
        json.WriteNumber("droppedIterations", now.DroppedIterations);
        json.WriteNumber("bytesSent", now.BytesSent);
        json.WriteNumber("bytesReceived", now.BytesReceived);
        json.WriteNumber("requestsPerSecond", now.RequestsPerSecond);
        if (now.OfferedPerSecond is { } offered) json.WriteNumber("offeredPerSecond", offered);
        json.WriteNumber("activeVirtualUsers", now.ActiveVirtualUsers);
        if (now.P50Nanos > 0) WriteTimes(json, point);
        json.WriteStartObject("errors");
        foreach (var (kind, count) in now.Errors) json.WriteNumber(kind, count);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteTimes(Utf8JsonWriter json, OutputPoint point)
    {
        json.WriteNumber("meanNanos", Math.Round(point.Snapshot.MeanNanos));
        json.WriteNumber("p50Nanos", point.Snapshot.P50Nanos);
        json.WriteNumber("p95Nanos", point.Snapshot.P95Nanos);
        json.WriteNumber("p99Nanos", point.Snapshot.P99Nanos);
        json.WriteNumber("maxNanos", point.Snapshot.MaxNanos);
    }
}
