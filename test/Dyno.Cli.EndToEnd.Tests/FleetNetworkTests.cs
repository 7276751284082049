namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A fleet in network namespaces: two machines that load, and one with the server.</summary>
[Trait("Length", "Long")]
public sealed class FleetNetworkTests : IAsyncLifetime
{
    private readonly Workspace _workspace = new();
    private readonly List<DynoProcess> _agents = [];
    private LocalNetwork? _network;
    private FleetTest.NatsProcess? _nats;

    public FleetNetworkTests() => _workspace.SharePrograms();

    public async ValueTask InitializeAsync()
    {
        _network = await LocalNetwork.TryCreateAsync(["a", "b", "server"]);
        Assert.SkipWhen(_network is null, "network namespaces are made by root on Linux; on loopback FleetTests does the same");
        _nats = await FleetTest.NatsProcess.StartAsync(_workspace, _network.HostAddress);
        foreach (var (name, more) in (IEnumerable<(string, string[])>)[("a", []), ("b", []), ("server", ["--may-start"])])
        {
            var agent = DynoProcess.StartInside(_network.Inside(name), _workspace, ["agent", "--join", _nats.Url, "--name", name, .. more]);
            _agents.Add(agent);
            await agent.WaitForAsync("waiting for orders");
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var agent in _agents) agent.Dispose();
        if (_nats is not null) await _nats.DisposeAsync();
        if (_network is not null) await _network.DisposeAsync();
        _workspace.Dispose();
    }

    [Fact]
    public async Task An_agent_that_is_cut_off_and_returns_within_its_lease_costs_nothing_but_its_silence()
    {
        using var run = Run("--rate", "100", "-d", "16s", "--lease", "14s");
        await run.WaitForAsync("measure");

        await ToolAsync("ip", "link", "set", _network!.CableOf("b"), "down");
        await run.WaitForAsync("agent b sends no messages");
        await ToolAsync("ip", "link", "set", _network.CableOf("b"), "up");
        await run.WaitForAsync("agent b reports again");

        var outcome = await run.EndAsync();
        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var result = RunResultJson.ReadFile(_workspace["r.json"]);
        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Fleet!.Agents.ShouldAllBe(agent => agent.Lost == null && agent.Requests > 0);
        result.Subject!.Url.ShouldNotContain("127.0.0.1");
    }

    [Fact]
    public async Task A_slow_link_stands_in_the_result_as_the_uncertainty_of_the_start()
    {
        Assert.SkipUnless(await ToolAsync("tc", "qdisc", "add", "dev", _network!.CableOf("b"), "root", "netem", "delay", "60ms"),
            "this kernel has no netem, which makes links slow");
        using var run = Run("--rate", "40", "-d", "3s");

        var outcome = await run.EndAsync();

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var agents = RunResultJson.ReadFile(_workspace["r.json"]).Fleet!.Agents;
        agents.Select(agent => agent.Name).ShouldBe(["a", "b"]);
        agents[1].ClockUncertaintyMillis.ShouldBeGreaterThan(29, "half of a round trip of 60 ms or more");
        agents[0].ClockUncertaintyMillis.ShouldBeLessThan(agents[1].ClockUncertaintyMillis);
        agents.ShouldAllBe(agent => agent.Requests > 0 && agent.StartedAfterMillis >= -agent.ClockUncertaintyMillis);
    }

    private DynoProcess Run(params string[] more)
    {
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        return DynoProcess.Start(_workspace, ["run", Path.Combine(study, "hello.websurge"), "--subject", Path.Combine(study, "Hello"), "--ready", "/hello",
            "--subject-on", "server", "--fleet", _nats!.Url, "--agents", "2", "--result", "r.json", .. more]);
    }

    private static async Task<bool> ToolAsync(string program, params string[] words)
    {
        using var tool = Process.Start(new ProcessStartInfo(program, words) { RedirectStandardError = true })!;
        await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        return tool.ExitCode == 0;
    }
}
