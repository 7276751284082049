using Dyno.Scenarios;
using Xunit;

namespace LoadTest1;

//   dotnet run        runs the tests; so does `dotnet test`, when global.json names Microsoft.Testing.Platform as its runner
public sealed class ApiLoadTests
{
    [Fact]
    public async Task Answers_quickly_at_fifty_requests_a_second()
    {
        // A server that runs already. To start one from its project, as it is deployed:
        //     await using var api = await LoadTarget.StartAsync("../src/Api");      and then api.BaseUrl, .WithTarget(api)
        // or give the client of a WebApplicationFactory; the result then says that no socket was used.
        using var client = new HttpClient();
        var scenario = Scenario.Create("home", async context =>
                await Http.Send(client, Http.CreateRequest("GET", "http://localhost:5000/")))
            .WithLoadSimulations(Simulation.Inject(rate: 50, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(10)));

        var result = await DynoRunner.RunAsync(scenario);

        result.ShouldMeet("p99 < 400ms", "errors == 0");
    }
}
