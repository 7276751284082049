using ModelContextProtocol;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno mcp</c> as an agent's client uses it: a process that speaks the protocol over its standard streams.</summary>
public sealed class McpTests : EndToEndTest
{
    public McpTests() => Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own

    [Fact]
    public async Task Lists_tools_that_say_when_to_use_which_and_what_is_allowed()
    {
        await using var client = await ConnectAsync();
        var tools = await client.ListToolsAsync(cancellationToken: Cancelled);
        tools.Select(tool => tool.Name).ShouldBe(["run", "compare", "why", "tune", "trend", "history", "doctor", "explain_result"]);
        tools[0].Description.ShouldContain("never run it twice");
        tools[0].ProtocolTool.Annotations!.DestructiveHint.ShouldBe(true);
        tools.Single(tool => tool.Name == "explain_result").ProtocolTool.Annotations!.ReadOnlyHint.ShouldBe(true);
        client.ServerInstructions!.ShouldContain("this machine only");
        client.ServerInstructions!.ShouldContain("A run takes at most 5m");
    }

    [Fact]
    public async Task Runs_a_load_and_answers_with_its_conclusion_and_a_brief_document()
    {
        await using var client = await ConnectAsync();
        var signs = new List<string?>();
        var answer = await client.CallToolAsync("run", Arguments(("target", Url), ("duration", "1s"), ("connections", 2), ("headers", new[] { "Authorization: Bearer planted-secret" })),
            new Signs(signs), cancellationToken: Cancelled);

        var text = TextOf(answer);
        (answer.IsError ?? false).ShouldBeFalse(text);
        text.ShouldContain("requests per second");
        (text.Contains("It says nothing about a difference", StringComparison.Ordinal) || text.Contains("Nothing may be concluded", StringComparison.Ordinal)).ShouldBeTrue(text);
        var structured = answer.StructuredContent!.Value;
        Encoding.UTF8.GetByteCount(structured.GetRawText()).ShouldBeLessThan(12 * 1024);
        structured.GetProperty("schema").GetString().ShouldBe("run-result.v1");
        structured.GetProperty("result").GetProperty("measured").GetProperty("totals").GetProperty("requests").GetInt64().ShouldBePositive();
        structured.GetProperty("leftOut").EnumerateArray().Select(path => path.GetString()).ShouldContain("measured.series");
        File.Exists(Workspace[structured.GetProperty("file").GetString()!]).ShouldBeTrue();
        structured.GetRawText().ShouldNotContain("planted-secret");
        signs.ShouldContain(sign => sign != null && sign.Contains("running", StringComparison.Ordinal));

        var again = await client.CallToolAsync("explain_result", Arguments(("result", "last")), cancellationToken: Cancelled);
        TextOf(again).Split('\n')[0].ShouldBe(text.Split('\n')[0]);
        var listed = await client.CallToolAsync("history", cancellationToken: Cancelled);
        TextOf(listed).ShouldContain("1 run listed");
    }

