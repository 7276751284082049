namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Two agents, a coordinator and a nats-server as processes.</summary>
[Trait("Length", "Long")]
public sealed class FleetTests : FleetTest
{
    [Fact]
    public async Task Two_agents_send_what_was_asked_for_together()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");

        var outcome = await DynoAsync("run", Url, "--iterations", "1001", "-c", "4", "--fleet", nats.Url, "--agents", "2", "--result", "r.json", "--threshold", "errors == 0", "--full");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.Error);
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(1001);
        result.Fleet!.Agents.Select(agent => agent.Requests).ShouldBe([501, 500]);
        HdrEncoding.DecodeBase64(result.Measured.Latency.Response.Histogram).Count.ShouldBe(1001);
        outcome.Out.ShouldContain("a: share 0/2:1/2");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_script_runs_on_agents_with_its_modules_and_files()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        File.WriteAllText(Workspace["lib.js"], "export const path = JSON.parse(open('./path.json')).path;");
        File.WriteAllText(Workspace["path.json"], """{ "path": "hello" }""");
        File.WriteAllText(Workspace["load.js"], """
            import http from 'k6/http';
            import { path } from './lib.js';
            export const options = { scenarios: { all: { executor: 'shared-iterations', vus: 2, iterations: 20 } } };
            export default function () { http.get(`${__ENV.ROOT}${path}`); }
            """);

        var outcome = await DynoAsync("run", "load.js", "-e", $"ROOT={Server.Url}", "--fleet", nats.Url, "--result", "r.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.Error);
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(20);
        result.Measured.Totals.FailedRequests.ShouldBe(0);
    }

    /// <summary>One file for several questions: the second build finds everything done.</summary>
    [Fact]
    public async Task A_load_in_csharp_runs_on_agents_as_it_was_built_here()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        Workspace.Environment["ROOT"] = Server.Url.ToString();
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        File.WriteAllText(Workspace["load.cs"], $$"""
            #:project {{Path.Combine(RepositoryRoot.Path, "src", "Dyno.Scenarios", "Dyno.Scenarios.csproj")}}
            #:property PublishAot=false
            using Dyno.Scenarios;

            var client = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("ROOT")!) };
            var all = Scenario.Create("all", async context =>
                {
                    using var answer = await client.GetAsync("hello");
                    return answer.IsSuccessStatusCode ? Response.Ok() : Response.Fail();
                })
                .WithInit(context =>
                {
                    Console.WriteLine("{ no report }");
                    Console.Error.WriteLine($"share {context.ScenarioPartition.Number} of {context.ScenarioPartition.Count}");
                    return args.Contains("--quiet") ? Task.CompletedTask : throw new InvalidOperationException("its arguments did not come");
                })
                .WithThresholds(Threshold.Create("p99 < 1h"))
                .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 301));
            var load = DynoRunner.RegisterScenarios(all).WithTestName("in C#");
            load.Run(args);
            if (Environment.GetEnvironmentVariable("TWICE") is not null) load.Run(args);
            """);

        var outcome = await DynoAsync("run", "load.cs", "--fleet", nats.Url, "--agents", "2", "--result", "r.json", "--", "--quiet");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Plan.Name.ShouldBe("in C#");
        result.Plan.Source.ShouldBe("load.cs");
        result.Plan.InputKind.ShouldBe("csharp");
        result.Measured.Scenarios.ShouldHaveSingleItem().Iterations.ShouldBe(301);
        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Fleet!.Agents.Select(agent => agent.Requests).ShouldBe([151, 150]);
        result.Thresholds.ShouldHaveSingleItem().Passed.ShouldBeTrue();

        var alone = await DynoAsync("run", "load.cs", "--execution-segment", "1/2:1", "--result", "half.json", "--", "--quiet");
        alone.ExitCode.ShouldBe(ExitCode.Success, alone.ToString());
        alone.Error.ShouldContain("share 2 of 2");
        RunResultJson.ReadFile(Workspace["half.json"]).Measured.Scenarios[0].Iterations.ShouldBe(150);

        Workspace.Environment["TWICE"] = "1";
        using var c = await AgentAsync(nats, "c");
        var twice = await DynoAsync("run", "load.cs", "--fleet", nats.Url, "--agents", "3", "--", "--quiet");
        twice.Error.ShouldContain("agent c");
        twice.Error.ShouldContain("on a fleet a program can make only one run, and this one calls Run again", customMessage: twice.ToString());
        twice.ExitCode.ShouldBe(ExitCode.Failed, twice.ToString());
    }

    [Fact]
    public async Task Shares_end_with_their_agent_and_the_run_names_it()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        using var run = DynoProcess.Start(Workspace, "run", Url, "-d", "60s", "-c", "2", "--fleet", nats.Url, "--agents", "2", "--result", "r.json");
        await run.WaitForAsync("measure");

        b.Signal("KILL");

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.Failed, outcome.Error);
        outcome.Error.ShouldContain("agent b");
        RunResultJson.ReadFile(Workspace["r.json"]).Outcome.ShouldBe(RunOutcome.Failed);
    }

    [Fact]
    public async Task An_agent_that_stands_still_is_named_and_its_load_ends_with_its_lease()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");
        using var run = DynoProcess.Start(Workspace, "run", Url, "-d", "60s", "--rate", "50", "--fleet", nats.Url, "--agents", "2", "--lease", "2s", "--result", "r.json");
        await run.WaitForAsync("measure");

        b.Signal("STOP");
        await run.WaitForAsync("agent b sends no messages");
        var outcome = await run.EndAsync();

        outcome.ExitCode.ShouldBe(ExitCode.Failed, outcome.ToString());
        RunResultJson.ReadFile(Workspace["r.json"]).Fleet!.Agents.Single(agent => agent.Name == "b").Lost.ShouldNotBeNull().ShouldContain("longer than its lease");
        var sent = Server.Seen.Count; // the share of the agent that stands still has ended by itself meanwhile
        await Task.Delay(1000, Cancelled);
        Server.Seen.Count.ShouldBe(sent);
        b.Signal("CONT");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task An_agent_is_free_again_when_its_coordinator_was_killed_before_the_start()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        File.WriteAllText(Workspace["slow.js"], $$"""
            import http from 'k6/http';
            const until = Date.now() + 3000; // the share is not ready before
            while (Date.now() < until);
            export const options = { vus: 1, duration: '60s' };
            export default function () { http.get('{{Url}}'); }
            """);
        using var run = DynoProcess.Start(Workspace, "run", "slow.js", "--fleet", nats.Url, "--agents", "1", "--lease", "2s");
        await run.WaitForAsync(" on 1 agent: a (");

        run.Signal("KILL");

        var next = await DynoAsync("run", Url, "--iterations", "10", "--fleet", nats.Url, "--agents", "1", "--patience", "60s", "--result", "r.json");
        next.ExitCode.ShouldBe(ExitCode.Success, next.ToString());
        Server.Seen.Count.ShouldBe(10, "the share that nobody started has sent nothing");
    }

    [Fact]
    public async Task An_agent_without_room_on_its_disk_says_so_and_nothing_is_sent()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var disk = SmallDisk.TryMount(Workspace["small"], "8k");
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);
        Workspace.Environment["TMPDIR"] = Workspace["small"];
        using var b = await AgentAsync(nats, "b");
        Workspace.Environment.Remove("TMPDIR");
        await File.WriteAllBytesAsync(Workspace["rows.bin"], System.Security.Cryptography.RandomNumberGenerator.GetBytes(64 * 1024), Cancelled);

        var outcome = await DynoAsync("run", Url, "-d", "1s", "--fleet", nats.Url, "--agents", "2", "--ship", "rows.bin");

        outcome.ExitCode.ShouldNotBe(ExitCode.Success, outcome.ToString());
        outcome.Error.ShouldContain("agent b cannot run its share");
        outcome.Error.ShouldContain("No space left on device");
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_a_key_nothing_is_sent_and_it_says_how_to_make_one()
    {
        Workspace.Environment[FleetKey.Variable] = "";
        Workspace.Environment["HOME"] = Workspace.Folder;

        var outcome = await DynoAsync("run", Url, "-d", "1s", "--fleet", "nats://127.0.0.1:1");

        outcome.ExitCode.ShouldBe(ExitCode.WrongInput, outcome.Error);
        outcome.Error.ShouldContain("dyno fleet key");
        Server.Seen.ShouldBeEmpty();
    }
}
