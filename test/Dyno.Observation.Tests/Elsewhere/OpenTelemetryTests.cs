using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace Dyno.Observation.Tests;

/// <summary>A server with OpenTelemetry, as its users set it up: every figure is found under the names that it sends.</summary>
public sealed class OpenTelemetryTests
{
    private static readonly TimeSpan Often = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Cached = TimeSpan.FromMilliseconds(400); // the exporter answers with the same page for 300 ms

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_page_of_its_exporter_gives_every_figure()
    {
        using var provider = Metrics().AddPrometheusExporter().Build();
        await using var server = await ServerAsync(provider);
        using var client = new HttpClient(new SocketsHttpHandler());
        await WorkAsync(client, server);
        var page = new PrometheusMetrics(new Uri(server.Urls.First() + "/metrics"), TimeProvider.System);
        await using var probe = await ElsewhereProbe.StartAsync(page, TimeProvider.System, null, Cancelled);

        await Task.Delay(Cached, TimeProvider.System, Cancelled);
        probe.Begin();
        await WorkAsync(client, server);
        await Task.Delay(Cached, TimeProvider.System, Cancelled);
        var seen = (await probe.EndAsync(requests: 100)).ShouldNotBeNull();

        seen.Missing.ShouldBeEmpty();
        seen.SourceNotes.ShouldBeEmpty();
        ShouldBeOfThisProcess(seen);
    }

    [Fact]
    public async Task The_messages_of_its_OTLP_exporter_give_every_figure()
    {
        var metrics = new PushedMetrics("here", TimeProvider.System);
        await using var receiver = await KestrelServer.StartAsync(answer: async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, Cancelled);
            context.Response.StatusCode = metrics.Take(body.ToArray()).Status;
        });
        using var provider = Metrics().AddOtlpExporter((exporter, reader) =>
        {
            exporter.Endpoint = new Uri(receiver.Url, "v1/metrics");
            exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
            reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = (int)Often.TotalMilliseconds;
        }).Build();
        await using var server = await ServerAsync(null);
        using var client = new HttpClient(new SocketsHttpHandler());
        await WorkAsync(client, server);
        await using var probe = await ElsewhereProbe.StartAsync(metrics, TimeProvider.System, null, Cancelled);

        probe.Begin();
        for (var before = receiver.Seen.Count; receiver.Seen.Count < before + 4;) await Task.Delay(Often, TimeProvider.System, Cancelled);
        await WorkAsync(client, server);
        for (var before = receiver.Seen.Count; receiver.Seen.Count < before + 3;) await Task.Delay(Often, TimeProvider.System, Cancelled);
        var seen = (await probe.EndAsync(requests: 100)).ShouldNotBeNull();

        seen.Missing.ShouldBeEmpty();
        seen.SourceNotes.ShouldBeEmpty();
        ShouldBeOfThisProcess(seen);
    }

    // The figures are those of the process of the tests, which the operating system knows, too.
    private static void ShouldBeOfThisProcess(Dyno.Results.ServerObservation seen)
    {
        seen.AvailableCpus.ShouldBe(Environment.ProcessorCount);
        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.PeakWorkingSetBytes.ShouldBeInRange(10L << 20, 20L << 30);
        var runtime = seen.Runtime.ShouldNotBeNull();
        runtime.AllocatedBytesPerRequest.ShouldNotBeNull().ShouldBeGreaterThan(0);
        runtime.PeakHeapBytes.ShouldNotBeNull().ShouldBeGreaterThan(1000);
        runtime.MaxThreadPoolThreads.ShouldNotBeNull().ShouldBeInRange(1, 10_000);
        runtime.Gen0Collections.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(runtime.Gen1Collections!.Value);
        runtime.ServerRequestsPerSecond.ShouldNotBeNull().ShouldBeGreaterThan(0);
        runtime.MethodsJitted.ShouldNotBeNull();
    }

    private static MeterProviderBuilder Metrics() => Sdk.CreateMeterProviderBuilder().AddAspNetCoreInstrumentation().AddRuntimeInstrumentation();

    private static async Task<WebApplication> ServerAsync(MeterProvider? page)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        if (page is not null) app.UseOpenTelemetryPrometheusScrapingEndpoint(page, null, "/metrics", null, null);
        app.MapGet("/", () => "hello");
        await app.StartAsync();
        return app;
    }

    private static async Task WorkAsync(HttpClient client, WebApplication server)
    {
        GC.Collect(); // the size of the heap is known after the first collection
        for (var i = 0; i < 100; i++) await client.GetStringAsync(new Uri(server.Urls.First()), Cancelled);
        try
        {
            throw new SocketException();
        }
        catch (SocketException)
        {
            // One exception for the counter.
        }
    }
}
