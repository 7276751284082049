namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Programs under test on the machine of an agent: published once, shipped, started, watched and stopped there.</summary>
[Trait("Length", "Long")]
public sealed class FleetSubjectTests : FleetTest
{
    public FleetSubjectTests() => Workspace.SharePrograms();

    [Fact]
    public async Task A_program_on_the_machine_of_an_agent_is_loaded_and_observed_as_one_of_this_machine()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var server = await AgentAsync(nats, "server", "--may-start");
        using var load = await AgentAsync(nats, "load");
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        string[] onServer =
        [
            "run", Path.Combine(study, "hello.websurge"), "--subject", Path.Combine(study, "Hello"), "--ready", "/hello",
            "--subject-env", "API_TOKEN=planted", "--fleet", nats.Url, "--subject-on",
        ];

        var byFleet = await DynoAsync([.. onServer, "server", "-c", "2", "-d", "3s", "--warmup", "1s", "--result", "r.json", "--full"]);

        byFleet.ExitCode.ShouldBe(ExitCode.Success, byFleet.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Fleet!.Agents.ShouldHaveSingleItem().Name.ShouldBe("load");
        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Subject!.On.ShouldBe("server");
        result.Subject.Source.ShouldContain("Hello");
        result.Subject.Environment["API_TOKEN"].ShouldBe("***");
        result.Subject.Effective.ShouldNotBeNull();
        result.Server.ShouldNotBeNull().CpuSeconds.ShouldBeGreaterThan(0);
        result.Server.Runtime.ShouldNotBeNull();
        result.Server.Series.Length.ShouldBeGreaterThan(1);
        byFleet.Out.ShouldContain("on agent server");

        var fromHere = await DynoAsync([.. onServer, "server", "--agents", "0", "-c", "2", "-d", "2s", "--result", "h.json"]);
        fromHere.ExitCode.ShouldBe(ExitCode.Success, fromHere.ToString());
        var here = RunResultJson.ReadFile(Workspace["h.json"]);
        here.Fleet.ShouldBeNull();
        here.Subject!.On.ShouldBe("server");
        here.Server.ShouldNotBeNull().Runtime.ShouldNotBeNull();
        Process.GetProcesses().ShouldNotContain(process => process.Id == here.Server.ProcessId);

        var notThere = await DynoAsync([.. onServer, "nobody", "-d", "1s"]);
        notThere.ExitCode.ShouldBe(ExitCode.WrongInput, notThere.ToString());
        notThere.Error.ShouldContain("there is no agent nobody");
        notThere.Error.ShouldContain("its agents: load, server");
        var mayNot = await DynoAsync([.. onServer, "load", "-d", "1s"]);
        mayNot.ExitCode.ShouldBe(ExitCode.WrongInput, mayNot.ToString());
        mayNot.Error.ShouldContain("agent load is not allowed to start programs");
    }

    [Fact]
    public async Task A_program_ends_with_its_agent_and_the_run_says_why_it_ended()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var server = await AgentAsync(nats, "server", "--may-start");
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        using var run = DynoProcess.Start(Workspace, "run", Path.Combine(study, "hello.websurge"), "--subject", Path.Combine(study, "Hello"), "--ready", "/hello",
            "--fleet", nats.Url, "--subject-on", "server", "--agents", "0", "-c", "2", "-d", "5m", "--lease", "10s", "--result", "r.json");
        await run.WaitForAsync("measure");

        server.Signal("KILL");

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.SubjectFailed, outcome.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.OutcomeReason.ShouldNotBeNull().ShouldContain("agent server with the program under test was lost");
    }

    [Fact]
    public async Task An_experiment_compares_programs_on_another_machine_under_the_load_of_a_fleet()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var server = await AgentAsync(nats, "server", "--may-start");
        using var load = await AgentAsync(nats, "load");
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        File.WriteAllText(Workspace["across.yaml"], $$"""
            generator: { fleet: {{nats.Url}}, agents: 1 }
            subject: { project: {{Path.Combine(study, "Hello")}}, ready: /hello, on: server }
            variants:
              a: { env: { DOTNET_TieredPGO: "1" } }
              b: { env: { DOTNET_TieredPGO: "0" } }
            load: { file: {{Path.Combine(study, "hello.websurge")}}, connections: 2 }
            warmup: { minimum: 1s, maximum: 1s }
            duration: 1s
            rounds: 2
            control: false
            compare: { baseline: a }
            """);

        Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own
        var outcome = await DynoAsync("compare", "across.yaml", "--result", "c.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        outcome.Error.ShouldContain("trials run one after the other: the load comes from a fleet, but slices need a single generator");
        var trials = Directory.GetFiles(Workspace[".dyno/experiments"], "*.json", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("\"fleet\"", StringComparison.Ordinal)).Select(RunResultJson.ReadFile).ToList();
        trials.Count.ShouldBe(4, outcome.ToString());
        trials.ShouldAllBe(trial => trial.Subject!.On == "server" && trial.Fleet!.Agents.Single().Name == "load" && trial.Server!.CpuSeconds > 0);
        trials.ShouldAllBe(trial => trial.WarmUp != null && trial.Measured.DurationSeconds > 0.9 && trial.Measured.Totals.FailedRequests == 0);
    }
}