    [Theory]
    [InlineData("run", "target", "http://192.0.2.1/", "192.0.2.1 is not this machine", "dyno mcp --allow-host 192.0.2.1")]
    [InlineData("run", "target", "http://127.0.0.1.example.com/", "127.0.0.1.example.com is not this machine", "--allow-host")]
    [InlineData("run", "target", "elsewhere.http", "line 4: api.example.com is not this machine", "--allow-host api.example.com")]
    [InlineData("run", "target", "computed.http", "is known only while the load runs", "write the host into the URL")]
    [InlineData("run", "target", "load.js", "load.js is code", "dyno mcp --allow-code", Traits = ["Guest", "k6"])]
    [InlineData("run", "target", "--curl=curl http://192.0.2.1", "begins like an option", "./")]
    [InlineData("run", "target", "/etc/hostname", "is not in", "start dyno mcp in the other folder")]
    [InlineData("tune", "target", "sweep.yaml", "are more than the 20,000 that are allowed here", "dyno mcp --max-rate 90000/s")]
    [InlineData("compare", "experiment", "command.yaml", "is code", "dyno mcp --allow-code")]
    [InlineData("compare", "experiment", "long.yaml", "10m is the most here", "dyno mcp --max-time")]
    [InlineData("compare", "targets", "http://192.0.2.1/", "192.0.2.1", "--allow-host 192.0.2.1")]
    [InlineData("run", "tarket", "http://localhost/", "did you mean target?", "target is missing")]
    public async Task Refuses_what_the_caps_do_not_allow_and_says_what_the_person_would_have_to_give(
        string tool, string name, string value, string reason, string remedy)
    {
        await WriteFilesAsync();
        await using var client = await ConnectAsync();
        var arguments = name == "targets" ? Arguments((name, new[] { value, "http://localhost:1/" }), ("load", "/hello")) : Arguments((name, value));
        var answer = await client.CallToolAsync(tool, arguments, cancellationToken: Cancelled);
        answer.IsError.ShouldBe(true, TextOf(answer));
        TextOf(answer).ShouldContain("othing was sent");
        TextOf(answer).ShouldContain(reason);
        TextOf(answer).ShouldContain(remedy);
        Directory.Exists(Workspace[".dyno/runs"]).ShouldBeFalse();
    }

    [Theory]
    [InlineData("duration", "6m", "this load takes 6m, and 5m is the most here", "--max-duration 6m")]
    [InlineData("rate", "30000/s", "30,000 starts per second are more than the 20,000", "--max-rate 30000/s")]
    [InlineData("connections", "2000", "2,000 connections are more than the 1,000", "--max-connections 2000")]
    public async Task Refuses_more_load_than_the_caps_allow(string name, string value, string reason, string remedy)
    {
        await using var client = await ConnectAsync();
        var arguments = Arguments(("target", Url), (name, int.TryParse(value, out var number) ? number : value));
        var answer = await client.CallToolAsync("run", arguments, cancellationToken: Cancelled);
        answer.IsError.ShouldBe(true, TextOf(answer));
        TextOf(answer).ShouldContain(reason);
        TextOf(answer).ShouldContain(remedy);
    }

    [Fact]
    public async Task Never_words_stored_results_side_by_side_as_a_difference()
    {
        await DynoAsync("run", Url, "-d", "1s", "-c", "1", "--result", "one.json");
        await DynoAsync("run", Url, "-d", "1s", "-c", "2", "--result", "two.json");
        await using var client = await ConnectAsync();
        var answer = await client.CallToolAsync("compare", Arguments(("targets", new[] { "one.json", "two.json" })), cancellationToken: Cancelled);
        TextOf(answer).ShouldStartWith("No difference may be concluded");
        answer.StructuredContent!.Value.GetProperty("schema").GetString().ShouldBe("comparison.v1");
    }

    [Fact]
    public async Task A_cancelled_call_leaves_no_load_and_the_server_serves_on()
    {
        await using var client = await ConnectAsync();
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var signs = new Signs([]);
        var call = client.CallToolAsync("run", Arguments(("target", Url), ("duration", "60s"), ("connections", 1)), signs, cancellationToken: cancel.Token).AsTask();
        await signs.FirstAsync(Cancelled);
        await cancel.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(call);
        await WaitForNoLoadAsync();
        var answer = await client.CallToolAsync("run", Arguments(("target", Url), ("duration", "1s"), ("connections", 1)), cancellationToken: Cancelled);
        (answer.IsError ?? false).ShouldBeFalse(TextOf(answer));
    }

