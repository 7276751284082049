using Microsoft.AspNetCore.TestHost;

namespace Dyno.Scenarios.Tests;

public sealed class HttpTests
{
    private sealed record Order(int Id, string Name);

    private static HttpClient HttpClientOf(string kind) => kind == "wire" ? DynoHttp.CreateClient() : new HttpClient(new SocketsHttpHandler());

    private static Task<NodeStats> RunAsync(Func<IScenarioContext, Task<IResponse>> run, int iterations = 20) => DynoRunner.RunAsync(
        Scenario.Create("http", run).WithLoadSimulations(Simulation.IterationsForConstant(2, iterations)));

    [Theory]
    [InlineData("HttpClient")]
    [InlineData("wire")]
    public async Task Sends_what_was_built_and_counts_what_came(string kind)
    {
        await using var server = await StartAsync();
        using var client = HttpClientOf(kind);

        var stats = await RunAsync(async _ =>
        {
            var request = Http.CreateRequest("POST", $"{server.Urls.First()}/orders?x=1").WithHeader("X-Trace", "abc").WithHeader("Content-Language", "de")
                .WithJsonBody(new Order(7, "boots"));
            return await Http.Send<Order>(client, request) is { IsError: false, Payload.Data: { Id: 7, Name: "boots/abc/de" } } good ? good : Response.Fail("wrong");
        });

        var http = stats.ScenarioStats.Get("http");
        http.AllOkCount.ShouldBe(20);
        http.Ok.DataTransfer.MinBytes.ShouldBeGreaterThan("{\"id\":7,\"name\":\"boots/abc/de\"}".Length);
        stats.Result.Measured.Statuses.ShouldContainKeyAndValue(201, 20);
        stats.Result.Environment.NegotiatedProtocols.ShouldBe(["HTTP/1.1"]);
    }

    [Theory]
    [InlineData("HttpClient")]
    [InlineData("wire")]
    public async Task Counts_other_statuses_and_lost_connections_as_failed(string kind)
    {
        await using var server = await StartAsync();
        using var client = HttpClientOf(kind);
        var nobody = $"http://127.0.0.1:{FaultServers.RefusingPort()}/";

        var stats = await RunAsync(async context => context.InvocationNumber % 2 == 0
            ? await Http.Send(client, Http.CreateRequest("GET", $"{server.Urls.First()}/missing"))
            : await Http.Send(client, Http.CreateRequest("GET", nobody)));

        stats.ScenarioStats.Get("http").AllFailCount.ShouldBe(20);
        stats.Result.Measured.Statuses.Keys.ShouldBe([404]);
        stats.Result.Measured.Errors.Select(e => e.Kind).Order().ShouldBe(["refused", "status"]);
        stats.Result.Measured.Errors.Single(e => e.Kind == "status").FirstExample.ShouldBe("NotFound: Not Found");
    }

    [Theory]
    [InlineData("HttpClient")]
    [InlineData("wire")]
    public async Task Counts_a_cancelled_request_as_timed_out(string kind)
    {
        await using var server = await StartAsync();
        using var client = HttpClientOf(kind);

        var stats = await RunAsync(async _ =>
        {
            using var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
            return await Http.Send(client, HttpClientArgs.Create(cancellationToken: patience.Token), Http.CreateRequest("GET", $"{server.Urls.First()}/never"));
        }, iterations: 4);

        stats.Result.Measured.Errors.ShouldHaveSingleItem().Kind.ShouldBe("timeout");
        stats.ScenarioStats.Get("http").AllFailCount.ShouldBe(4);
    }

    [Fact]
    public async Task Says_that_json_is_not_what_was_expected()
    {
        await using var server = await StartAsync();
        using var client = HttpClientOf("HttpClient");

        var answer = await Http.Send<Order>(client, Http.CreateRequest("GET", $"{server.Urls.First()}/text"));

        answer.IsError.ShouldBeTrue();
        answer.Message.ShouldStartWith("the answer is not the JSON that was expected");
    }

    [Fact]
    public async Task Names_a_server_in_memory_as_such_in_the_result()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        await using var app = builder.Build();
        app.MapGet("/", () => "hello");
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var client = app.GetTestClient();

        var stats = await QuietRun.OfAsync(() => RunAsync(async _ => await Http.Send(client, Http.CreateRequest("GET", "/"))));

        stats.ScenarioStats.Get("http").AllOkCount.ShouldBe(20);
        stats.Result.Environment.NegotiatedProtocols.ShouldBe(["in memory, without sockets"]);
        stats.Result.Health.Findings.ShouldContain(f => f.Rule == "in-memory-server" && f.Message.Contains("leave out sockets"));
        stats.ShouldMeet("errors == 0");
    }

    [Fact]
    public async Task Two_runs_in_one_process_name_their_own_servers()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        await using var inMemory = builder.Build();
        inMemory.MapGet("/", () => "hello");
        await inMemory.StartAsync(TestContext.Current.CancellationToken);
        using var client = inMemory.GetTestClient();
        await using var real = await StartAsync();
        using var http = new HttpClient { BaseAddress = new Uri(real.Urls.First()) };

        var runs = await Task.WhenAll(
            RunAsync(async _ => await Http.Send(client, Http.CreateRequest("GET", "/"))),
            RunAsync(async _ => await Http.Send(http, Http.CreateRequest("GET", "/"))));

        runs[0].Result.Environment.NegotiatedProtocols.ShouldBe(["in memory, without sockets"]);
        runs[1].Result.Environment.NegotiatedProtocols.ShouldBe(["HTTP/1.1"]);
    }

    private static async Task<WebApplication> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapPost("/orders", (Order order, HttpRequest request) => TypedResults.Created("/orders/7",
            order with { Name = $"{order.Name}/{request.Headers["X-Trace"]}/{request.Headers.ContentLanguage}" }));
        app.MapGet("/text", () => "plain");
        app.MapGet("/never", (CancellationToken gone) => Task.Delay(Timeout.Infinite, gone));
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
