namespace Dyno.Cli.EndToEnd.Tests;

public sealed class ToolTextTests
{
    [Fact]
    public void Every_value_is_part_of_one_word_so_that_none_can_be_an_option()
    {
        var words = RunTool.WordsOf(Of(new RunTool(), """{"target":"http://localhost:1/","body":"--result=/tmp/x","headers":["A: --b","-c"],"connections":3,"http2":true}"""));
        words.ShouldBe(["run", "http://localhost:1/", "--connections=3", "--header=A: --b", "--header=-c", "--body=--result=/tmp/x", "--http2"]);
    }

    [Fact]
    public void A_comparison_without_a_file_ends_with_the_time()
    {
        var arguments = Of(CompareTool.Compare, """{"git":"main..topic","load":"/orders"}""");
        CompareTool.Compare.WordsOf(arguments, TimeSpan.FromMinutes(3)).ShouldBe(["compare", "--git=main..topic", "--load=/orders", "--for=3m"]);
        CompareTool.Why.WordsOf(arguments, null).ShouldBe(["compare", "--git=main..topic", "--load=/orders", "--why"]);
    }

    [Fact]
    public void A_search_whose_length_is_left_out_fits_the_caps()
    {
        var caps = new AgentCaps { Folder = Environment.CurrentDirectory };
        var arguments = Of(new TuneTool(), """{"target":"http://localhost:1/orders","goal":"p99 < 20ms"}""");
        var words = TuneTool.Fitting(arguments, "http://localhost:1/orders", caps);
        words.Select(word => word.Split('=')[0]).ShouldBe(["--over", "--duration", "--warmup", "--trials"]);
        words[0].ShouldBe("--over=rate=10..20000");

        TuneTool.Fitting(arguments, "http://localhost:1/orders", caps with { LongestExperiment = TimeSpan.FromHours(2), HighestRate = 100_000 })
            .ShouldBe(["--over=rate=10..50000", "--duration=10s", "--warmup=20s", "--trials=3"], "as dyno tune itself, where that is allowed");
        TuneTool.Fitting(Of(new TuneTool(), """{"target":"http://localhost:1/orders","goal":"p99 < 20ms","over":"rate=100..200","duration":"2s"}"""), "http://localhost:1/orders", caps)
            .Select(word => word.Split('=')[0]).ShouldBe(["--warmup", "--trials"], "what was given stays");
        Should.Throw<CapException>(() => TuneTool.Fitting(arguments, "http://localhost:1/orders", caps with { LongestExperiment = TimeSpan.FromSeconds(5) }))
            .Message.ShouldContain("5s is the most here");
    }

    [Theory]
    [InlineData("""{"connections":"many"}""", "connections: \"many\" is not a whole number of 1 or more")]
    [InlineData("""{"connections":0}""", "connections: 0 is not a whole number of 1 or more")]
    [InlineData("""{"http2":"yes"}""", "http2: \"yes\" is not true or false")]
    [InlineData("""{"headers":[1]}""", "headers: [1] is not a list of texts")]
    [InlineData("""{"body":"a\u0000b"}""", "is not a text")]
    [InlineData("""{"conections":1}""", "did you mean connections?")]
    [InlineData("{}", "target is missing")]
    public void Wrong_arguments_are_named_with_what_to_write(string json, string problem) =>
        Should.Throw<CapException>(() => Of(new RunTool(), json)).Message.ShouldContain(problem);

    [Theory]
    [InlineData("localhost", true)]
    [InlineData("api.localhost", true)]
    [InlineData("127.8.9.1", true)]
    [InlineData("[::1]", true)]
    [InlineData("0.0.0.0", false)]
    [InlineData("localhost.example.com", false)]
    [InlineData("127.0.0.1.example.com", false)]
    [InlineData("[fe80::1]", false)]
    [InlineData("staging.example.com", true)]
    [InlineData("STAGING.example.com.", true)]
    [InlineData("x.staging.example.com", false)]
    public void Only_this_machine_and_the_named_hosts_are_allowed(string host, bool isAllowed) =>
        new AgentCaps { Folder = "/", Hosts = ["staging.example.com"] }.Allows(host).ShouldBe(isAllowed);

    [Fact]
    public void A_link_out_of_the_folder_is_outside()
    {
        using var workspace = new Workspace();
        File.CreateSymbolicLink(workspace["out.http"], "/etc/hostname");
        var guard = new PlaceGuard(new AgentCaps { Folder = workspace.Folder });
        guard.Refusal("out.http").ShouldNotBeNull().ShouldContain("is not in");
        guard.Refusal("../x.http").ShouldNotBeNull();
        guard.Refusal("in.http").ShouldBeNull();
        guard.Refusal(".").ShouldBeNull();
    }

    [Fact]
    public void A_brief_document_keeps_the_names_of_its_schema_and_says_what_it_left_out()
    {
        var whole = $$$"""{"id":"x","measured":{"series":[{"a":1}],"totals":{"requests":5}},"environment":{"cpuModel":"{{{new string('x', 9000)}}}"},"health":{"state":"healthy"}}""";
        var (document, leftOut) = BriefDocument.Of(whole);
        document.ToJsonString().ShouldBe("""{"id":"x","measured":{"totals":{"requests":5}},"health":{"state":"healthy"}}""");
        leftOut.ShouldBe(["measured.series", "environment"]);
    }

    private static ToolArguments Of(DynoTool tool, string json) => new(tool.Parameters, JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(json));
}
