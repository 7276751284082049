namespace Dyno.Http.Tests;

/// <summary>Calls of gRPC on the Linux driver, against a real service.</summary>
public class GrpcDriverTests : DriverTests
{
    internal static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Grpc", "Protos");
    private static readonly GrpcSource Files = GrpcSource.Files([Path.Combine(Folder, "echo.proto")], []);

    [Fact]
    public async Task Unary_calls_share_a_connection_and_count_as_good()
    {
        await using var server = await EchoServer.StartAsync();
        var seen = Call(server.Url, "Get", """{"key": "a"}""").Iterate(50, 1000);
        seen.Good.ShouldBe(1000, seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Status));
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Statuses(200).ShouldBe(1000);
    }

    [Fact]
    public async Task Services_are_known_by_reflection()
    {
        await using var server = await EchoServer.StartAsync(withReflection: true);
        var seen = Call(server.Url, "Get", """{"key": "a"}""", GrpcSource.Reflection).Iterate(5, 50);
        seen.Good.ShouldBe(50);
        var list = await GrpcSource.Reflection.ListAsync(server.Url, new HttpOptions(), TestContext.Current.CancellationToken);
        list.ShouldContain("dyno.test.Echo");
        list.ShouldContain("  Chat(stream dyno.test.GetRequest) returns (stream dyno.test.GetReply)");
    }

    [Fact]
    public async Task A_server_without_reflection_says_what_to_do()
    {
        await using var server = await EchoServer.StartAsync();
        var fault = Should.Throw<UserFault>(() => Call(server.Url, "Get", "{}", GrpcSource.Reflection).Iterate(1, 1));
        fault.Message.ShouldContain("does not offer gRPC reflection");
        fault.Hint.ShouldNotBeNull().ShouldContain("--proto");
    }

    [Theory]
    [InlineData(8, "RESOURCE_EXHAUSTED")]
    [InlineData(14, "UNAVAILABLE")]
    public async Task Statuses_are_counted_apart_with_what_the_server_says(int code, string name)
    {
        await using var server = await EchoServer.StartAsync();
        var seen = Call(server.Url, "Get", $$"""{"key": "ü", "status": {{code}}}""").Iterate(2, 10);
        seen.Failed.ShouldBe(10);
        seen.Statuses(GrpcStatus.Offset + code).ShouldBe(10);
        seen.Errors(RequestErrorKind.Status).ShouldBe(10);
        seen.Example(RequestErrorKind.Status).ShouldBe($"Get: {name}: as asked: ü, 100 %");
        GrpcStatus.Text(GrpcStatus.Offset + code).ShouldBe(name);
    }

    [Fact]
    public async Task A_deadline_enters_the_percentiles_at_the_deadline_and_ends_one_call_alone()
    {
        await using var server = await EchoServer.StartAsync();
        var run = Call(server.Url, "Get", """{"delayMs": 3000}""");
        var seen = (run with { Options = run.Options with { Timeout = TimeSpan.FromMilliseconds(250) } }).Iterate(3, 6);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(6);
        seen.Recorder.Steps[0].FailedService.Max.ShouldBeInRange(249_000_000, 260_000_000);
        seen.Example(RequestErrorKind.Timeout).ShouldNotBeNull().ShouldContain("DEADLINE_EXCEEDED");
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task Messages_of_a_stream_of_the_server_are_timed_each()
    {
        await using var server = await EchoServer.StartAsync();
        var seen = Call(server.Url, "Watch", """{"count": 20}""").Iterate(4, 40);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(40);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(800);
        seen.Workload.Steps[1].Name.ShouldBe("Watch (message)");
        seen.Workload.Steps.Select(s => s.IsPart).ShouldBe([false, true]);
    }

    [Fact]
    public async Task Messages_go_out_at_once_or_with_pauses_and_the_stream_is_closed_behind_them()
    {
        await using var server = await EchoServer.StartAsync();
        var check = Field("$.number", CheckOperator.Equal, "7");
        foreach (var pause in new[] { TimeSpan.Zero, TimeSpan.FromMilliseconds(5) })
        {
            var seen = Call(server.Url, "Put", """{"key": "a"}""", null, new GrpcExtras(7, pause, check)).Iterate(3, 12);
            seen.Good.ShouldBe(12, seen.Example(RequestErrorKind.Protocol));
            seen.Recorder.CheckPasses[0].ShouldBe(12);
            seen = Call(server.Url, "Chat", """{"key": "a"}""", null, new GrpcExtras(7, pause, check)).Iterate(3, 12);
            seen.Recorder.Steps[1].Service.Count.ShouldBe(84);
            seen.Recorder.CheckPasses[0].ShouldBe(12); // the last message counts
        }
    }

    [Fact]
    public async Task Checks_read_fields_status_and_size()
    {
        await using var server = await EchoServer.StartAsync();
        var run = Call(server.Url, "Get", """{"key": "abc"}""", null, new GrpcExtras(0, TimeSpan.Zero,
            Field("$.value", CheckOperator.Equal, "abc"), Field("$.items[0].id", CheckOperator.Contains, "irs"), Field("$.items[0].stock", CheckOperator.Greater, "6"),
            Field("$.value", CheckOperator.NotEqual, "abc"), Field("$.items[3].id", CheckOperator.Equal, "x"),
            new ResponseCheck("status == OK", CheckSubject.Status, "", CheckOperator.Equal, 0, "")));
        var seen = run.Iterate(2, 10);
        seen.Recorder.CheckPasses.ToArray().ShouldBe([10, 10, 10, 0, 0, 10]);
    }

    [Fact]
    public async Task Metadata_rows_and_values_reach_the_service()
    {
        await using var server = await EchoServer.StartAsync();
        var run = Call(server.Url, "Get", """{"key": "{{name}}", "count": {{n}}}""", null, new GrpcExtras(0, TimeSpan.Zero, Field("$.value", CheckOperator.Contains, "token-")));
        var feed = new DataFeed { Columns = ["name"], Rows = [["ann"], ["bobby"]] };
        run = run with
        {
            Requests = [run.Requests[0] with { Headers = [new("X-Token", "token-{{name}}")], Slots = [new("n", new RandomIntegerValue(1, 5))] }],
            Options = run.Options with { Feed = feed },
        };
        var seen = run.Iterate(2, 20);
        seen.Good.ShouldBe(20, seen.Example(RequestErrorKind.Scenario) ?? seen.Example(RequestErrorKind.Status));
        seen.Recorder.CheckPasses[0].ShouldBe(20);
    }

    [Fact]
    public async Task A_row_that_does_not_fit_its_field_is_said_before_the_run()
    {
        await using var server = await EchoServer.StartAsync();
        var run = Call(server.Url, "Get", """{"count": {{n}}}""");
        var feed = new DataFeed { Columns = ["n"], Rows = [["1"], ["many"]] };
        Should.Throw<UserFault>(() => (run with { Options = run.Options with { Feed = feed } }).Iterate(1, 1)).Message.ShouldContain("not JSON");
    }

    [Fact]
    public async Task Compressed_messages_are_understood_and_sent()
    {
        await using var server = await EchoServer.StartAsync(isCompressed: true);
        var run = Call(server.Url, "Get", $$"""{"key": "{{new string('k', 2000)}}", "size": 5000}""", null, new GrpcExtras(0, TimeSpan.Zero, Field("$.value", CheckOperator.Contains, "vvv")));
        run = run with { Requests = [run.Requests[0] with { Headers = [new("grpc-encoding", "gzip")] }] };
        var seen = run.Iterate(2, 10);
        seen.Good.ShouldBe(10, seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Status));
        seen.Recorder.CheckPasses[0].ShouldBe(10);
        seen.Recorder.Steps[0].MaxBytes.ShouldBeLessThan(1000);
    }

    [Fact]
    public async Task A_message_over_the_limit_is_resource_exhausted_on_either_side()
    {
        await using var server = await EchoServer.StartAsync();
        var seen = Call(server.Url, "Get", """{"size": 5000000}""").Iterate(1, 2);
        seen.Statuses(608).ShouldBe(2);
        seen.Example(RequestErrorKind.Status).ShouldNotBeNull().ShouldContain("larger than");
        seen = Call(server.Url, "Get", $$"""{"key": "{{new string('k', 5_000_000)}}"}""").Iterate(1, 2);
        seen.Statuses(608).ShouldBe(2, seen.Example(RequestErrorKind.Reset));
    }

    [Fact]
    public void A_method_or_service_that_is_not_there_is_told_with_the_nearest_name()
    {
        Should.Throw<UserFault>(() => Call(new Uri("http://127.0.0.1:1"), "Gett", "{}").Iterate(1, 1)).Hint.ShouldNotBeNull().ShouldStartWith("write Get ");
        var run = Call(new Uri("http://127.0.0.1:1"), "Get", "{}");
        run = run with { Requests = [run.Requests[0] with { Grpc = run.Requests[0].Grpc! with { Service = "dyno.test.Ecco" } }] };
        Should.Throw<UserFault>(() => run.Iterate(1, 1)).Hint.ShouldNotBeNull().ShouldStartWith("write dyno.test.Echo ");
    }

    [Theory]
    [InlineData("""{"kee": "a"}""", "has no field \"kee\"")]
    [InlineData("""{"count": "x"}""", "count")]
    [InlineData("""{"count": 3000000000}""", "out of range")]
    [InlineData("""{"key": 5}""", "this field is a string")]
    [InlineData("""{"key": """, "not JSON")]
    public void A_message_that_does_not_fit_is_told_before_the_run(string json, string word)
    {
        Should.Throw<UserFault>(() => Call(new Uri("http://127.0.0.1:1"), "Get", json).Iterate(1, 1)).Message.ShouldContain(word);
    }

    [Fact]
    public void A_proto_file_with_an_error_is_told_by_file_and_line()
    {
        var folder = Directory.CreateTempSubdirectory("dyno-proto").FullName;
        File.WriteAllText(Path.Combine(folder, "bad.proto"), "syntax = \"proto3\";\npackage x;\nmessage A { strin name = 1; }\nservice S { rpc M (A) returns (A); }\n");
        File.WriteAllText(Path.Combine(folder, "lost.proto"), "syntax = \"proto3\";\nimport \"nowhere.proto\";\n");
        Should.Throw<UserFault>(() => ProtoFiles.Read([Path.Combine(folder, "bad.proto")], [])).Message.ShouldContain("bad.proto:3");
        Should.Throw<UserFault>(() => ProtoFiles.Read([Path.Combine(folder, "lost.proto")], [])).Message.ShouldContain("nowhere.proto");
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void The_files_of_a_service_are_those_given_and_what_they_import()
    {
        GrpcSource.FilesOf([Path.Combine(Folder, "echo.proto")], [])
            .ShouldBe([Path.Combine(Folder, "echo.proto"), Path.Combine(Folder, "shapes.proto")]);
        GrpcSource.FilesOf(["echo.proto"], [Folder]).ShouldBe([Path.Combine(Folder, "echo.proto"), Path.Combine(Folder, "shapes.proto")]);
        Should.Throw<UserFault>(() => GrpcSource.FilesOf(["none.proto"], [Folder])).Message
            .ShouldContain("there is no file \"none.proto\"");
    }

    [Fact]
    public async Task A_call_to_a_server_that_is_no_gRPC_counts_its_status_of_HTTP()
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols.Http2 },
            context => { context.Response.StatusCode = 404; return Task.CompletedTask; });
        var seen = Call(server.Url, "Get", "{}").Iterate(1, 3);
        seen.Statuses(404).ShouldBe(3);
    }

    internal static DriverRun Call(Uri server, string method, string json, GrpcSource? source = null, GrpcExtras? extras = null) => new()
    {
        Requests =
        [
            new HttpRequestPlan
            {
                Name = method,
                Method = "POST",
                Url = new Uri(server, $"/dyno.test.Echo/{method}"),
                Grpc = new GrpcCallPlan
                {
                    Service = "dyno.test.Echo",
                    Method = method,
                    Source = source ?? Files,
                    Texts = [Encoding.UTF8.GetBytes(json)],
                    Messages = extras?.Messages ?? 0,
                    Pause = extras?.Pause ?? default,
                },
                Checks = extras is null ? [] : [.. extras.Checks],
            },
        ],
        Options = new HttpOptions { Version = HttpVersionChoice.Http2 },
    };

    private static ResponseCheck Field(string path, CheckOperator op, string operand) =>
        new($"{path} {op} {operand}", CheckSubject.Field, path, op, double.TryParse(operand, out var number) ? number : 0, operand);
}

