namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Peers that never stop, against each client: the run ends in its time, in bounded memory, with an error of a kind.</summary>
[Trait("Length", "Long")]
public sealed class EndlessPeerTests : EndToEndTest
{
    private const long MostBytes = 900L << 20;
    private const long MostBytesOfClient = 2L << 30; // a body of HttpClient may be 100 MiB, and what it grew from waits for the collector

    // The memory that is judged is that of a process.
    private protected override Task<DynoOutcome> DynoAsync(params string[] args) => DynoProcess.RunAsync(Workspace, args);

    [Theory, Trait("Guest", "k6")]
    [InlineData("body", "const r = http.get('http://PEER/body', { timeout: '20s' }); console.log(`ended: ${r.error_code} ${r.error}`);")]
    [InlineData("body, nothing kept", "const r = http.get('http://PEER/body', { timeout: '2s', responseType: 'none' }); console.log(`ended: ${r.error_code} ${r.error}`);")]
    [InlineData("head", "const r = http.get('http://PEER/head', { timeout: '20s' }); console.log(`ended: ${r.error_code} ${r.error}`);")]
    [InlineData("events", "const r = sse.open('http://PEER/events', { timeout: '3s' }, c => c.on('event', () => {})); console.log(`ended: ${r.error}`);")]
    [InlineData("pings", "ws.connect('ws://PEER/pings', s => { s.setTimeout(() => { console.log('ended: by the script'); s.close(); }, 3000); });")]
    [InlineData("messages", "ws.connect('ws://PEER/messages', s => { s.on('message', () => {}); s.setTimeout(() => { console.log('ended: by the script'); s.close(); }, 3000); });")]
    [InlineData("messages of sockets", """
        const s = new WebSocket('ws://PEER/messages');
        s.onmessage = () => {};
        s.onopen = () => setTimeout(() => { console.log('ended: by the script'); s.close(); }, 3000);
        """)]
    public async Task A_k6_script_ends(string what, string code)
    {
        await using var peer = new EndlessPeer();
        await File.WriteAllTextAsync(Workspace["load.js"], $$"""
            import http from 'k6/http';
            import ws from 'k6/ws';
            import sse from 'k6/x/sse';
            import { WebSocket } from 'k6/websockets';
            export const options = { scenarios: { all: { executor: 'per-vu-iterations', vus: 2, iterations: 1, maxDuration: '30s', gracefulStop: '1s' } } };
            export default function () { {{code.Replace("PEER", peer.Authority, StringComparison.Ordinal)}} }
            """, Cancelled);

        var outcome = await DynoAsync("run", "load.js", "--result", "result.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, $"{what}: {outcome}");
        var result = RunResultJson.ReadFile(Workspace["result.json"]);
        result.Generator.PeakWorkingSetBytes.ShouldBeLessThan(MostBytes, what);
        result.Measured.Totals.Iterations.ShouldBe(2, $"{what}: {outcome}");
        outcome.ToString().ShouldContain("ended: ", customMessage: what);
    }

    [Theory]
    [InlineData("body", true)]
    [InlineData("head", true)]
    [InlineData("events", false)] // a stream that goes on is no failure
    public async Task A_load_of_requests_ends(string path, bool fails)
    {
        await using var peer = new EndlessPeer();

        var outcome = await DynoAsync("run", $"http://{peer.Authority}/{path}", "-c", "4", "-d", "2s", "--timeout", "1s", "--result", "result.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        Bounded(RunResultJson.ReadFile(Workspace["result.json"]), MostBytes, fails);
    }

    [Theory]
    [InlineData("pings")]
    [InlineData("messages")]
    public async Task A_load_of_sockets_ends(string path)
    {
        await using var peer = new EndlessPeer();

        var outcome = await DynoAsync("run", $"ws://{peer.Authority}/{path}", "--send", "x", "-c", "2", "-d", "2s", "--timeout", "1s", "--result", "result.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        RunResultJson.ReadFile(Workspace["result.json"]).Generator.PeakWorkingSetBytes.ShouldBeLessThan(MostBytes);
    }

    [Fact]
    public async Task A_load_in_CSharp_ends()
    {
        await using var peer = new EndlessPeer();
        await File.WriteAllTextAsync(Workspace["load.cs"], $$"""
            {{LoadProgramTests.References}}
            using Dyno.Scenarios;

            using var client = DynoHttp.CreateClient();
            var endless = Scenario.Create("endless", async context =>
                {
                    var answer = await Http.Send(client, Http.CreateRequest("GET", "http://{{peer.Authority}}/body"));
                    return answer.IsError ? Response.Fail(message: answer.Message) : Response.Ok();
                })
                .WithLoadSimulations(Simulation.KeepConstant(copies: 2, during: TimeSpan.FromSeconds(4)));
            DynoRunner.RegisterScenarios(endless).Run(args);
            """, Cancelled);

        var outcome = await DynoAsync("run", "load.cs", "--result", "result.json");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        Bounded(RunResultJson.ReadFile(Workspace["result.json"]), MostBytesOfClient, fails: true);
    }

    private static void Bounded(RunResult result, long most, bool fails)
    {
        result.Generator.PeakWorkingSetBytes.ShouldBeLessThan(most);
        if (!fails) return;
        result.Measured.Totals.FailedRequests.ShouldBeGreaterThan(0);
        result.Measured.Totals.FailedRequests.ShouldBe(result.Measured.Totals.Requests);
        result.Measured.Errors.ShouldNotBeEmpty();
    }
}
