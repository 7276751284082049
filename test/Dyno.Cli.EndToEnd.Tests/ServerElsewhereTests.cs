using System.Globalization;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A server that Dyno neither starts nor looks for: its figures come by its own metrics.</summary>
public sealed class ServerElsewhereTests : EndToEndTest
{
    [Fact]
    public async Task A_page_of_metrics_makes_the_figures_thresholds_and_reports_of_the_server()
    {
        using var provider = Metrics().AddPrometheusExporter().Build();
        await using var server = await ServerAsync(provider);
        var url = server.Urls.First();

        var run = await DynoAsync("run", $"{url}/hello", "--rate", "200/s", "-d", "3s", "--server-metrics", $"{url}/metrics",
            "--threshold", "server.cpu < 4096", "--threshold", "server.threads < 1", "--result", "r.json", "--full", "-f", "console", "-f", "html=r.html");

        run.ExitCode.ShouldBe(ExitCode.Threshold, run.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        var seen = result.Server.ShouldNotBeNull();
        seen.Source.ShouldBe($"page {url}/metrics");
        seen.Missing.ShouldBeEmpty();
        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.AvailableCpus.ShouldBe(Environment.ProcessorCount);
        seen.Runtime.ShouldNotBeNull().Series.Length.ShouldBeGreaterThanOrEqualTo(2);
        result.Figures["server.cpu"].ShouldBe(seen.CpuCores);
        result.Figures.ShouldContainKey("server.allocatedPerRequest");
        result.Thresholds[0].Passed.ShouldBeTrue();
        (result.Thresholds[1].Passed, result.Thresholds[1].NotMeasured).ShouldBe((false, false));
        string.Join(' ', run.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)).ShouldContain($"by page {url}/metrics");
        (await File.ReadAllTextAsync(Workspace["r.html"], Cancelled)).ShouldContain("Figures from");
    }

    [Fact]
    public async Task Messages_of_OTLP_make_the_figures_of_the_server()
    {
        var port = FreePort();
        using var provider = Metrics().AddOtlpExporter((exporter, reader) =>
        {
            exporter.Endpoint = new Uri($"http://127.0.0.1:{port}/v1/metrics");
            exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
            reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = 250;
        }).Build();
        await using var server = await ServerAsync(null);

        var run = await DynoAsync("run", $"{server.Urls.First()}/hello", "--rate", "200/s", "-d", "3s", "--server-otlp",
            string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}"), "--threshold", "server.workingSet < 100GB", "--result", "r.json");

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        var seen = RunResultJson.ReadFile(Workspace["r.json"]).Server.ShouldNotBeNull();
        seen.Source.ShouldBe(string.Create(CultureInfo.InvariantCulture, $"OTLP at http://127.0.0.1:{port}"));
        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.Runtime.ShouldNotBeNull().AllocatedBytesPerRequest.ShouldNotBeNull();
    }

    [Fact]
    public async Task What_a_page_does_not_give_is_said_before_the_load_and_in_the_result()
    {
        await using var page = await KestrelServer.StartAsync(answer: context =>
            context.Response.Body.WriteAsync("process_resident_memory_bytes 5000000\n"u8.ToArray(), Cancelled).AsTask());

        var run = await DynoAsync("run", Url, "-d", "2s", "--rate", "50/s", "--server-metrics", $"{page.Url}metrics", "--threshold", "server.cpu < 1", "--result", "r.json");

        run.ExitCode.ShouldBe(ExitCode.Threshold, run.ToString());
        run.Error.ShouldContain("server.cpu");
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Server!.Missing.ShouldContain("server.cpu");
        result.Server.MeanWorkingSetBytes.ShouldBe(5_000_000);
        result.Figures.ShouldNotContainKey("server.cpu");
        result.Thresholds.ShouldHaveSingleItem().NotMeasured.ShouldBeTrue();
        run.Out.ShouldContain("not given by the page");
        run.Out.ShouldNotContain("0 of 0 CPUs");
    }

    [Theory]
    [InlineData("ftp://host/x", null, "--server-metrics http://")]
    [InlineData("http://127.0.0.1:1/metrics", "127.0.0.1:4318", "leave one of the two out")]
    [InlineData(null, "not an address!", "--server-otlp 127.0.0.1:4318")]
    public async Task A_wrong_place_is_answered_with_what_to_write(string? page, string? listening, string word)
    {
        var run = await DynoAsync(["run", Url, "--iterations", "1", .. page is null ? Array.Empty<string>() : ["--server-metrics", page],
            .. listening is null ? Array.Empty<string>() : ["--server-otlp", listening]]);

        run.ExitCode.ShouldBe(ExitCode.WrongInput, run.ToString());
        run.Error.ShouldContain(word);
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_page_that_is_no_page_ends_the_run_before_the_load()
    {
        var run = await DynoAsync("run", Url, "--iterations", "1", "--server-metrics", $"{Server.Url}metrics"); // it answers "hello"

        run.ExitCode.ShouldBe(ExitCode.WrongInput, run.ToString());
        run.Error.ShouldContain("no figure");
        Server.Seen.ShouldAllBe(request => request.Target == "/metrics");
    }

    private static MeterProviderBuilder Metrics() => Sdk.CreateMeterProviderBuilder().AddAspNetCoreInstrumentation().AddRuntimeInstrumentation();

    private static int FreePort() => FreePorts.Next();

    private static async Task<WebApplication> ServerAsync(MeterProvider? page)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        if (page is not null) app.UseOpenTelemetryPrometheusScrapingEndpoint(page, null, "/metrics", null, null);
        app.MapGet("/hello", () => "hello");
        await app.StartAsync();
        GC.Collect(); // the size of the heap is known after the first collection
        return app;
    }
}
