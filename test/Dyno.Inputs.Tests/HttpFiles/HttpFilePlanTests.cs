namespace Dyno.Inputs.Tests;

public sealed class HttpFilePlanTests : IDisposable
{
    private const string Chain = """
        @host = http://localhost:5000

        ### health
        # @check status == 200
        GET {{host}}/health?at={{$datetime iso8601}}

        ### Log in
        # @name login
        POST {{host}}/login
        Content-Type: application/json

        { "user": "load", "password": "hunter2" }

        ### orders
        # @threshold p95 < 80ms
        GET {{host}}/orders
        Authorization: Bearer {{login.response.body.$.token}}

        ### newest
        GET {{host}}/newest HTTP/2 (Prior Knowledge)
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-http-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void The_file_of_dotnet_new_webapi_is_one_static_request()
    {
        var scenario = Read("@Api_HostAddress = http://localhost:5226\n\nGET {{Api_HostAddress}}/weatherforecast/\nAccept: application/json\n\n###\n")
            .Scenarios.ShouldHaveSingleItem();
        scenario.Name.ShouldBe("default");
        scenario.Workload.Driver.ShouldBe(OperatingSystem.IsLinux() ? "linux" : "portable");
        scenario.Workload.Steps.ShouldBe([new StepRecord { Name = "GET /weatherforecast/", Method = "GET", Url = "http://localhost:5226/weatherforecast/" }]);
    }

    [Fact]
    public void Static_requests_stay_on_the_wire_when_others_depend_on_answers()
    {
        var plan = Read(Chain);
        plan.Scenarios.Select(s => (s.Name, s.Workload.Driver)).ShouldBe(
            [("static", OperatingSystem.IsLinux() ? "linux" : "portable"), ("static-http2", OperatingSystem.IsLinux() ? "linux" : "portable"), ("dependent", "client")]);
        plan.Scenarios.Select(s => string.Join(", ", s.Workload.Steps.Select(w => w.Name))).ShouldBe(["health", "newest", "login, orders"]);
        plan.Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://localhost:5000/health?at={{$datetime iso8601}}");
        plan.Thresholds.ShouldHaveSingleItem().ToString().ShouldBe("response_time{name:orders}: p(95)<80");
    }

    [Fact]
    public void With_a_subject_every_request_is_shown_where_it_is_sent() =>
        Read(Chain.Replace(" HTTP/2 (Prior Knowledge)", "", StringComparison.Ordinal), r => r with { RebaseTo = new Uri("http://127.0.0.1:4711") })
            .Scenarios.SelectMany(s => s.Workload.Steps).ShouldAllBe(s => s.Url.StartsWith("http://127.0.0.1:4711/", StringComparison.Ordinal));

    [Theory]
    [InlineData("", "", "HTTP/1.1", null)]
    [InlineData(" HTTP/2 (Prior Knowledge)", "", "HTTP/2", null)]
    [InlineData("", " HTTP/2 (Prior Knowledge)", "HTTP/2", null)]
    [InlineData(" HTTP/2 (Prior Knowledge)", " HTTP/1.1", "", "requests that depend on each other must use the same HTTP version")]
    [InlineData("", " HTTP/3 (Prior Knowledge)", "", "a request that depends on others is not sent over HTTP/3")]
    public void Requests_that_depend_on_each_other_speak_one_version(string first, string second, string version, string? problem)
    {
        var path = Path.Combine(_folder, "chain.http");
        File.WriteAllText(path, $$$"""
            # @name login
            POST http://localhost:5000/login{{{first}}}

            ###
            GET http://localhost:5000/orders{{{second}}}
            Authorization: Bearer {{login.response.body.$.token}}

