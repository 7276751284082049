using Dyno.Experiments;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Hosting;

namespace Dyno.Scenarios.Tests;

public sealed class LoadTests
{
    [Fact]
    public async Task A_load_on_an_api_in_memory_is_one_line()
    {
        await using var factory = new Api();

        var load = Load.Of(factory.CreateClient()).Get("/orders").At(50).For(TimeSpan.FromSeconds(1)).WarmUp(TimeSpan.Zero).Named("orders");
        var stats = await QuietRun.OfAsync(() => load.RunAsync(TestContext.Current.CancellationToken));

        stats.ScenarioStats.Get("orders").AllOkCount.ShouldBe(50);
        stats.Result.Environment.NegotiatedProtocols.ShouldBe(["in memory, without sockets"]);
    }

    /// <summary>The line of <c>docs/scenarios.md</c>; a machine that stands still meanwhile makes a run void, so it has five attempts.</summary>
    [Fact]
    public async Task A_load_on_an_api_in_memory_meets_what_it_should()
    {
        await using var factory = new Api();
        using var client = factory.CreateClient();
        var load = Load.Of(client).Get("/orders").With(2).For(TimeSpan.FromSeconds(1)).WarmUp(TimeSpan.Zero).Named("orders");
        NodeStats? met = null;
        for (var attempt = 1; met is null; attempt++)
        {
            try
            {
                met = await load.ShouldMeet("p99 < 10s", "errors == 0", "rate > 1/s");
            }
            catch (LoadExpectationException failure) when (attempt < 5 && failure.Message.Contains("void", StringComparison.Ordinal))
            {
                // Once more.
            }
        }

        met.ScenarioStats.Get("orders").AllOkCount.ShouldBePositive();
    }

    [Fact]
    public async Task A_load_on_real_kestrel_goes_through_its_sockets()
    {
        await using var server = await KestrelAsync(_ => Task.CompletedTask);
        using var client = new HttpClient { BaseAddress = new Uri(server.Urls.Single()) };

        var stats = await QuietRun.OfAsync(() =>
            Load.Of(client).With(2).For(TimeSpan.FromSeconds(1)).WarmUp(TimeSpan.Zero).RunAsync(TestContext.Current.CancellationToken));

        stats.ShouldMeet("errors == 0", "rate > 1/s");
        stats.Result.Environment.NegotiatedProtocols.ShouldNotContain("in memory, without sockets");
    }

    [Fact]
    public async Task What_is_not_met_is_said_with_what_was_measured()
    {
        await using var factory = new Api();

        var failure = await Should.ThrowAsync<LoadExpectationException>(() =>
            Load.Of(factory.CreateClient()).Get("/missing").At(20).For(TimeSpan.FromSeconds(1)).WarmUp(TimeSpan.Zero).ShouldMeet("errors == 0", "rate > 1/s"));

        failure.Message.ShouldContain("the load 'load' did not meet its conditions");
        failure.Message.ShouldContain("FAILED  errors == 0");
        failure.Message.ShouldContain("load: 0 ok, 20 failed");
    }

    [Theory]
    [InlineData("load.html", "<html")]
    [InlineData("load.md", "load")]
    [InlineData("load.json", "{")]
    [InlineData("load.csv", ",")]
    [InlineData("load.txt", "load")]
    public async Task The_figures_become_a_file_to_attach(string name, string content)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-attach-").FullName;
        try
        {
            await using var factory = new Api();
            var stats = await Load.Of(factory.CreateClient()).With(1).For(TimeSpan.FromSeconds(1)).WarmUp(TimeSpan.Zero)
                .RunAsync(TestContext.Current.CancellationToken);

            var path = stats.SaveTo(Path.Combine(folder, "results", name));

            Path.IsPathFullyQualified(path).ShouldBeTrue();
            File.ReadAllText(path).ShouldContain(content);
            Should.Throw<ArgumentException>(() => stats.SaveTo(Path.Combine(folder, "load.pdf"))).Message.ShouldContain(".html");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_candidate_that_waits_is_slower_and_the_test_fails_with_the_verdict_and_the_rounds()
    {
        await using var quick = new Api();
        await using var slow = new Api(TimeSpan.FromMilliseconds(20));

        var compared = await Load.Compare(quick.CreateClient(), slow.CreateClient()).Get("/orders").With(1).Over(8).Named("before",
            "after").RunAsync(TestContext.Current.CancellationToken);

        compared.Verdict.ShouldBe(Verdict.Slower);
        compared.Rounds.Length.ShouldBeInRange(5, 8); // a round in which the machine stood still does not count
        var failure = Should.Throw<LoadExpectationException>(compared.ShouldNotBeSlower);
        failure.Message.ShouldStartWith("after should not be slower:");
        failure.Message.ShouldContain(compared.Sentence);
        // What was asked, the verdict, an empty line, the head of the table, the rounds.
        failure.Message.Split('\n').Length.ShouldBe(4 + compared.Rounds.Length);
        failure.Message.ShouldContain("before");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_candidate_that_is_faster_should_not_be_slower()
    {
        await using var quick = new Api();
        await using var slow = new Api(TimeSpan.FromMilliseconds(20));

        var compared = await Load.Compare(slow.CreateClient(), quick.CreateClient()).Get("/orders").With(1).Over(8).ShouldNotBeSlower();

        compared.ShouldBeFaster().Verdict.ShouldBe(Verdict.Faster);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_candidate_whose_requests_fail_is_not_faster()
    {
        await using var quick = new Api();
        await using var slow = new Api(TimeSpan.FromMilliseconds(20));
        var compared = await Load.Compare(slow.CreateClient(), quick.CreateClient()).Get("/only-slow").With(1).Over(8).RunAsync(TestContext.Current.CancellationToken);

        Should.Throw<LoadExpectationException>(compared.ShouldNotBeSlower).Message.ShouldContain("requests to candidate failed");
    }

    [Fact]
    public void What_cannot_be_asked_for_is_refused_at_once()
    {
        using var client = new HttpClient();

        Should.Throw<ArgumentOutOfRangeException>(() => Load.Of(client).At(0));
        Should.Throw<ArgumentOutOfRangeException>(() => Load.Of(client).For(TimeSpan.Zero));
        Should.Throw<ArgumentOutOfRangeException>(() => Load.Compare(client, client).Over(4));
        Should.Throw<ArgumentException>(() => Load.Compare(client, client).On("speed")).Message.ShouldContain("p50");
    }

    private static async Task<WebApplication> KestrelAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        app.Run(answer);
        await app.StartAsync();
        return app;
    }

    private sealed class Api(TimeSpan delay = default) : WebApplicationFactory<Api>
    {
        protected override IHostBuilder CreateHostBuilder() => Host.CreateDefaultBuilder()
            .ConfigureLogging(logging => logging.ClearProviders())
            .ConfigureWebHost(web => web.Configure(app => app.Run(async context =>
            {
                if (delay > TimeSpan.Zero) await Task.Delay(delay, context.RequestAborted);
                if (context.Request.Path == "/missing" || (context.Request.Path == "/only-slow" && delay == TimeSpan.Zero)) context.Response.StatusCode = 404;
                else await context.Response.WriteAsync("[]");
            })));

        // The factory would look for the API's own project folder.
        protected override IHost CreateHost(IHostBuilder builder) => base.CreateHost(builder.UseContentRoot(AppContext.BaseDirectory));
    }
}
