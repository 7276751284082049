namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Runs of k6 scripts that wait for somebody: before they begin (paused), and when they are over (linger).</summary>
public sealed class ScriptWaitTests : EndToEndTest
{
    private const string Talking = """
        export const options = { vus: 2, iterations: 2, thresholds: { iterations: ['count>5'] } };
        export function setup() { console.log('set up'); }
        export default function () { console.log('iteration'); }
        export function teardown() { console.log('torn down'); }
        """;

    private readonly string _address = $"127.0.0.1:{FreePorts.Next()}";

    [Theory]
    [InlineData("flag")]
    [InlineData("variable")]
    [InlineData("script")]
    public async Task Paused_without_an_address_is_refused_with_what_to_type(string place)
    {
        await WriteAsync(place == "script" ? Talking.Replace("vus: 2", "paused: true, vus: 2", StringComparison.Ordinal) : Talking);
        if (place == "variable") Workspace.Environment["K6_PAUSED"] = "true";
        var run = await DynoAsync(["run", "script.js", "--no-store", .. place == "flag" ? ["--paused"] : Array.Empty<string>()]);
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain("add --address localhost:6565");
        run.Error.ShouldNotContain("set up");
    }

    [Fact]
    public async Task A_paused_run_begins_when_it_is_told_to()
    {
        await WriteAsync(Talking);
        using var dyno = DynoProcess.Start(Workspace, "run", "script.js", "--paused", $"--address={_address}", "--no-store", "--quiet");
        await dyno.WaitForAsync($"dyno: paused: every virtual user is ready; start the run with: curl -X PATCH http://{_address}/v1/status");
        (await StatusAsync())["paused"]!.GetValue<bool>().ShouldBeTrue();
        await PatchAsync("paused", false);
        var run = await dyno.EndAsync();
        run.ExitCode.ShouldBe(99, run.ToString());
        run.Error.ShouldContain("torn down");
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task A_paused_run_ends_with_a_signal(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteAsync(Talking);
        using var dyno = DynoProcess.Start(Workspace, "run", "script.js", "--paused", "--linger", "--address", _address, "--no-store");
        await dyno.WaitForAsync("paused: every virtual user is ready");
        dyno.Signal(signal);
        var run = await dyno.EndAsync();
        run.ExitCode.ShouldBe(105, run.ToString());
        run.Error.ShouldNotContain("set up");
        run.Error.ShouldNotContain("torn down");
        run.Error.ShouldNotContain("lingering");
    }

    [Fact]
    public async Task A_run_that_lingers_can_be_read_until_it_is_stopped_from_outside()
    {
        await WriteAsync(Talking);
        using var dyno = DynoProcess.Start(Workspace, "run", "script.js", "-l", "--address", _address, "--no-store", "--summary-export", "s.json");
        await dyno.WaitForAsync($"lingering: the run is over, and http://{_address}/v1/status still answers");
        File.Exists(Workspace["s.json"]).ShouldBeTrue();
        var status = await StatusAsync();
        (status["status"]!.GetValue<int>(), status["running"]!.GetValue<bool>()).ShouldBe((9, false));
        (await AskAsync("/v1/metrics/iterations"))["data"]!["attributes"]!["sample"]!["count"]!.GetValue<double>().ShouldBe(2);
        await PatchAsync("stopped", true);
        var run = await dyno.EndAsync();
        run.ExitCode.ShouldBe(99, run.ToString());
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task A_run_that_lingers_without_an_address_ends_with_a_signal_and_its_own_code(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteAsync(Talking);
        Workspace.Environment["K6_LINGER"] = "true";
        using var dyno = DynoProcess.Start(Workspace, "run", "script.js", "--no-thresholds", "--no-store", "--quiet");
        await dyno.WaitForAsync("lingering: the run is over; stop Dyno with Ctrl-C");
        dyno.Signal(signal);
        var run = await dyno.EndAsync();
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldNotContain("stopping");
    }

    [Fact]
    public async Task Linger_in_a_script_does_not_count_as_in_k6()
    {
        await WriteAsync("export const options = { linger: true }; export default function () {}");
        var run = await DynoAsync("run", "script.js", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("linger has no effect in the script");
    }

    private Task WriteAsync(string script) => File.WriteAllTextAsync(Workspace["script.js"], script, Cancelled);

    private async Task<JsonNode> StatusAsync() => (await AskAsync("/v1/status"))["data"]!["attributes"]!;

    private async Task<JsonNode> AskAsync(string path)
    {
        using var client = new HttpClient();
        return JsonNode.Parse(await client.GetStringAsync(new Uri($"http://{_address}{path}"), Cancelled))!;
    }

    private async Task PatchAsync(string attribute, bool value)
    {
        using var client = new HttpClient();
        using var content = new StringContent(new JsonObject
        {
            ["data"] = new JsonObject { ["attributes"] = new JsonObject { [attribute] = value } },
        }.ToJsonString());
        using var answer = await client.PatchAsync(new Uri($"http://{_address}/v1/status"), content, Cancelled);
        answer.EnsureSuccessStatusCode();
    }
}
