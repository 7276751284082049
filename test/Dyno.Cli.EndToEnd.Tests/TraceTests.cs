using System.Collections.Concurrent;
using Dyno.Outputs.Tests;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Trace;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The traces of a run, found again among the spans that a server with OpenTelemetry exports to a collector.</summary>
public sealed class TraceTests : EndToEndTest
{
    private const ulong ServerKind = 2; // SpanKind of opentelemetry-proto 1
    private readonly ConcurrentDictionary<string, string> _spans = new(); // trace id to path

    [Fact]
    public async Task The_slowest_and_the_failed_requests_are_found_among_the_spans_of_the_server()
    {
        await using var collector = await CollectorAsync();
        using (var exporting = Exporting(collector))
        {
            await using var subject = await SubjectAsync();
            var run = await DynoAsync("run", $"{subject.Urls.First()}/orders", "-c", "4", "--iterations", "200", "--trace", "all",
                "--trace-url", "http://viewer.example/trace/{traceId}", "--result", "r.json", "--full", "-f", "console", "-f", "html=r.html");
            exporting.ForceFlush().ShouldBeTrue();

            run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
            var traces = RunResultJson.ReadFile(Workspace["r.json"]).Measured.Traces.ShouldNotBeNull();
            traces.Sampled.ShouldBe(200);
            _spans.Count.ShouldBe(200, "one trace for each request");
            traces.Slowest.Length.ShouldBe(10);
            traces.Slowest.Select(r => r.ResponseNanos).ShouldBe(traces.Slowest.Select(r => r.ResponseNanos).OrderDescending());
            traces.Failed.Length.ShouldBe(3);
            var html = await File.ReadAllTextAsync(Workspace["r.html"], Cancelled);
            foreach (var request in traces.Slowest.Concat(traces.Failed))
            {
                _spans.ShouldContainKey(request.TraceId);
                request.Url.ShouldBe($"http://viewer.example/trace/{request.TraceId}");
                run.Out.ShouldContain(request.TraceId);
                html.ShouldContain($"href=\"http://viewer.example/trace/{request.TraceId}\"");
            }
            traces.Failed.ShouldAllBe(r => r.Status == 503 && r.Error == "status");
        }
    }

    [Fact]
    public async Task Only_the_share_is_recorded_by_the_server()
    {
        await using var collector = await CollectorAsync();
        using var exporting = Exporting(collector);
        await using var subject = await SubjectAsync();

        var run = await DynoAsync("run", $"{subject.Urls.First()}/orders", "--iterations", "400", "--trace", "25%", "--result", "r.json");
        exporting.ForceFlush().ShouldBeTrue();

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        var traces = RunResultJson.ReadFile(Workspace["r.json"]).Measured.Traces.ShouldNotBeNull();
        traces.Sampled.ShouldBe(_spans.Count);
        traces.Sampled.ShouldBeInRange(40, 160); // 100, and 7 standard deviations
        traces.Slowest.ShouldAllBe(r => _spans.ContainsKey(r.TraceId));
    }

    [Theory]
    [InlineData("0", null, "--trace all")]
    [InlineData("150%", null, "--trace all")]
    [InlineData("some", null, "--trace all")]
    [InlineData(null, "http://localhost:16686/trace/{traceId}", "--trace")]
    [InlineData("all", "http://localhost:16686/trace/", "{traceId}")]
    [InlineData("all", "javascript:alert('{traceId}')", "http")]
    [InlineData("all", "http://ann:secret@localhost/{traceId}", "password")]
    public async Task A_wrong_option_is_answered_with_what_to_write(string? share, string? url, string word)
    {
        var run = await DynoAsync(["run", Url, "--iterations", "1",
            .. share is null ? Array.Empty<string>() : ["--trace", share], .. url is null ? Array.Empty<string>() : ["--trace-url", url]]);

        run.ExitCode.ShouldBe(ExitCode.WrongInput, run.ToString());
        run.Error.ShouldContain(word);
        Server.Seen.ShouldBeEmpty();
    }

    // A server that lets the caller decide, as is usual behind another service.
    private static TracerProvider Exporting(KestrelServer collector) => Sdk.CreateTracerProviderBuilder()
        .SetSampler(new ParentBasedSampler(new AlwaysOffSampler()))
        .AddAspNetCoreInstrumentation().AddOtlpExporter(exporter =>
        {
            exporter.Endpoint = new Uri(collector.Url, "v1/traces");
            exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
        }).Build();

    private Task<KestrelServer> CollectorAsync() => KestrelServer.StartAsync(answer: async context =>
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, Cancelled);
        foreach (var span in new ProtobufMessage(body.ToArray()).Messages(1).SelectMany(r => r.Messages(2)).SelectMany(scope => scope.Messages(2)))
            if (span.Number(6) == ServerKind) _spans[Convert.ToHexStringLower(span.Bytes(1))] = span.Text(5);
    });

    private static async Task<WebApplication> SubjectAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        var count = 0;
        app.MapGet("/orders", async context =>
        {
            var number = Interlocked.Increment(ref count);
            if (number % 16 == 0) await Task.Delay(TimeSpan.FromMilliseconds(60), TimeProvider.System);
            if (number % 50 == 7) context.Response.StatusCode = 503;
        });
        await app.StartAsync();
        return app;
    }
}
