namespace Dyno.Scenarios.Tests;

/// <summary>What is set for a run as a whole, and the figures it hands back.</summary>
public sealed class DynoContextTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-context-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Writes_the_reports_that_were_asked_for_where_and_as_they_were_named()
    {
        var stats = await DynoRunner.RegisterScenarios(Plain("shop"))
            .WithTestSuite("suite").WithTestName("name").WithSeed(11)
            .WithReportFolder(_folder.FullName).WithReportFileName("mine")
            .WithReportFormats(ReportFormat.Txt, ReportFormat.Csv, ReportFormat.Html, ReportFormat.Md, ReportFormat.Json, ReportFormat.Md)
            .RunAsync(TestContext.Current.CancellationToken);

        stats.ReportFiles.Select(Path.GetFileName).ShouldBe(["mine.txt", "mine.csv", "mine.html", "mine.md", "mine.json"]);
        string Text(string extension) => File.ReadAllText(Path.Combine(_folder.FullName, $"mine.{extension}"));
        string[] rows = ["|step|ok stats|", "|name|`global information`|", "|request count|all = `5`, ok = `5`, RPS = ",
            "|latency|min = `20`, mean = `20`, max = `20`, StdDev = `0`|", "|latency percentile|p50 = ",
            "|data transfer|min = `0.1` KB, mean = `0.1` KB, max = `0.1` KB, all = "];
        foreach (var row in rows) Text("md").ShouldContain(row);
        Text("html").ShouldStartWith("<!doctype html>");
        Text("csv").Split('\n')[0].ShouldContain(",");
        Text("txt").ShouldContain("5 requests");
        var result = RunResultJson.ReadFile(Path.Combine(_folder.FullName, "mine.json"));
        (result.Plan.Name, result.Plan.Seed).ShouldBe(("name", 11L));
        stats.TestInfo.ShouldBe(new TestInfo(stats.TestInfo.SessionId, "suite", "name"));
    }

    [Fact]
    public async Task Names_a_report_after_its_session_and_writes_none_unasked()
    {
        var load = DynoRunner.RegisterScenarios(Plain("shop")).WithSessionId("17").WithReportFolder(_folder.FullName);

        var silent = await load.WithReportFormats(ReportFormat.Md).WithoutReports().RunAsync(TestContext.Current.CancellationToken);
        silent.ReportFiles.ShouldBeEmpty();
        _folder.GetFileSystemInfos().ShouldBeEmpty();

        var stats = await load.WithReportFormats(ReportFormat.Md).RunAsync(TestContext.Current.CancellationToken);
        stats.ReportFiles.ShouldBe([Path.Combine(_folder.FullName, "dyno_report_17.md")]);
    }

    [Fact]
    public async Task Says_that_a_report_cannot_be_written()
    {
        var file = Path.Combine(_folder.FullName, "file");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);

        var wrong = await Should.ThrowAsync<UserFault>(() => DynoRunner.RegisterScenarios(Plain("shop"))
            .WithReportFormats(ReportFormat.Md).WithReportFolder(file).RunAsync(TestContext.Current.CancellationToken));

        wrong.Message.ShouldContain("cannot be written");
        wrong.Hint.ShouldBe("name another folder with WithReportFolder");
    }

    [Fact]
    public async Task Runs_only_the_scenarios_that_were_named()
    {
        var load = DynoRunner.RegisterScenarios(Plain("a"), Plain("b"), Plain("c"));

        var stats = await load.WithTargetScenarios("c", "a").RunAsync(TestContext.Current.CancellationToken);
        stats.ScenarioStats.Select(s => s.ScenarioName).ShouldBe(["a", "c"]);

        var wrong = await Should.ThrowAsync<UserFault>(() => load.WithTargetScenarios("a", "d").RunAsync(TestContext.Current.CancellationToken));
        (wrong.Message, wrong.Hint).ShouldBe(("no scenario has the name 'd'", "the scenarios are: a, b, c"));
    }

    [Fact]
    public async Task Hands_the_figures_back_as_values()
    {
        var scenario = Scenario.Create("x", async context => context.InvocationNumber % 5 == 0
                ? Response.Fail(statusCode: "500", customLatencyMs: 1000)
                : Response.Ok(statusCode: "200", sizeBytes: 10 * context.InvocationNumber, customLatencyMs: context.InvocationNumber))
            .WithoutWarmUp().WithLoadSimulations(Simulation.IterationsForConstant(copies: 1, iterations: 100));

        var stats = await DynoRunner.RunAsync(scenario);

        var (ok, fail) = (stats.ScenarioStats.Get("x").Ok, stats.ScenarioStats.Get("x").Fail);
        (ok.Request.Count, ok.Request.Percent, fail.Request.Count, fail.Request.Percent).ShouldBe((80, 80, 20, 20));
        ok.Request.RPS.ShouldBe(80 / stats.Duration.TotalSeconds, 0.01 * ok.Request.RPS);
        (ok.Latency.MinMs, ok.Latency.MaxMs).ShouldBe((1, 99));
        // Good are 1 to 99 but for every fifth: the 40th of the 80 is 49, the 76th 94, the 80th 99.
        ok.Latency.MeanMs.ShouldBe(50, 0.1);
        ok.Latency.Percent50.ShouldBe(49, 1.5);
        ok.Latency.Percent75.ShouldBe(74, 1.5);
        ok.Latency.Percent95.ShouldBe(94, 1.5);
        ok.Latency.Percent99.ShouldBe(99, 1.5);
        ok.DataTransfer.ShouldBe(new DataTransferStats(10, 500, 990, 40_000));
        fail.Latency.Percent99.ShouldBe(1000, 1);
        (stats.AllRequestCount, stats.AllOkCount, stats.AllFailCount, stats.AllBytes).ShouldBe((100, 80, 20, 40_000));
        stats.ExitCode.ShouldBe(0);
        stats.NodeInfo.CoresCount.ShouldBeGreaterThan(0);
        Should.Throw<ArgumentException>(() => stats.ScenarioStats.Get("y")).Message.ShouldBe("no scenario 'y' has run; these have: x");
    }

    [Fact]
    public async Task An_empty_scenario_sets_up_and_clears_away_for_the_others()
    {
        var order = new List<string>();
        var setUp = Scenario.Empty("set-up").WithInit(async _ => order.Add("init")).WithClean(async _ => order.Add("clean"));

        var stats = await DynoRunner.RunAsync(setUp, Plain("load"));

        order.ShouldBe(["init", "clean"]);
        stats.ScenarioStats.Select(s => s.ScenarioName).ShouldBe(["load"]);
        (await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync(setUp))).Message.ShouldContain("no scenario has a load");
        (await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync())).Message.ShouldBe("no scenario is registered");
    }

    private static ScenarioProps Plain(string name) => Scenario.Create(name, async _ => Response.Ok(statusCode: "200", sizeBytes: 100, customLatencyMs: 20))
        .WithLoadSimulations(Simulation.IterationsForConstant(copies: 1, iterations: 5));
}
