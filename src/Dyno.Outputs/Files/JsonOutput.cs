using System.Buffers;
using System.Text.Json;

namespace Dyno.Outputs;

/// <summary><c>json=FILE</c>: one JSON object per line (NDJSON), with the member names of a result; times in nanoseconds.</summary>
internal sealed class JsonOutput(string path) : FileOutput(path)
{
    public override bool AsksForHealth => true;

    protected override string? Head => null;

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
        if (now.Server is { } server) WriteServer(json, server);
        if (!now.Thresholds.IsEmpty) WriteThresholds(json, now);
        if (now.Health is { } health) WriteHealth(json, health);
        json.WriteEndObject();
    }

    private static void WriteServer(Utf8JsonWriter json, ServerMoment server)
    {
        json.WriteStartObject("server");
        Number("cpuCores", server.CpuCores);
        Number("availableCpus", server.AvailableCpus);
        Number("workingSetBytes", server.WorkingSetBytes);
        Number("threads", server.Threads);
        Number("heapBytes", server.HeapBytes);
        Number("gcPauseMillis", server.GcPauseMillis);
        Number("threadPoolThreads", server.ThreadPoolThreads);
        Number("threadPoolQueue", server.ThreadPoolQueue);
        json.WriteStartObject("figures");
        foreach (var (name, value) in server.Figures) Number(name, value);
        json.WriteEndObject();
        json.WriteEndObject();

        void Number(string name, double? value)
        {
            if (value is { } known && double.IsFinite(known)) json.WriteNumber(name, Math.Round(known, 4));
        }
    }

    private static void WriteThresholds(Utf8JsonWriter json, RunSnapshot now)
    {
        json.WriteStartArray("thresholds");
        foreach (var threshold in now.Thresholds)
        {
            json.WriteStartObject();
            json.WriteString("metric", threshold.Metric);
            json.WriteString("expression", threshold.Expression);
            json.WriteBoolean("passes", threshold.Passes);
            if (double.IsFinite(threshold.Value)) json.WriteNumber("value", threshold.Value);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteHealth(Utf8JsonWriter json, HealthRecord health)
    {
        json.WriteStartObject("health");
        json.WriteString("state", JsonNamingPolicy.CamelCase.ConvertName(health.State.ToString()));
        json.WriteStartArray("findings");
        foreach (var finding in health.Findings)
        {
            json.WriteStartObject();
            json.WriteString("rule", finding.Rule);
            json.WriteString("state", JsonNamingPolicy.CamelCase.ConvertName(finding.State.ToString()));
            json.WriteString("message", finding.Message);
            json.WriteEndObject();
        }
        json.WriteEndArray();
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
