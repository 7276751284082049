using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Microsoft.AspNetCore.Http;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Aspire.Hosting.Tests;

/// <summary>The app host of <c>samples/</c>, with Aspire's own orchestrator, its API as a project, and Dyno as a process.</summary>
[Trait("Length", "Long")]
public sealed class AppHostTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_command_starts_a_run_whose_result_and_metrics_appear()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Aspire brings its orchestrator for the system that builds; here only Linux is tried");
        await using var collector = await CollectorAsync();
        await using var app = await StartAsync(collector, "orders.http", "--duration=2s", "--connections=2");

        var answer = await app.ResourceCommands.ExecuteCommandAsync("load", DynoResource.StartLoadCommand, Cancelled);

        answer.Success.ShouldBeTrue($"{answer.Message}\n{await LogAsync(app)}");
        answer.Message.ShouldNotBeNull().ShouldMatch(@"^[\d,]+ requests, [\d,.]+/s, (p50 [\d.]+ ms, p99 [\d.]+ ms, 0% failed|0% failed\. The run is void)"); // a busy machine makes the run void: no times then
        answer.Data.ShouldNotBeNull().Format.ShouldBe(CommandResultFormat.Markdown);
        answer.Data.Value.ShouldContain("load");

        var load = await app.ResourceNotifications.WaitForResourceAsync("load", now => now.Snapshot.Properties.Any(p => p.Name == "dyno.run"), Cancelled);
        load.Snapshot.State!.Text.ShouldBe(KnownResourceStates.Finished);
        load.Snapshot.ExitCode.ShouldBe(0);
        Property(load, "dyno.requests").ShouldBeOfType<long>().ShouldBePositive();
        Property(load, "dyno.failed").ShouldBe("0%");
        await ShowsPageAsync(load);

        var texts = collector.Seen.Select(seen => System.Text.Encoding.Latin1.GetString(seen.Body)).ToList();
        texts.ShouldNotBeEmpty("the metrics of the run go where Aspire says");
        texts.ShouldContain(text => text.Contains("dyno.response_time.p99", StringComparison.Ordinal));
        texts.ShouldAllBe(text => text.Contains("service.name\u0012\u0006\n\u0004load", StringComparison.Ordinal), "the name of the resource, under which the dashboard shows them");
    }

    [Fact]
    public async Task A_second_start_replaces_the_result_and_a_load_that_cannot_run_says_so()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "as above");
        await using var collector = await CollectorAsync();
        await using var app = await StartAsync(collector, "/orders", "--iterations=20", "--connections=1");
        (await app.ResourceCommands.ExecuteCommandAsync("load", DynoResource.StartLoadCommand, Cancelled)).Success.ShouldBeTrue(await LogAsync(app));
        var first = Property(await FinishedAsync(app), "dyno.run");

        Resource(app).Options = ["--iterations=20", "--connections=1", "--threshold=p99 < 1ns"];
        var crossed = await app.ResourceCommands.ExecuteCommandAsync("load", DynoResource.StartLoadCommand, Cancelled);
        Resource(app).Options = ["--iterations=many"];
        var wrong = await app.ResourceCommands.ExecuteCommandAsync("load", DynoResource.StartLoadCommand, Cancelled);

        crossed.Success.ShouldBeFalse();
        crossed.Message.ShouldNotBeNull().ShouldEndWith(". A threshold was crossed (exit code 99)");
        Property(await FinishedAsync(app), "dyno.run").ShouldNotBe(first);
        wrong.Success.ShouldBeFalse();
        wrong.Message.ShouldNotBeNull().ShouldContain("load left no result (exit code 104): its console log says why");
    }

    /// <summary>The dashboard itself, which Aspire's package brings: it tells which resources have sent it metrics.</summary>
    [Fact]
    public async Task The_dashboard_has_the_metrics_of_the_run_under_the_name_of_the_load()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "as above");
        await using var app = await StartAsync(null, "/orders", "--duration=2s", "--connections=1");
        await app.ResourceNotifications.WaitForResourceHealthyAsync("aspire-dashboard", Cancelled);

        (await app.ResourceCommands.ExecuteCommandAsync("load", DynoResource.StartLoadCommand, Cancelled)).Success.ShouldBeTrue();

        using var browser = app.CreateHttpClient("aspire-dashboard", "http");
        var resources = await browser.GetStringAsync(new Uri("/api/telemetry/resources", UriKind.Relative), Cancelled);
        using var document = System.Text.Json.JsonDocument.Parse(resources);
        var load = document.RootElement.EnumerateArray().Single(resource => resource.GetProperty("name").GetString() == "load");
        load.GetProperty("hasMetrics").GetBoolean().ShouldBeTrue(resources);
    }

    private static async Task<DistributedApplication> StartAsync(KestrelServer? collector, string load, params string[] options)
    {
        string[] own = collector is null ? ["--ASPIRE_DASHBOARD_UNSECURED_ALLOW_ANONYMOUS=true"] : [$"--ASPIRE_DASHBOARD_OTLP_ENDPOINT_URL=http://127.0.0.1:{collector.Port}"];
        var builder = await DistributedApplicationTestingBuilder.CreateAsync<Projects.AppHost>(
            [$"--Dyno:Tool={DynoTool}", .. own], (app, _) => app.DisableDashboard = collector is not null, Cancelled);
        builder.CreateResourceBuilder(builder.Resources.OfType<DynoResource>().Single()).WithLoad(load, options);
        var app = await builder.BuildAsync(Cancelled);
        await app.StartAsync(Cancelled);
        await app.ResourceNotifications.WaitForResourceHealthyAsync("api", Cancelled);
        return app;
    }

    // A collector that speaks OTLP over gRPC: an empty answer, and the status in a trailer.
    private static Task<KestrelServer> CollectorAsync() => KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, async context =>
    {
        context.Response.ContentType = "application/grpc";
        await context.Response.Body.WriteAsync(new byte[5]);
        context.Response.AppendTrailer("grpc-status", "0");
    });

    private static async Task ShowsPageAsync(ResourceEvent load)
    {
        var link = load.Snapshot.Urls.Single(url => url.DisplayProperties.DisplayName == "Result");
        link.Url.ShouldEndWith($"/history/{Property(load, "dyno.run")}");
        using var browser = new HttpClient(new SocketsHttpHandler());
        using var page = await browser.GetAsync(new Uri(link.Url), Cancelled);
        page.IsSuccessStatusCode.ShouldBeTrue();
        (await page.Content.ReadAsStringAsync(Cancelled)).ShouldContain("<html", Case.Insensitive);
    }

    private static Task<ResourceEvent> FinishedAsync(DistributedApplication app) =>
        app.ResourceNotifications.WaitForResourceAsync("load", now => now.Snapshot.Properties.Any(p => p.Name == "dyno.run"), Cancelled);

    private static object? Property(ResourceEvent load, string name) => load.Snapshot.Properties.Single(property => property.Name == name).Value;

    private static DynoResource Resource(DistributedApplication app) =>
        ((DistributedApplicationModel)app.Services.GetService(typeof(DistributedApplicationModel))!).Resources.OfType<DynoResource>().Single();

    private static async Task<string> LogAsync(DistributedApplication app)
    {
        var lines = new List<string>();
        var logs = (ResourceLoggerService)app.Services.GetService(typeof(ResourceLoggerService))!;
        await foreach (var batch in logs.GetAllAsync(Resource(app)).WithCancellation(Cancelled)) lines.AddRange(batch.Select(line => line.Content));
        return string.Join('\n', lines);
    }

    // The build that the variable names, or the one that was built with these tests.
    private static string DynoTool { get; } = Environment.GetEnvironmentVariable("DYNO_UNDER_TEST") is { Length: > 0 } named ? named : Path.Combine(
        RepositoryRoot.Path, "src", "Dyno.Cli", "bin", new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name, "net10.0", OperatingSystem.IsWindows() ? "dyno.exe" : "dyno");
}
