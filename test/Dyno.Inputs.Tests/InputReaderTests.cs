namespace Dyno.Inputs.Tests;

public sealed class InputReaderTests : IDisposable
{
    private const string Session = """
        GET http://localhost:5000/hello HTTP/1.1
        X-Run: file

        ------------------------------------------------------------------

        GET https://example.com:8443/hello HTTP/1.1

        ------------------------------------------------------------------

        ----- Start WebSurge Options -----
        { "LastThreads": 4, "LastSecondsToRun": 20, "WarmupSeconds": 2 }
        ----- End WebSurge Options -----
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-inputs-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_url_alone_is_50_connections_for_10_seconds()
    {
        var plan = InputReader.Read(new LoadRequest { Target = "localhost:5000/hello" });

        plan.Name.ShouldBe("localhost:5000/hello");
        plan.InputKind.ShouldBe("url");
        plan.Source.ShouldBe("localhost:5000/hello");
        plan.WarmUp.ShouldBe(TimeSpan.Zero);
        plan.Workers.ShouldBeInRange(1, 8);
        var scenario = plan.Scenarios.ShouldHaveSingleItem();
        scenario.Name.ShouldBe("default");
        scenario.GracefulStop.ShouldBe(TimeSpan.FromSeconds(30));
        scenario.Executor.Model.ShouldBe(LoadModel.Closed);
        scenario.Executor.MaxVirtualUsers.ShouldBe(50);
        scenario.Executor.Length.ShouldBe(TimeSpan.FromSeconds(10));
        scenario.Workload.Steps.ShouldHaveSingleItem().ShouldBe(
            new StepRecord { Name = "GET /hello", Method = "GET", Url = "http://localhost:5000/hello" });
    }

    [Fact]
    public void A_device_that_never_ends_is_refused_at_the_limit()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/zero is Unix'");
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = "/dev/zero" }))
            .Message.ShouldContain("holds more than 64 MB");
    }

    [Fact]
    public void The_first_study_reads_as_four_requests_64_connections_and_2_s_of_warm_up()
    {
        var plan = InputReader.Read(new LoadRequest { Target = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "hello.websurge") });

        plan.Name.ShouldBe("hello");
        plan.InputKind.ShouldBe("websurge");
        plan.WarmUp.ShouldBe(TimeSpan.FromSeconds(2));
        plan.Scenarios[0].Executor.MaxVirtualUsers.ShouldBe(64);
        plan.Scenarios[0].Workload.Steps.Select(s => s.Name)
            .ShouldBe(["Minimal API GET", "Minimal API POST", "Controller GET", "Controller POST"]);
    }

    [Fact]
    public void The_command_line_wins_over_the_file()
    {
        var path = Write("s.websurge", Session);

        var file = InputReader.Read(new LoadRequest { Target = path });
        var line = InputReader.Read(new LoadRequest { Target = path, Connections = 7, Duration = "1m", WarmUp = "0" });

        (file.Scenarios[0].Executor.MaxVirtualUsers, file.Scenarios[0].Executor.Length, file.WarmUp)
            .ShouldBe((4, TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(2)));
        (line.Scenarios[0].Executor.MaxVirtualUsers, line.Scenarios[0].Executor.Length, line.WarmUp)
            .ShouldBe((7, TimeSpan.FromMinutes(1), TimeSpan.Zero));
    }

    [Fact]
    public void A_named_server_gets_every_request_of_a_file_and_completes_a_path()
    {
        InputReader.Read(new LoadRequest { Target = Write("s.websurge", Session), BaseUrl = "http://127.0.0.1:5055" })
            .Scenarios[0].Workload.Steps.ShouldAllBe(step => step.Url == "http://127.0.0.1:5055/hello");
        var plan = InputReader.Read(new LoadRequest { Target = "/hello?x=1", BaseUrl = "http://127.0.0.1:5055" });
        plan.Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://127.0.0.1:5055/hello?x=1");
        plan.Options["base-url"].ShouldBe("http://127.0.0.1:5055");
    }

    [Theory]
    [InlineData("localhost:5000", "'localhost:5000' is not the address of a server", "write http://localhost:5000")]
    [InlineData("ftp://localhost", "'ftp://localhost' is not the address of a server", "write http://localhost:5000")]
    [InlineData("http://localhost:5000/api", "http://localhost:5000/api is more than the address of a server", "write http://localhost:5000, and the path as TARGET or in the file")]
    [InlineData("http://localhost:5000/?a=b", "is more than the address of a server", "write http://localhost:5000, and the path")]
    public void A_named_server_that_is_none_is_the_only_problem(string text, string what, string instead)
    {
        var problem = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = "/hello", BaseUrl = text })).Problems.ShouldHaveSingleItem();
        problem.Source.ShouldBe("--base-url");
        problem.What.ShouldContain(what);
        problem.WriteInstead!.ShouldContain(instead);
    }

    [Fact]
    public void A_subject_takes_the_place_of_every_host()
    {
        var path = Write("s.websurge", Session);

        var plan = InputReader.Read(new LoadRequest { Target = path, RebaseTo = new Uri("http://127.0.0.1:5055/") });

        plan.Scenarios[0].Workload.Steps.Select(s => (s.Name, s.Url)).ShouldBe(
            [("GET /hello", "http://127.0.0.1:5055/hello"), ("GET /hello (2)", "http://127.0.0.1:5055/hello")]);
    }

    [Fact]
    public void With_a_subject_a_path_is_enough() =>
        InputReader.Read(new LoadRequest { Target = "/hello?x=1", RebaseTo = new Uri("http://127.0.0.1:5055/") })
            .Scenarios[0].Workload.Steps[0].Url.ShouldBe("http://127.0.0.1:5055/hello?x=1");

    [Fact]
    public void Checks_thresholds_and_the_share_of_the_work_reach_the_plan()
    {
        var plan = InputReader.Read(new LoadRequest
        {
            Target = "localhost",
            Checks = ["status == 200", "size > 0"],
            Thresholds = ["p99 < 200ms", "http_req_failed: rate<0.01"],
            ExecutionSegment = "1/4:1/2",
        });

        plan.Scenarios[0].Workload.Checks.ShouldBe(["status == 200", "size > 0"]);
        plan.Thresholds.Select(t => t.ToString()).ShouldBe(["p99 < 200ms", "http_req_failed: rate<0.01"]);
        plan.Segment.Text.ShouldBe("1/4:1/2");
    }

    [Fact]
    public void A_seed_is_drawn_and_recorded_unless_given()
    {
        InputReader.Read(new LoadRequest { Target = "localhost", Seed = 7 }).Seed.ShouldBe(7);
        Enumerable.Range(0, 10).Select(_ => InputReader.Read(new LoadRequest { Target = "localhost" }).Seed).Distinct().Count().ShouldBeGreaterThan(1);
    }

    [Fact]
    public void Options_stand_in_the_plan_without_secrets_and_bodies()
    {
        var plan = InputReader.Read(new LoadRequest
        {
            Target = "http://me:hunter2@localhost/?api_key=hunter2",
            Headers = ["Authorization: Bearer hunter2", "X-Foo: Token \"hunter2 x\"", "X-Plain: yes"],
            Body = "{\"password\":\"hunter2\"}",
            Threads = 1,
        });

        plan.Source.ShouldBe("http://***@localhost/?api_key=***");
        plan.Options.ShouldBe(
            [new("body", "22 characters"), new("header", "Authorization: ***\nX-Foo: Token ***\nX-Plain: yes"), new("threads", "1")]);
        plan.ToString().ShouldNotContain("hunter2");
    }

    [Fact]
    public void Everything_wrong_on_the_command_line_is_said_at_once()
    {
        var refused = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest
        {
            Target = "ftp://localhost/",
            Method = "GTE",
            Headers = ["Accept json"],
            Body = "a",
            BodyFile = Path.Combine(_folder, "none.json"),
            Connections = 0,
            Duration = "ten",
            Rate = "fast",
            WarmUp = "-1s",
            Timeout = "0",
            Threads = 1_000,
            PipelineDepth = 0,
            ConnectTo = ["a:b"],
            Checks = ["status is 200"],
            Thresholds = ["p99 < fast"],
            ClientKeyFile = "key.pem",
            ExecutionSegment = "half",
            Arrivals = "often",
        }));

        Approval.Verify(refused.Message.Replace(_folder, "FOLDER", StringComparison.Ordinal), "EverythingWrong");
    }

    [Theory]
    [InlineData("plan.yaml", "whatever", "this kind of file is not known  -> use a URL or one of these: KNOWN")]
    [InlineData("plan.dat", "whatever", "this kind of file is not known  -> use a URL or one of these: KNOWN")]
    [InlineData("plan.websurge", "", "the session has no requests  -> write one, e.g. \"GET http://localhost:5000/ HTTP/1.1\"")]
    public void A_file_that_is_not_known_or_empty_is_refused(string name, string content, string message)
    {
        var path = Write(name, content);

        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = path })).Message
            .ShouldBe($"{path}:1:1: {message.Replace("KNOWN", RequestSetReader.KnownFiles, StringComparison.Ordinal)}");
    }

    [Theory]
    [InlineData("nowhere.websurge", "nowhere.websurge: there is no file \"nowhere.websurge\"  -> name a file that can be read")]
    [InlineData("script.js", "script.js: there is no file \"script.js\"  -> name a file that can be read")]
    [InlineData("", "target: there is nothing to load  -> name a URL (\"http://localhost:5000/\") or a file (KNOWN)")]
    [InlineData("/hello", "/hello: there is no file \"/hello\"  -> name a file that can be read or a URL such as http://localhost:5000/hello, or start a project: --subject src/Api")]
    public void A_target_that_is_not_there_is_refused(string target, string message) =>
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = target })).Message
            .ShouldBe(message.Replace("KNOWN", RequestSetReader.KnownFiles, StringComparison.Ordinal));

    [Fact]
    public void A_folder_is_refused() =>
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = _folder }))
            .Message.ShouldBe($"{_folder}: \"{_folder}\" is a folder  -> name a file that can be read");

    [Fact]
    public void A_session_under_another_name_is_recognised_by_its_content() =>
        InputReader.Read(new LoadRequest { Target = Write("trace.txt", Session) }).InputKind.ShouldBe("websurge");

    [Fact]
    public void What_belongs_to_a_url_is_refused_beside_a_file()
    {
        var path = Write("s.websurge", Session);

        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = path, Method = "PUT", Body = "x" })).Message.ShouldBe(
            "--method: applies only to a URL; the file (or --curl) defines what each request sends  -> change it there\n"
            + "--body: applies only to a URL; the file (or --curl) defines what each request sends  -> change it there");
    }

    [Fact]
    public void What_is_odd_is_told_and_does_not_stand_in_the_way()
    {
        var warnings = new List<Problem>();

        InputReader.Read(new LoadRequest { Target = "localhost", Headers = ["Content-Length: 5"] }, warnings);

        warnings.ShouldHaveSingleItem().ToString().ShouldBe("--header: \"Content-Length\" is left out: Dyno writes it to fit the body");
    }

    private string Write(string name, string content)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, content);
        return path;
    }
}
