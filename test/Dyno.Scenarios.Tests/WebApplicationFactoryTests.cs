using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.Hosting;

namespace Dyno.Scenarios.Tests;

/// <summary>A load on an API in memory, as people test theirs.</summary>
public sealed class WebApplicationFactoryTests
{
    [Fact]
    public async Task An_api_in_memory_is_a_target_and_named_as_one_that_skips_the_sockets()
    {
        await using var factory = new Api();
        using var client = factory.CreateClient();
        var scenario = Scenario.Create("orders", async _ => await Http.Send(client, Http.CreateRequest("GET", "/orders")))
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 50));

        var result = await QuietRun.OfAsync(scenario);

        result.ShouldMeet("errors == 0");
        result.ScenarioStats.Get("orders").AllOkCount.ShouldBe(50);
        result.Result.Environment.NegotiatedProtocols.ShouldBe(["in memory, without sockets"]);
        result.Result.Health.Findings.ShouldContain(f => f.Rule == "in-memory-server");
        Should.Throw<LoadExpectationException>(() => result.ShouldMeet("p50 < 1us")).Message.ShouldContain("FAILED  p50 < 1us");
    }

    private sealed class Api : WebApplicationFactory<Api>
    {
        protected override IHostBuilder CreateHostBuilder() => Host.CreateDefaultBuilder()
            .ConfigureLogging(logging => logging.ClearProviders())
            .ConfigureWebHost(web => web.Configure(app => app.Run(context => context.Response.WriteAsync("[]"))));

        // The factory would look for the API's own project folder.
        protected override IHost CreateHost(IHostBuilder builder) => base.CreateHost(builder.UseContentRoot(AppContext.BaseDirectory));
    }
}
