namespace Dyno.Scenarios.Tests;

public sealed class ConfigFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-config-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Lays_a_file_over_the_code()
    {
        var seen = "";
        var context = DynoRunner.RegisterScenarios(
            Scenario.Create("orders", async _ => Response.Ok(statusCode: "200", customLatencyMs: 20))
                .WithInit(async init => seen = init.CustomSettings.GetProperty("Region").GetString() + init.GlobalCustomSettings.GetProperty("Tenant"))
                .WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1))),
            Scenario.Create("other", async _ => Response.Ok()));

        var stats = await context.LoadConfig(FileWith("""
            {
              // comments and trailing commas are fine
              "TestSuite": "nightly", "TestName": "orders again", "TargetScenarios": ["orders"],
              "GlobalSettings": {
                "GlobalCustomSettings": { "Tenant": 7 },
                "ScenariosSettings": [{
                  "ScenarioName": "orders",
                  "LoadSimulationsSettings": [ { "IterationsForInject": [50, "00:00:01", 25] } ],
                  "ThresholdSettings": [
                    { "OkRequest": "Count == 25" }, { "OkLatency": "p75 < 10" }, { "FailRequest": "Percent < 1" },
                    { "StatusCode": ["200", "Percent == 100"] }, { "Condition": "errors == 0" } ],
                  "CustomSettings": { "Region": "eu" },
                }],
              },
            }
            """)).RunAsync(TestContext.Current.CancellationToken);

        stats.ScenarioStats.Select(s => s.ScenarioName).ShouldBe(["orders"]);
        stats.ScenarioStats.Get("orders").AllOkCount.ShouldBe(25);
        stats.TestInfo.TestSuite.ShouldBe("nightly");
        stats.Result.Plan.Name.ShouldBe("orders again");
        seen.ShouldBe("eu7");
        stats.Thresholds.Select(t => (t.Expression, t.Passed)).ShouldBe([
            ("errors == 0", true), ("OkRequest: Count == 25", true), ("OkLatency: p75 < 10", false),
            ("FailRequest: Percent < 1", true), ("StatusCode 200: Percent == 100", true)]);
    }

    [Fact]
    public async Task Names_everything_that_is_wrong_in_a_file()
    {
        var context = DynoRunner.RegisterScenarios(Scenario.Create("a", async _ => Response.Ok()));

        var wrong = await Should.ThrowAsync<UserFault>(() => context.LoadConfig(FileWith("""
            { "TestNmae": "x", "GlobalSettings": { "ReportFormats": ["pdf"], "ScenariosSettings": [
              { "ScenarioName": "b" },
              { "ScenarioName": "a", "WarmUpDuration": 5, "MaxFailCount": "many", "LoadSimulationsSettings": [ { "Inject": [1] }, { "Blast": [] } ],
                "ThresholdSettings": [ { "OkLatency": "p42 < 3" }, { } ] } ] } }
            """)).RunAsync(TestContext.Current.CancellationToken));

        wrong.Message.Split('\n').Length.ShouldBe(9);
        wrong.Message.ShouldContain("TestNmae is not a key of this object");
        wrong.Message.ShouldContain("'pdf' is not a report format");
        wrong.Message.ShouldContain("ScenarioName is 'b', which is not a scenario of the code");
        wrong.Message.ShouldContain("WarmUpDuration is 5: write a time");
        wrong.Message.ShouldContain("MaxFailCount is \"many\": write a whole number");
        wrong.Message.ShouldContain("LoadSimulationsSettings[0] Inject is [1]: write [100, \"00:00:01\", \"00:00:30\"]");
        wrong.Message.ShouldContain("'Blast' is not a simulation");
        wrong.Message.ShouldContain("ThresholdSettings[0].OkLatency is \"p42 < 3\"");
        wrong.Message.ShouldContain("ThresholdSettings[1] has 0 conditions");
    }

    [Fact]
    public async Task Stops_the_run_on_a_condition_of_the_file()
    {
        var context = DynoRunner.RegisterScenarios(Scenario.Create("a", async _ =>
            {
                await Task.Delay(5, TestContext.Current.CancellationToken);
                return Response.Fail("500");
            })
            .WithMaxFailCount(1_000_000).WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1))));

        var stats = await context.LoadConfig(FileWith("""
            { "GlobalSettings": { "ScenariosSettings": [ { "ScenarioName": "a", "ThresholdSettings": [
              { "StatusCode": ["500", "Percent < 5"], "AbortWhenErrorCount": 1, "StartCheckAfter": "00:00:01" } ] } ] } }
            """)).RunAsync(TestContext.Current.CancellationToken);

        stats.Result.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        stats.Result.OutcomeReason.ShouldBe("threshold crossed: a: StatusCode 500: Percent < 5, failed 1 time");
    }

    [Theory]
    [InlineData("{ \"a\" ", "this is not JSON")]
    [InlineData("[]", "the file is a list: write an object")]
    public async Task Says_what_a_file_is_instead(string text, string expected)
    {
        var context = DynoRunner.RegisterScenarios(Scenario.Create("a", async _ => Response.Ok())).LoadConfig(FileWith(text));

        (await Should.ThrowAsync<UserFault>(() => context.RunAsync(TestContext.Current.CancellationToken))).Message.ShouldContain(expected);
    }

    [Fact]
    public async Task Says_that_a_file_is_missing()
    {
        var context = DynoRunner.RegisterScenarios(Scenario.Create("a", async _ => Response.Ok())).LoadConfig("nowhere.json");

        (await Should.ThrowAsync<UserFault>(() => context.RunAsync(TestContext.Current.CancellationToken))).Message
            .ShouldStartWith("the configuration nowhere.json cannot be read");
    }

    private string FileWith(string text)
    {
        var path = Path.Combine(_folder.FullName, "load.json");
        File.WriteAllText(path, text);
        return path;
    }
}