    [Fact]
    public async Task Closing_the_input_ends_the_server_and_the_load()
    {
        using var dyno = DynoProcess.Start(Workspace, "mcp");
        await dyno.TypeAsync(CallOf("run", $"{{\"target\":\"{Url}\",\"duration\":\"60s\",\"connections\":1}}"), closes: false);
        while (!LoadsHere().Any()) await Task.Delay(20, Cancelled);
        await dyno.TypeAsync("");
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        LoadsHere().ShouldBeEmpty();
        foreach (var line in outcome.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries)) JsonDocument.Parse(line).Dispose(); // nothing but the protocol
    }

    /// <summary>No code of the server runs then: what ends the load is the load itself.</summary>
    [Fact]
    public async Task A_killed_server_leaves_no_load()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found in /proc");
        using var dyno = DynoProcess.Start(Workspace, "mcp");
        await dyno.TypeAsync(CallOf("run", $"{{\"target\":\"{Url}\",\"duration\":\"60s\",\"connections\":1}}"), closes: false);
        while (Server.Seen.IsEmpty) await Task.Delay(20, Cancelled);
        LoadsHere().ShouldNotBeEmpty();

        dyno.Signal("KILL");

        (await dyno.EndAsync()).ExitCode.ShouldBe(137);
        (await MarkedProcesses.LeftAsync(Workspace.Folder)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Compares_two_servers_and_passes_on_the_verdict()
    {
        await File.WriteAllTextAsync(Workspace["pair.yaml"], $$"""
            name: pair
            variants: { before: { url: {{Server.Url}} }, after: { url: {{Server.Url}} } }
            load: { url: /hello, connections: 2 }
            duration: 1s
            warmup: { minimum: 100ms, maximum: 100ms }
            rounds: 5
            control: false
            compare: { baseline: before }
            {{ExperimentTest.Lenient}}
            """, Cancelled);
        await using var client = await ConnectAsync();
        var signs = new List<string?>();

        var answer = await client.CallToolAsync("compare", Arguments(("experiment", "pair.yaml")), new Signs(signs), cancellationToken: Cancelled);

        var text = TextOf(answer);
        (answer.IsError ?? false).ShouldBeFalse(text);
        var structured = answer.StructuredContent!.Value;
        structured.GetProperty("schema").GetString().ShouldBe("comparison.v1");
        structured.GetProperty("command").GetString().ShouldStartWith("dyno compare pair.yaml");
        var pair = structured.GetProperty("result").GetProperty("pairs").EnumerateArray().ShouldHaveSingleItem();
        pair.GetProperty("baseline").GetString().ShouldBe("before");
        var decides = pair.GetProperty("verdict").GetString() is "faster" or "slower" or "slightlyFaster" or "slightlySlower" or "same";
        text.StartsWith("No difference may be concluded", StringComparison.Ordinal).ShouldBe(!decides, text);
        signs.ShouldNotBeEmpty();
        var again = await client.CallToolAsync("explain_result", Arguments(("result", structured.GetProperty("file").GetString()!)), cancellationToken: Cancelled);
        TextOf(again).Split('\n')[0].ShouldBe(text.Split('\n')[0]);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Why_names_the_method_that_costs_the_difference()
    {
        var source = Path.Combine(RepositoryRoot.Path, "bench", "Subjects", "Clinic");
        Directory.CreateDirectory(Workspace["Clinic"]);
        foreach (var file in Directory.EnumerateFiles(source, "*.cs")) File.Copy(file, Workspace[$"Clinic/{Path.GetFileName(file)}"]);
        await File.WriteAllTextAsync(Workspace["Clinic/Clinic.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup>
            </Project>
            """, Cancelled);
        await File.WriteAllTextAsync(Workspace["clinic.yaml"], $$"""
            name: clinic
            subject: { project: Clinic, framework: net10.0, ready: /health }
            variants: { before: {}, after: { env: { PLANT: sort } } }
            load: { url: /appointments/41, connections: 8 }
            duration: 1s
            warmup: { minimum: 1s, maximum: 3s }
            rounds: 1
            control: false
            compare: { baseline: before, metrics: [server.cpuPerRequest] }
            {{ExperimentTest.Lenient}}
            """, Cancelled);
        await using var client = await ConnectAsync();

        var answer = await client.CallToolAsync("why", Arguments(("experiment", "clinic.yaml")), cancellationToken: Cancelled);

        var text = TextOf(answer);
        (answer.IsError ?? false).ShouldBeFalse(text);
        var structured = answer.StructuredContent!.Value;
        structured.GetProperty("command").GetString().ShouldBe("dyno compare clinic.yaml --why");
        text.ShouldContain("Clinic.Register.Colleagues");
        structured.GetProperty("conclusion").GetString()!.ShouldContain("Clinic.Register.Colleagues");
    }

    [Theory]
    [InlineData("--allow-host", "http://x/", "is not the name of a host")]
    [InlineData("--max-duration", "soon", "is not a time above zero")]
    [InlineData("--max-rate", "fast", "is not a rate above zero")]
    [InlineData("--max-connections", "0", "0 is below one")]
    public async Task Refuses_a_cap_that_is_none(string option, string value, string problem)
    {
        var outcome = await DynoAsync("mcp", option, value);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(problem);
    }

    // What a client writes that calls one tool.
    private static string CallOf(string tool, string arguments) =>
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n"
        + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
        + $"{{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments}}}}}\n";

    private async Task WriteFilesAsync()
    {
        Dictionary<string, string> files = new()
        {
            ["elsewhere.http"] = $"GET {Url}\n\n###\nGET https://api.example.com/orders\n",
            ["computed.http"] = $"# @name first\nGET {Url}\n\n###\nGET http://{"{{"}first.response.body.$.host{"}}"}/\n",
            ["load.js"] = "export default function () {}\n",
            ["sweep.yaml"] = $"variants: {{ a: {{ url: {Server.Url} }} }}\nload: {{ url: {Url} }}\ncompare: {{ baseline: a }}\ncontrol: false\nsweep: {{ rate: 100..90000, goal: 'p99 < 20ms' }}\n",
            ["command.yaml"] = "variants:\n  a: { command: [touch, planted] }\n  b: { command: [touch, planted] }\nload: { url: /hello }\ncompare: { baseline: a }\n",
            ["long.yaml"] = $"variants:\n  a: {{ url: {Server.Url} }}\n  b: {{ url: {Server.Url} }}\nload: {{ url: {Url} }}\nrounds: 90\nduration: 30s\ncompare: {{ baseline: a }}\n",
        };
        foreach (var (name, content) in files) await File.WriteAllTextAsync(Workspace[name], content, Cancelled);
    }

    private async Task<McpClient> ConnectAsync(params string[] caps) => await McpClient.CreateAsync(new StdioClientTransport(new StdioClientTransportOptions
    {
        Command = DynoProcess.Program,
        Arguments = ["mcp", .. caps],
        WorkingDirectory = Workspace.Folder,
        EnvironmentVariables = Workspace.Environment.ToDictionary(v => v.Key, v => (string?)v.Value),
        ShutdownTimeout = TimeSpan.FromSeconds(30),
    }), cancellationToken: Cancelled);

    private static string TextOf(CallToolResult answer) => string.Join('\n', answer.Content.OfType<TextContentBlock>().Select(block => block.Text));

    private static Dictionary<string, object?> Arguments(params (string Name, object Value)[] given) =>
        given.ToDictionary(pair => pair.Name, pair => (object?)pair.Value);

    private async Task WaitForNoLoadAsync()
    {
        while (LoadsHere().Any()) await Task.Delay(20, Cancelled);
    }

    // Runs that were started in this test's folder.
    private IEnumerable<Process> LoadsHere() => Process.GetProcessesByName("dyno").Where(process =>
    {
        try
        {
            return File.ReadAllText($"/proc/{process.Id}/cmdline").Contains("\0run\0", StringComparison.Ordinal)
                && new FileInfo($"/proc/{process.Id}/cwd").LinkTarget == Workspace.Folder;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    });

    private sealed class Signs(List<string?> messages) : IProgress<ProgressNotificationValue>
    {
        private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public void Report(ProgressNotificationValue value)
        {
            lock (messages) messages.Add(value.Message);
            _first.TrySetResult();
        }

        public Task FirstAsync(CancellationToken cancellation) => _first.Task.WaitAsync(cancellation);
    }
}
