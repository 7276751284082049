using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;

namespace Dyno.Aspire.Hosting.Tests;

public sealed class DynoResourceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-aspire-").FullName;
    private readonly IDistributedApplicationBuilder _builder;

    public DynoResourceTests() =>
        _builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { ProjectDirectory = _folder, DisableDashboard = true });

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_file_is_sent_to_the_only_referenced_server()
    {
        File.WriteAllText(Path.Combine(_folder, "orders.http"), "GET http://localhost:1/orders\n");
        var api = _builder.AddExecutable("api", "api", ".").WithHttpEndpoint(name: "http").WithHttpsEndpoint(name: "https");
        var load = _builder.AddDyno("load").WithLoad("orders.http", "--rate=200/s").WithReference(api.GetEndpoint("http"));

        var words = Words(load.Resource);

        words.Take(2).ShouldBe(["run", "orders.http"]);
        words[2].ShouldBe("--base-url");
        words[3].ShouldBeOfType<EndpointReference>().EndpointName.ShouldBe("http");
        words.ShouldContain("--out=otlp");
        words[^1].ShouldBe("--rate=200/s");
        foreach (var name in (string[])["BASE_URL", "DYNO_TARGET_URL"])
            Variables(load.Resource)[name].ShouldBeOfType<EndpointReference>().Resource.Name.ShouldBe("api");
    }

    [Theory]
    [InlineData("load.cs")]
    [InlineData("Loads")]
    public void A_load_in_CSharp_finds_the_server_in_its_environment(string load)
    {
        File.WriteAllText(Path.Combine(_folder, "load.cs"), "");
        Directory.CreateDirectory(Path.Combine(_folder, "Loads"));
        File.WriteAllText(Path.Combine(_folder, "Loads", "Loads.csproj"), "");
        var api = _builder.AddExecutable("api", "api", ".").WithHttpEndpoint(name: "http");
        var added = _builder.AddDyno("load").WithLoad(load).WithReference(api.GetEndpoint("http"));

        var words = Words(added.Resource).OfType<string>().ToList();

        words.ShouldNotContain("--base-url");
        words.ShouldNotContain("--out=otlp", "loads in C# have no such option");
        Variables(added.Resource).ShouldContainKey("DYNO_TARGET_URL");
    }

    [Fact]
    public void Of_several_servers_one_must_be_named()
    {
        var api = _builder.AddExecutable("api", "api", ".").WithHttpEndpoint(name: "http");
        var web = _builder.AddExecutable("web", "web", ".").WithHttpEndpoint(name: "http");
        var load = _builder.AddDyno("load").WithLoad("/orders").WithReference(api.GetEndpoint("http")).WithReference(web.GetEndpoint("http"));

        Should.Throw<DistributedApplicationException>(() => Words(load.Resource)).Message
            .ShouldBe("load references api and web: say which one gets the requests by .WithServer(api.GetEndpoint(\"http\"))");
        load.WithServer(web.GetEndpoint("http"));
        Words(load.Resource)[3].ShouldBeOfType<EndpointReference>().Resource.Name.ShouldBe("web");
    }

    [Fact]
    public void What_is_missing_is_said_with_what_to_write()
    {
        Should.Throw<ArgumentException>(() => _builder.AddDyno("load").WithLoad("orders.http")).Message.ShouldContain($"there is no file orders.http in {_folder}: name a file of requests");
        Should.Throw<DistributedApplicationException>(() => Words(_builder.AddDyno("other").Resource)).Message.ShouldBe("other has no load: write .WithLoad(\"Api.http\")");
        _builder.AddDyno("third").WithLoad("https://localhost:5001/orders").Resource.Load.ShouldBe("https://localhost:5001/orders");
    }

    [Theory]
    [InlineData("healthy", 12_345.6, 0, 0, "12 requests, 12,345.6/s, p50 1.5 ms, p99 20.3 ms, 0% failed")]
    [InlineData("void", 10, 3, 0, "12 requests, 10/s, p50 1.5 ms, p99 20.3 ms, 25% failed. The run is void: these figures are no measurement")]
    [InlineData("strained", 10, 0, 2, "12 requests, 10/s, p50 1.5 ms, p99 20.3 ms, 0% failed. Usable, with a reservation: see the report. 2 thresholds were crossed")]
    public void A_run_is_one_sentence(string health, double rate, int failed, int crossed, string sentence)
    {
        var thresholds = string.Join(',', Enumerable.Repeat("""{ "passed": false }""", crossed).Append("""{ "passed": true }"""));
        var run = ShownRun.Of(System.Text.Encoding.UTF8.GetBytes($$"""
            { "id": "20261127-x", "health": { "state": "{{health}}" }, "thresholds": [{{thresholds}}], "figures": { "p50": 1500000, "p99": 20312345 },
              "measured": { "totals": { "requests": 12, "failedRequests": {{failed}}, "requestsPerSecond": {{rate.ToString(System.Globalization.CultureInfo.InvariantCulture)}} } } }
            """));

        run.Sentence.ShouldBe(sentence);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("{ \"id\": 3, \"health\": 4 }")]
    [InlineData("{ \"id\": \"x\", \"health\": { \"state\": \"healthy\" }, \"measured\": { \"totals\": { \"requests\": 1e99 } } }")]
    public void A_document_that_is_none_is_no_result(string json)
    {
        var documents = new RunDocuments(_folder, "load");
        File.WriteAllText(documents.Result, json);

        documents.Read().ShouldBeNull();
        documents.Clear();
        documents.Read().ShouldBeNull();
        documents.ReadReport().ShouldBeNull();
    }

    private static List<object> Words(DynoResource load)
    {
        var words = new List<object>();
        LoadWords.Add(load, words);
        return words;
    }

    private static Dictionary<string, object> Variables(DynoResource load)
    {
        var variables = new Dictionary<string, object>();
        LoadWords.AddServer(load, variables);
        return variables;
    }
}
