using System.Diagnostics;
using System.Net.Sockets;
using Dyno.Fleet.Trust;
using Dyno.Metrics.Histograms;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Testing;
using Dyno.Testing.Servers;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Two agents, a coordinator and a nats-server as processes.</summary>
public sealed class FleetTests : EndToEndTest
{
    [Fact]
    public async Task Two_agents_send_what_was_asked_for_together()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var a = await AgentAsync(nats, "a");
        using var b = await AgentAsync(nats, "b");

        var outcome = await DynoAsync("run", Url, "--iterations", "1001", "-c", "4", "--fleet", nats.Url, "--agents", "2", "--result", "r.json", "--threshold", "errors == 0", "--full");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.Error);
        var result = ResultFile.Read(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(1001);
        result.Fleet!.Agents.Select(agent => agent.Requests).ShouldBe([501, 500]);
        HdrEncoding.DecodeBase64(result.Measured.Latency.Response.Histogram).Count.ShouldBe(1001);
        outcome.Out.ShouldContain("a: share 0/2:1/2");
    }

    [Fact]
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
        var result = ResultFile.Read(Workspace["r.json"]);
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
        var result = ResultFile.Read(Workspace["r.json"]);
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
        ResultFile.Read(Workspace["half.json"]).Measured.Scenarios[0].Iterations.ShouldBe(150);

        Workspace.Environment["TWICE"] = "1";
        using var c = await AgentAsync(nats, "c");
        var twice = await DynoAsync("run", "load.cs", "--fleet", nats.Url, "--agents", "3", "--", "--quiet");
        twice.Error.ShouldContain("agent c");
        twice.Error.ShouldContain("on a fleet a program makes one run, and this one calls Run again");
        twice.ExitCode.ShouldBe(ExitCode.Failed, twice.ToString());
    }

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
        var result = ResultFile.Read(Workspace["r.json"]);
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
        var here = ResultFile.Read(Workspace["h.json"]);
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
        mayNot.Error.ShouldContain("agent load starts no programs");
    }

    [Fact]
    public async Task A_program_ends_with_its_agent_and_the_run_says_why_it_ended()
    {
        await using var nats = await NatsProcess.StartAsync(Workspace);
        using var server = await AgentAsync(nats, "server", "--may-start");
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        using var run = DynoProcess.Start(Workspace, "run", Path.Combine(study, "hello.websurge"), "--subject", Path.Combine(study, "Hello"), "--ready", "/hello",
            "--fleet", nats.Url, "--subject-on", "server", "--agents", "0", "-c", "2", "-d", "5m", "--lease", "2s", "--result", "r.json");
        await run.WaitForAsync("measure");

        server.Signal("KILL");

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.SubjectFailed, outcome.ToString());
        var result = ResultFile.Read(Workspace["r.json"]);
        result.OutcomeReason.ShouldNotBeNull().ShouldContain("agent server with the program under test was lost");
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
        ResultFile.Read(Workspace["r.json"]).Outcome.ShouldBe(RunOutcome.Failed);
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
        await run.WaitForAsync("agent b is not heard");
        var outcome = await run.EndAsync();

        outcome.ExitCode.ShouldBe(ExitCode.Failed, outcome.ToString());
        ResultFile.Read(Workspace["r.json"]).Fleet!.Agents.Single(agent => agent.Name == "b").Lost.ShouldNotBeNull().ShouldContain("longer than its lease");
        var sent = Server.Seen.Count; // the share of the agent that stands still has ended by itself meanwhile
        await Task.Delay(1000, Cancelled);
        Server.Seen.Count.ShouldBe(sent);
        b.Signal("CONT");
    }

    [Fact]
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
        using var disk = await SmallDisk.MountAsync(Workspace["small"]);
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
        outcome.Error.ShouldContain("trials run one after the other: the load comes from a fleet, and slices are dealt out by one generator");
        var trials = Directory.GetFiles(Workspace[".dyno/experiments"], "*.json", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("\"fleet\"", StringComparison.Ordinal)).Select(ResultFile.Read).ToList();
        trials.Count.ShouldBe(4, outcome.ToString());
        trials.ShouldAllBe(trial => trial.Subject!.On == "server" && trial.Fleet!.Agents.Single().Name == "load" && trial.Server!.CpuSeconds > 0);
        trials.ShouldAllBe(trial => trial.WarmUp != null && trial.Measured.DurationSeconds > 0.9 && trial.Measured.Totals.FailedRequests == 0);
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

    private async Task<DynoProcess> AgentAsync(NatsProcess nats, string name, params string[] more)
    {
        var agent = DynoProcess.Start(Workspace, ["agent", "--join", nats.Url, "--name", name, .. more]);
        await agent.WaitForAsync("waiting for orders");
        return agent;
    }

    internal sealed class NatsProcess : IAsyncDisposable
    {
        private readonly Process _process;

        private NatsProcess(Process process, string url) => (_process, Url) = (process, url);

        public string Url { get; }

        public static async Task<NatsProcess> StartAsync(Workspace workspace, string host = "127.0.0.1")
        {
            workspace.Environment[FleetKey.Variable] = FleetKey.Create().Text;
            var port = FreePorts.Next();
            var process = Process.Start(new ProcessStartInfo("nats-server",
                ["-js", "-a", host, "-p", $"{port}", "-sd", Path.Combine(workspace.Folder, "nats"), "-l", Path.Combine(workspace.Folder, "nats.log")]))!;
            while (true)
            {
                process.HasExited.ShouldBeFalse("nats-server ended at its start");
                using var client = new TcpClient();
                try
                {
                    await client.ConnectAsync(host, port, Cancelled);
                    return new NatsProcess(process, $"nats://{host}:{port}");
                }
                catch (SocketException)
                {
                    await Task.Delay(20, Cancelled);
                }
            }
        }

        public async ValueTask DisposeAsync()
        {
            _process.Kill();
            await _process.WaitForExitAsync();
            _process.Dispose();
        }
    }
}
