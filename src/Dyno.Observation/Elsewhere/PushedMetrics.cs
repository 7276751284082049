using System.IO.Compression;

namespace Dyno.Observation;

/// <summary>
/// Metrics that a server pushes by OTLP. The messages of one instance are read: when it falls silent and another begins, the server was
/// started again. What a sender can cost is limited: the size of a message, the number of messages a second, the number of series.
/// </summary>
/// <param name="place">The address where messages arrive: <c>http://127.0.0.1:4318</c>.</param>
public sealed class PushedMetrics(string place, TimeProvider time) : IServerMetrics
{
    /// <summary>The largest message that is read, in bytes, packed and unpacked.</summary>
    public const int MostBytes = 8 * 1024 * 1024;

    private const int MostPerSecond = 20;
    private const int MostSeries = 20_000;
    private static readonly TimeSpan FirstPatience = TimeSpan.FromSeconds(75); // senders push once a minute unless set otherwise
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(5);

    private readonly Lock _lock = new();
    private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Dictionary<(string Name, string Series), MetricSample> _state = [];
    private Action<ServerReading, bool>? _take;
    private string? _instance;
    private bool _hasOthers;
    private bool _isNew;
    private long _heardAt;
    private TimeSpan _between;
    private long _secondBegan;
    private int _inThisSecond;
    private string? _refusal;

    public string Place => $"OTLP at {place}";

    public string? Trouble
    {
        get
        {
            lock (_lock)
                return _hasOthers ? "several instances send their figures, and only those of the first are used"
                    : _instance is not null && time.GetElapsedTime(_heardAt) > Longest ? "no message came any more" : _refusal;
        }
    }

    public string Remedy => "start the server with OTEL_METRIC_EXPORT_INTERVAL=1000, so that it sends once a second";

    public bool Answers => false;

    private TimeSpan Longest => TimeSpan.FromTicks(Math.Max(Silence.Ticks, _between.Ticks * 5 / 2));

    /// <summary>Takes the body of a message.</summary>
    /// <param name="body">An ExportMetricsServiceRequest in protobuf, also packed by gzip.</param>
    /// <returns>The status to answer with, and why, for a sender that reads it: 200, 400 or 429.</returns>
    public (int Status, string Why) Take(ReadOnlyMemory<byte> body)
    {
        lock (_lock)
        {
            if (IsTooOften()) return (429, _refusal = $"more than {MostPerSecond} messages in a second");
            try
            {
                if (body.Span.StartsWith("{"u8)) return (400, _refusal = "the message is JSON: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf");
                foreach (var (resource, samples) in OtlpReader.Read(Unpacked(body).Span))
                    if (samples.Count > 0 && IsOurs(resource)) TakeAll(samples);
                return (200, "");
            }
            catch (Exception wrong) when (wrong is GrpcMessageException or InvalidDataException)
            {
                return (400, _refusal = $"a message could not be read: {wrong.Message}");
            }
        }
    }

    async Task IServerMetrics.StartAsync(Action<ServerReading, bool> take, CancellationToken cancellation)
    {
        lock (_lock) _take = take;
        try
        {
            await _first.Task.WaitAsync(FirstPatience, time, cancellation);
        }
        catch (TimeoutException)
        {
            throw new UserFault($"--server-otlp: no figure that Dyno knows arrived at {place} in {FirstPatience.TotalSeconds:0} s{(_refusal is { } why ? $"; {why}" : "")}",
                $"start the server with OTEL_EXPORTER_OTLP_ENDPOINT={place}, OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf and OTEL_METRIC_EXPORT_INTERVAL=1000, "
                + "and with AddAspNetCoreInstrumentation, AddRuntimeInstrumentation and AddOtlpExporter among its metrics");
        }
    }

    Task IServerMetrics.AskAsync(CancellationToken cancellation) => Task.CompletedTask;

    /// <summary>Drops what comes from now on.</summary>
    public ValueTask DisposeAsync()
    {
        lock (_lock) _take = null;
        return ValueTask.CompletedTask;
    }

    private bool IsTooOften()
    {
        if (time.GetElapsedTime(_secondBegan) >= TimeSpan.FromSeconds(1)) (_secondBegan, _inThisSecond) = (time.GetTimestamp(), 0);
        return ++_inThisSecond > MostPerSecond;
    }

    private bool IsOurs(string resource)
    {
        if (_instance is not null && _instance != resource)
        {
            if (time.GetElapsedTime(_heardAt) <= Longest)
            {
                _hasOthers = true;
                return false;
            }
            _state.Clear();
            _isNew = true;
        }
        else if (_instance is not null) _between = time.GetElapsedTime(_heardAt);
        (_instance, _heardAt) = (resource, time.GetTimestamp());
        return true;
    }

    // A message may hold a part of the metrics only, and changes instead of totals: the reading is of all that is known.
    private void TakeAll(List<MetricSample> samples)
    {
        foreach (var sample in samples)
        {
            var isKnown = _state.TryGetValue((sample.Name, sample.Series), out var before);
            if (!isKnown && _state.Count >= MostSeries) continue;
            _state[(sample.Name, sample.Series)] = sample.IsChange && isKnown ? sample with { Value = before.Value + sample.Value } : sample;
        }
        var reading = ServerReading.Of(_state.Values);
        if (reading.IsEmpty) return;
        _take?.Invoke(reading, _isNew);
        if (_take is not null) _isNew = false;
        if (_take is not null) _first.TrySetResult();
    }

    private static ReadOnlyMemory<byte> Unpacked(ReadOnlyMemory<byte> body)
    {
        if (!body.Span.StartsWith((ReadOnlySpan<byte>)[0x1F, 0x8B])) return body;
        using var packed = new GZipStream(new MemoryStream(body.ToArray(), writable: false), CompressionMode.Decompress);
        var whole = new MemoryStream();
        var buffer = new byte[64 * 1024];
        for (int read; (read = packed.Read(buffer)) > 0;)
        {
            if (whole.Length + read > MostBytes) throw new InvalidDataException($"it is larger than {MostBytes / 1024 / 1024} MiB when it is unpacked");
            whole.Write(buffer, 0, read);
        }
        return whole.GetBuffer().AsMemory(0, (int)whole.Length);
    }
}
