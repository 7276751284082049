using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace Dyno.Outputs;

/// <summary>
/// <c>otlp=URL</c>: sends metrics to an OpenTelemetry collector over HTTP or gRPC, one export per point. Headers come from the standard
/// variable <c>OTEL_EXPORTER_OTLP_HEADERS</c>, the service's name and attributes from <c>OTEL_SERVICE_NAME</c> and
/// <c>OTEL_RESOURCE_ATTRIBUTES</c>.
/// </summary>
internal sealed class OtlpOutput(OtlpAddress address) : IOutput
{
    private const string MeterName = "Dyno";
    private const int ExportMillis = 4000;
    private const int MaxMillis = int.MaxValue;

    // The library gives no reason for a failed export, so this text is the reason.
    private readonly string _refused =
        $"the collector did not accept the metrics (is the collector running, and does it accept OTLP over {(address.Protocol == OtlpExportProtocol.Grpc ? "gRPC" : "HTTP")}?)";


    private readonly OtlpPhases _phases = new();
    private Meter? _meter;
    private MeterProvider? _provider;

    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        _meter = new Meter(MeterName);
        _phases.Observe(_meter);
        _provider = Sdk.CreateMeterProviderBuilder()
            // The last one wins: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say as what the run appears.
            .SetResourceBuilder(ResourceBuilder.CreateEmpty().AddService("dyno").AddTelemetrySdk().AddEnvironmentVariableDetector())
            .AddMeter(MeterName)
            .AddOtlpExporter((exporter, reader) =>
            {
                (exporter.Protocol, exporter.Endpoint) = (address.Protocol, address.Endpoint);
                exporter.TimeoutMilliseconds = ExportMillis;
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = MaxMillis; // no periodic export: each point triggers one
            })
            .Build();
        return ValueTask.CompletedTask;
    }

    public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        _phases.Take(point);
        // The library offers only a blocking call to export at once.
        var taken = await Task.Run(() => _provider!.ForceFlush(ExportMillis), cancellation).WaitAsync(cancellation);
        if (!taken) throw new HttpRequestException(_refused);
    }

    public async ValueTask DisposeAsync()
    {
        _phases.Clear(); // closing exports once more, and must not repeat points
        await Task.Run(() => _provider?.Dispose());
        _meter?.Dispose();
    }
}
