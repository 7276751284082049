using System.Diagnostics.Metrics;
using Dyno.Outputs.Points;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace Dyno.Outputs.Otlp;

/// <summary>
/// <c>otlp=URL</c>: metrics to an OpenTelemetry collector over HTTP or gRPC, exported once a point. Headers come from
/// <c>OTEL_EXPORTER_OTLP_HEADERS</c>, as everywhere.
/// </summary>
internal sealed class OtlpOutput(OtlpAddress address) : IOutput
{
    private const string MeterName = "Dyno";
    private const int ExportMillis = 4000;
    private const int MaxMillis = int.MaxValue;

    // The library's own failures carry no reason: it only says that the export failed.
    private readonly string _refused =
        $"the collector did not take the metrics (is it there, and does it speak OTLP over {(address.Protocol == OtlpExportProtocol.Grpc ? "gRPC" : "HTTP")}?)";


    private readonly OtlpPhases _phases = new();
    private Meter? _meter;
    private MeterProvider? _provider;

    /// <inheritdoc/>
    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        _meter = new Meter(MeterName);
        _phases.Observe(_meter);
        _provider = Sdk.CreateMeterProviderBuilder()
            .ConfigureResource(resource => resource.AddService("dyno"))
            .AddMeter(MeterName)
            .AddOtlpExporter((exporter, reader) =>
            {
                (exporter.Protocol, exporter.Endpoint) = (address.Protocol, address.Endpoint);
                exporter.TimeoutMilliseconds = ExportMillis;
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = MaxMillis; // each point asks for its own
            })
            .Build();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        _phases.Take(point);
        // The library has only a blocking way to export now.
        var taken = await Task.Run(() => _provider!.ForceFlush(ExportMillis), cancellation).WaitAsync(cancellation);
        if (!taken) throw new HttpRequestException(_refused);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _phases.Clear(); // closing exports once more: nothing is left to tell
        await Task.Run(() => _provider?.Dispose());
        _meter?.Dispose();
    }
}
