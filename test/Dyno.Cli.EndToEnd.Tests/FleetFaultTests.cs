namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Fleets of real processes when something ends them, what they know of secrets, and the fleet for a first look.</summary>
[Trait("Length", "Long")]
public sealed partial class FleetFaultTests : EndToEndTest
{
    private const string Mark = "DYNO_TEST_MARK";
    private readonly string _mark = Guid.NewGuid().ToString("N");

    [Fact]
    public async Task The_result_of_a_run_whose_coordinator_was_killed_is_collected()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        using var run = DynoProcess.Start(Workspace, "run", Url, "-d", "60s", "--rate", "50", "--fleet", nats.Url, "--agents", "2",
            "--lease", "2s");
        await run.WaitForAsync("measure");
        var sent = Server.Seen.Count;
        while (Server.Seen.Count < sent + 20) await Task.Delay(20, Cancelled);

        run.Signal("KILL");

        var id = RunName().Match((await run.EndAsync()).Error).Groups["id"].Value;
        id.ShouldNotBeEmpty();
        var collected = await UntilAsync(() => DynoAsync("fleet", "collect", id, "--fleet", nats.Url, "--result", "r.json"),
            outcome => outcome.ExitCode == ExitCode.Success
                && RunResultJson.ReadFile(Workspace["r.json"]).Fleet!.Agents.All(agent => agent.Lost is null));
        collected.ExitCode.ShouldBe(ExitCode.Success, collected.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Id.ShouldBe(id);
        result.Fleet!.Agents.Select(agent => agent.Name).ShouldBe(["a", "b"]);
        result.Fleet.Agents.ShouldAllBe(agent => agent.Requests > 0 && agent.Lost == null);
        result.Outcome.ShouldBe(RunOutcome.Failed);
        result.OutcomeReason.ShouldNotBeNull().ShouldContain("no message from the coordinator");
        var after = Server.Seen.Count; // nobody loads on
        await Task.Delay(1000, Cancelled);
        Server.Seen.Count.ShouldBe(after);
        (await DynoAsync("history")).Out.ShouldContain(id);
    }

    [Fact]
    public async Task A_run_whose_server_is_gone_for_good_ends_with_what_the_agents_reported()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        using var run = DynoProcess.Start(Workspace, "run", Url, "-d", "5m", "--rate", "50", "--fleet", nats.Url, "--agents", "2", "--lease", "2s",
            "--result", "r.json", "-f", "html=r.html");
        await run.WaitForAsync("measure");
        var sent = Server.Seen.Count;
        while (Server.Seen.Count < sent + 150) await Task.Delay(20, Cancelled); // three seconds: each agent has reported