            """);
        if (problem is null) InputReader.Inspect(new LoadRequest { Target = path }, []).Scenarios[0].Requests.ShouldAllBe(r => r.Version == version);
        else Should.Throw<UserFault>(() => InputReader.Inspect(new LoadRequest { Target = path }, [])).Problems.Select(p => p.What).ShouldContain(problem);
    }

    [Theory]
    [InlineData("http://localhost:5000/a HTTP/2.0", null, "HTTP/1.1", "HTTP/2 over http:// is sent as HTTP/1.1, as in editors: only https can negotiate the version")]
    [InlineData("http://localhost:5000/a HTTP/2 (Prior Knowledge)", null, "HTTP/2", null)]
    [InlineData("https://localhost:5000/a HTTP/2", null, "HTTP/2", null)]
    [InlineData("https://localhost:5000/a HTTP/2", "http://127.0.0.1:1", "HTTP/1.1", "HTTP/2 over http:// is sent as HTTP/1.1, as in editors: only https can negotiate the version")]
    public void Http_2_of_a_request_line_needs_https_or_prior_knowledge(string line, string? subject, string version, string? warning)
    {
        var path = Path.Combine(_folder, "v.http");
        File.WriteAllText(path, "GET " + line + "\n");
        var warnings = new List<Problem>();

        var plan = InputReader.Inspect(new LoadRequest { Target = path, RebaseTo = subject is null ? null : new Uri(subject) }, warnings);

        plan.Scenarios[0].Requests[0].Version.ShouldBe(version);
        warnings.Select(w => w.What).FirstOrDefault().ShouldBe(warning);
    }

    [Theory]
    [InlineData(8, new[] { 2, 2, 4 })]
    [InlineData(50, new[] { 12, 12, 26 })]
    [InlineData(3, new[] { 1, 1, 1 })]
    public void Connections_are_split_by_the_number_of_requests(int connections, int[] expected) =>
        Read(Chain, r => r with { Connections = connections }).Scenarios.Select(s => s.Executor.MaxVirtualUsers).ShouldBe(expected);

    [Fact]
    public void A_rate_is_the_rate_of_every_request_without_weights_and_shared_with_them()
    {
        Read(Chain, r => r with { Rate = "100/s" }).Scenarios.Select(s => s.Executor.Parameters["rate"]).Distinct().ShouldBe(["100"]);
        var weighted = Read(Chain.Replace("### orders", "### orders\n# @weight 3", StringComparison.Ordinal), r => r with { Rate = "100/s" });
        weighted.Scenarios.Select(s => s.Executor.Parameters["rate"]).ShouldBe(["20", "20", "60"]);
    }

    [Fact]
    public void One_request_by_name_or_title_brings_along_what_it_needs()
    {
        Steps(Read(Chain, r => r with { RequestNames = ["orders"] })).ShouldBe(["login", "orders"]);
        Steps(Read(Chain, r => r with { RequestNames = ["HEALTH"] })).ShouldBe(["health"]);
        Should.Throw<UserFault>(() => Read(Chain, r => r with { RequestNames = ["helth"] })).Message.ShouldContain("write \"health\"");
    }

    [Fact]
    public void The_command_line_wins_over_the_directives()
    {
        const string File = "# @load rate=200/s duration=30s connections=64 warmup=5s\n# @threshold p99 < 200ms\n# @threshold errors == 0\n###\nGET http://localhost/\n";
        var file = Read(File);
        file.Scenarios[0].Executor.Parameters["rate"].ShouldBe("200");
        (file.Scenarios[0].Executor.Length, file.Scenarios[0].Executor.MaxVirtualUsers, file.WarmUp)
            .ShouldBe((TimeSpan.FromSeconds(30), 64, TimeSpan.FromSeconds(5)));
        file.Thresholds.Length.ShouldBe(2);

        var line = Read(File, r => r with { Rate = "10/s", Duration = "2s", Thresholds = ["p99 < 1s"] });
        line.Scenarios[0].Executor.Parameters["rate"].ShouldBe("10");
        line.Scenarios[0].Executor.Length.ShouldBe(TimeSpan.FromSeconds(2));
        line.Thresholds.Select(t => t.ToString()).ShouldBe(["p99 < 1s", "errors == 0"]);

        Read(File, r => r with { Iterations = 7 }).Scenarios[0].Executor.Name.ShouldBe("shared-iterations");
    }

    [Fact]
    public void An_environment_is_chosen_and_the_personal_file_wins()
    {
        Write("http-client.env.json", """{ "$shared": { "v": "1", "host": "http://shared" }, "dev": { "host": "http://dev" } }""");
        Write("http-client.env.json.user", """{ "dev": { "v": "2" } }""");
        const string File = "GET {{host}}/{{v}}/x\n";
        Read(File).Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://shared/1/x");
        Read(File, r => r with { HttpEnvironment = "dev" }).Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://dev/{{v}}/x", "personal values are not shown");
        Read("@host = http://file\n" + File).Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://file/1/x");
        Should.Throw<UserFault>(() => Read(File, r => r with { HttpEnvironment = "dve" })).Message.ShouldContain("write dev");
    }

    [Fact]
    public void A_broken_environment_is_told_with_its_line()
    {
        Write("http-client.env.json", "{\n  \"dev\": { \"host\": }\n}\n");
        Should.Throw<UserFault>(() => Read("GET http://localhost/\n")).Message.ShouldContain("http-client.env.json:2:");
    }

    [Fact]
    public void A_column_of_the_data_wins_over_a_variable()
    {
        Write("users.csv", "user\nalice\nbob\n");
        var plan = Read("@user = nobody\nGET http://localhost/{{user}}\n", r => r with { DataFile = Path.Combine(_folder, "users.csv") });
        plan.Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://localhost/{{user}}");
    }

    [Fact]
    public void A_path_alone_goes_to_the_program_that_was_started()
    {
        var request = new LoadRequest { Target = Write("Api.http", "GET /weather\n"), RebaseTo = new Uri("http://127.0.0.1:4711") };
        InputReader.Read(request).Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://127.0.0.1:4711/weather");
        var full = request with { Target = Write("Api.http", "GET https://localhost:7000/weather?x=1\n") };
        InputReader.Read(full).Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://127.0.0.1:4711/weather?x=1");
    }

    [Fact]
    public void Requests_for_a_single_sending_have_examples_in_the_place_of_generated_values()
    {
        var requests = InputReader.ReadRequests(new LoadRequest { Target = Write("Api.http", "GET http://localhost/{{$guid}}\n###\n" + Chain) });
        requests.Length.ShouldBe(4); // all but the one that needs an answer
        Guid.TryParse(requests[0].Url.AbsolutePath[1..], out _).ShouldBeTrue();
        requests.ShouldAllBe(r => r.Slots.IsEmpty);
    }

    [Fact]
    public void A_variable_has_one_value_in_all_places_of_a_request()
    {
        var request = InputReader.ReadRequests(new LoadRequest
        {
            Target = Write("Api.http", "@id = {{$guid}}\n@key = k-{{id}}\nPUT http://localhost/todos/{{id}}/{{$guid}}\nX-Id: {{id}}\nX-Key: {{key}}\n\n{ \"id\": \"{{id}}\" }\n"),
        }).ShouldHaveSingleItem();
        var id = request.Url.Segments[2].TrimEnd('/');
        Guid.TryParse(id, out _).ShouldBeTrue();
        request.Url.Segments[3].ShouldNotBe(id);
        request.Headers.Select(h => h.Value).ShouldBe([id, "k-" + id]);
        System.Text.Encoding.UTF8.GetString(request.Body.Span).ShouldContain(id);
    }

    [Fact]
    public void The_plan_is_printed_without_secrets()
    {
        Write("http-client.env.json", """{ "dev": { "tenant": "acme", "apiKey": "hunter2" } }""");
        Write("http-client.private.env.json", """{ "dev": { "account": "hunter2" } }""");
        Write(".env", "SIGN=hunter2\n");
        var text = Chain + """

            ### secretive
            # @weight 2
            PUT {{host}}/{{tenant}}/{{account}}?key={{apiKey}}&sign={{$dotenv SIGN}}
            X-Api-Key: hunter2
            X-Account: {{account}}
            Cookie: session=hunter2

            { "account": "{{account}}" }
            """;
        var request = new LoadRequest { Target = Write("Api.http", text), HttpEnvironment = "dev", Rate = "100/s", Threads = 1 };
        var json = InputReader.Inspect(request).ToJson();
        json.ShouldNotContain("hunter2");
        var scrubbed = json.Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal).Replace("\"portable\"", "\"linux\"", StringComparison.Ordinal);
        Approval.Verify(scrubbed, "Inspection");
    }

    private static IEnumerable<string> Steps(TestPlan plan) => plan.Scenarios.SelectMany(s => s.Workload.Steps).Select(s => s.Name);

    private TestPlan Read(string text, Func<LoadRequest, LoadRequest>? change = null) =>
        InputReader.Read((change ?? (r => r))(new LoadRequest { Target = Write("Api.http", text) }));

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }
}