internal sealed record GrpcExtras(int Messages, TimeSpan Pause, params ResponseCheck[] Checks);

/// <summary>A call allocates nothing either.</summary>
[Collection(nameof(Alone))]
public class GrpcAllocationTests
{
    private const int Calls = 40_000;

    [Theory]
    [InlineData("""{"key": "abc", "size": 100}""")]
    [InlineData("""{"key": "{{id}}", "size": {{n}}}""")]
    public void A_unary_call_allocates_nothing(string json)
    {
        // status 200, a message of three bytes, trailers with status 0.
        byte[] answer =
        [
            0, 0, 1, 1, 4, 0, 0, 0, 0, 0x88,
            0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x0A, 1, (byte)'v',
            0, 0, 15, 1, 5, 0, 0, 0, 0, 0, 11, .. "grpc-status"u8, 1, (byte)'0',
        ];
        using var server = new QuietHttp2Server(answer);
        long before = 0, after = 0;
        var run = GrpcDriverTests.Call(server.Url, "Get", json);
        run = run with
        {
            Requests = [run.Requests[0] with { Slots = json.Contains("{{") ? [new("id", new GuidValue()), new("n", new RandomIntegerValue(0, 100))] : [] }],
            AroundPhase = phase =>
            {
                if (phase == 2) before = GC.GetTotalAllocatedBytes(precise: true);
                if (phase == 3) after = GC.GetTotalAllocatedBytes(precise: true);
            },
        };
        var least = long.MaxValue;
        for (var time = 0; time < 3 && least >= Calls; time++)
        {
            var seen = run.Run(DriverRun.Count(8, 1000), DriverRun.Count(8, Calls));
            seen.Good.ShouldBe(Calls, seen.Example(RequestErrorKind.Protocol));
            least = Math.Min(least, after - before);
        }
        least.ShouldBeLessThan(Calls);
    }
}
