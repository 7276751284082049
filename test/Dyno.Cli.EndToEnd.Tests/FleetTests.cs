using System.Diagnostics;
using System.Net.Sockets;
using Dyno.Fleet.Trust;
using Dyno.Metrics.Histograms;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
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
    public async Task Without_a_key_nothing_is_sent_and_it_says_how_to_make_one()
    {
        Workspace.Environment[FleetKey.Variable] = "";
        Workspace.Environment["HOME"] = Workspace.Folder;

        var outcome = await DynoAsync("run", Url, "-d", "1s", "--fleet", "nats://127.0.0.1:1");

        outcome.ExitCode.ShouldBe(ExitCode.WrongInput, outcome.Error);
        outcome.Error.ShouldContain("dyno fleet key");
        Server.Seen.ShouldBeEmpty();
    }

    private async Task<DynoProcess> AgentAsync(NatsProcess nats, string name)
    {
        var agent = DynoProcess.Start(Workspace, "agent", "--join", nats.Url, "--name", name);
        await agent.WaitForAsync("waiting for orders");
        return agent;
    }

    private sealed class NatsProcess : IAsyncDisposable
    {
        private readonly Process _process;

        private NatsProcess(Process process, string url) => (_process, Url) = (process, url);

        public string Url { get; }

        public static async Task<NatsProcess> StartAsync(Workspace workspace)
        {
            workspace.Environment[FleetKey.Variable] = FleetKey.Create().Text;
            var port = FreePorts.Next();
            var process = Process.Start(new ProcessStartInfo("nats-server",
                ["-js", "-a", "127.0.0.1", "-p", $"{port}", "-sd", Path.Combine(workspace.Folder, "nats"), "-l", Path.Combine(workspace.Folder, "nats.log")]))!;
            while (true)
            {
                process.HasExited.ShouldBeFalse("nats-server ended at its start");
                using var client = new TcpClient();
                try
                {
                    await client.ConnectAsync("127.0.0.1", port, Cancelled);
                    return new NatsProcess(process, $"nats://127.0.0.1:{port}");
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
