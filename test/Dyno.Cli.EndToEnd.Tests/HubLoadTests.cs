namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The load of the study sockets on its SignalR hub, shortened.</summary>
[Trait("Length", "Long")]
public sealed class HubLoadTests : IDisposable
{
    private readonly Workspace _workspace = new();

    public void Dispose() => _workspace.Dispose();

    [Theory]
    [InlineData("json")]
    [InlineData("messagepack")]
    public async Task Invocations_streams_and_broadcasts_of_a_hub_are_timed(string protocol)
    {
        await File.WriteAllTextAsync(_workspace["short.json"], """
            {
              "GlobalSettings": {
                "ScenariosSettings": [
                  { "ScenarioName": "calls", "LoadSimulationsSettings": [{ "Inject": [50, "00:00:01", "00:00:01"] }] },
                  { "ScenarioName": "streams", "LoadSimulationsSettings": [{ "IterationsForConstant": [2, 4] }] },
                  { "ScenarioName": "room", "LoadSimulationsSettings": [{ "IterationsForInject": [5, "00:00:01", 5] }] }
                ]
              }
            }
            """, TestContext.Current.CancellationToken);
        _workspace.Environment["HUB_PROTOCOL"] = protocol;
        var hub = Path.Combine(RepositoryRoot.Path, "studies", "sockets", "hub.cs");

        var outcome = await DynoProcess.RunAsync(_workspace, "run", hub, "--result", "result.json", "--", "--config", _workspace["short.json"]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var steps = RunResultJson.ReadFile(_workspace["result.json"]).Measured.Steps.ToDictionary(s => s.Name, s => s.Requests);
        steps["count"].ShouldBe(4);
        steps["count (first item)"].ShouldBe(4);
        steps["count (next item)"].ShouldBe(36);
        steps["say"].ShouldBe(5);
        steps["say (received)"].ShouldBe(250);
        steps["echo"].ShouldBe(50);
    }
}