        await nats.KillAsync();

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.Failed, outcome.ToString());
        outcome.Error.ShouldContain("agent a was lost: the NATS server has been out of reach for longer than the lease");
        outcome.Error.ShouldContain("fetch what the agents have kept: dyno fleet collect ");
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        (result.Outcome, result.Health.State).ShouldBe((RunOutcome.Failed, HealthState.Void));
        result.Health.Findings[0].Rule.ShouldBe("incomplete");
        result.Fleet!.Agents.Select(agent => agent.Name).ShouldBe(["a", "b"]);
        result.Fleet.Agents.ShouldAllBe(agent => agent.Requests > 0 && agent.Lost != null);
        result.Measured.Totals.Requests.ShouldBeInRange(50, Server.Seen.Count);
        result.Measured.Overall.Response.Count.ShouldBe(result.Measured.Totals.Requests);
        result.Plan.Scenarios.ShouldHaveSingleItem().Parameters["rate"].ShouldContain("50");
        File.ReadAllText(Workspace["r.html"]).ShouldContain("their last reports: agent a after ");
    }

    [Fact]
    public async Task An_interrupted_run_ends_the_load_of_every_agent_and_leaves_no_process()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found by their environment in /proc");
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        Workspace.Environment[Mark] = _mark;
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        using var run = DynoProcess.Start(Workspace, "run", Url, "-d", "5m", "--rate", "50", "--fleet", nats.Url, "--agents", "2",
            "--result", "r.json");
        await run.WaitForAsync("measure");
        MarkedProcesses().Count.ShouldBe(5, "a coordinator, two agents, and their shares");

        run.Signal("INT");

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.Interrupted, outcome.ToString());
        var sent = Server.Seen.Count;
        MarkedProcesses().Order().ShouldBe(new[] { a.Id, b.Id }.Order(), "the shares have ended before the coordinator");
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        result.Fleet!.Agents.ShouldAllBe(agent => agent.Lost == null && agent.Requests > 0);
        Server.Seen.Count.ShouldBe(sent);
        foreach (var agent in (DynoProcess[])[a, b])
        {
            agent.Signal("INT");
            (await agent.EndAsync()).ExitCode.ShouldBe(ExitCode.Success);
        }
        MarkedProcesses().ShouldBeEmpty();
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Agents_take_secrets_from_their_own_environment_by_name()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        Workspace.Environment["API_SECRET"] = "of-the-agent";
        using var agent = await AgentAsync(nats, "a");
        Workspace.Environment["API_SECRET"] = "of-the-coordinator"; // a file is read here, too, and then needs some value
        await File.WriteAllTextAsync(Workspace["load.http"], $"GET {Url}\nX-Secret: {{{{$processEnv API_SECRET}}}}\n", Cancelled);
        var file = await DynoAsync("run", "load.http", "--iterations", "5", "--fleet", nats.Url, "--result", "file.json");
        Workspace.Environment.Remove("API_SECRET");
        await File.WriteAllTextAsync(Workspace["load.js"], $$"""
            import http from 'k6/http';
            export const options = { vus: 1, iterations: 5 };
            export default function () { http.get('{{Url}}', { headers: { 'X-Secret': __ENV.API_SECRET } }); }
            """, Cancelled);
        var script = await DynoAsync("run", "load.js", "--fleet", nats.Url, "--result", "script.json");

        file.ExitCode.ShouldBe(ExitCode.Success, file.ToString());
        script.ExitCode.ShouldBe(ExitCode.Success, script.ToString());
        Server.Seen.Count.ShouldBe(10);
        Server.Seen.ShouldAllBe(request => request.Headers["X-Secret"] == "of-the-agent");
        foreach (var result in (string[])["file.json", "script.json"]) File.ReadAllText(Workspace[result]).ShouldNotContain("of-the-");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_scenario_that_is_controlled_from_outside_is_refused()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var agent = await AgentAsync(nats, "a");
        await File.WriteAllTextAsync(Workspace["load.js"], $$"""
            import http from 'k6/http';
            export const options = { scenarios: { hand: { executor: 'externally-controlled', vus: 1, maxVUs: 2, duration: '5s' } } };
            export default function () { http.get('{{Url}}'); }
            """, Cancelled);

        var outcome = await DynoAsync("run", "load.js", "--fleet", nats.Url);

        outcome.ExitCode.ShouldBe(ExitCode.WrongInput, outcome.ToString());
        outcome.Error.ShouldContain("the scenario hand is externally-controlled, and agents cannot be controlled from outside");
        outcome.Error.ShouldContain("ramping-vus");
        Server.Seen.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_fleet_for_a_first_look_loads_reports_and_is_gone(bool ownProject)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found by their environment in /proc");
        Workspace.Environment[Mark] = _mark;
        Workspace.Environment["TMPDIR"] = Workspace.Folder;
        using var trial = DynoProcess.Start(Workspace, ["fleet", "try", "-d", "2s", "--rate", "100", "--result", "r.json",
            .. ownProject ? (string[])["/hello", "--subject", Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello")] : []]);

        var outcome = await trial.EndAsync();

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Fleet!.Agents.Select(agent => agent.Name).ShouldBe(["agent-1", "agent-2"]);
        result.Fleet.Agents.ShouldAllBe(agent => agent.Lost == null && agent.Requests > 0);
        result.Measured.Totals.Requests.ShouldBe(result.Fleet.Agents.Sum(agent => agent.Requests));
        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Subject.ShouldNotBeNull().On.ShouldBe("server");
        result.Server.ShouldNotBeNull().CpuSeconds.ShouldBeGreaterThan(0);
        MarkedProcesses().ShouldBeEmpty();
        Directory.Exists($"/sys/class/net/dy{trial.Id}").ShouldBeFalse();
        if (Directory.Exists("/run/netns"))
            Directory.GetFiles("/run/netns").Select(file => Path.GetFileName(file))
                .ShouldNotContain(name => name.StartsWith($"dy{trial.Id}-", StringComparison.Ordinal));
        Directory.GetDirectories(Workspace.Folder, "dyno-*").ShouldBeEmpty("folders of the fleet");
    }

    private async Task<DynoProcess> AgentAsync(FleetTests.NatsProcess nats, string name)
    {
        var agent = DynoProcess.Start(Workspace, "agent", "--join", nats.Url, "--name", name);
        await agent.WaitForAsync("waiting for orders");
        return agent;
    }

    private static async Task<DynoOutcome> UntilAsync(Func<Task<DynoOutcome>> act, Func<DynoOutcome, bool> isDone)
    {
        for (var time = 1; ; time++)
            if (await act() is var outcome && (isDone(outcome) || time == 60)) return outcome;
            else await Task.Delay(500, Cancelled);
    }

    // Children have the environment of their parents.
    private List<int> MarkedProcesses() =>
    [
        .. Directory.GetDirectories("/proc").Select(folder => int.TryParse(Path.GetFileName(folder), out var id) ? id : 0)
            .Where(id => id > 0 && EnvironmentOf(id).Contains($"{Mark}={_mark}", StringComparison.Ordinal)),
    ];

    private static string EnvironmentOf(int process)
    {
        try
        {
            return Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{process}/environ"));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    [GeneratedRegex(@"run (?<id>\d{8}-\d{6}-\w{4}) on 2 agents")]
    private static partial Regex RunName();
}
