namespace Dyno.Inputs.Tests;

/// <summary>Calls of gRPC as URLs and in .http files.</summary>
public sealed class GrpcInputTests : IDisposable
{
    private const string Proto = """
        syntax = "proto3";
        package shop;
        service Orders { rpc Get (Id) returns (Order); rpc Add (stream Id) returns (Order); }
        message Id { int32 id = 1; string customer = 2; }
        message Order { string name = 1; }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-grpc-").FullName;

    public GrpcInputTests() => File.WriteAllText(Path.Combine(_folder, "shop.proto"), Proto);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_url_is_a_call_over_HTTP_2_named_by_its_method()
    {
        var scenario = Read("grpc://localhost:5000/shop.Orders/Get", """{"id": 7}""").Scenarios.ShouldHaveSingleItem();
        scenario.Workload.Driver.ShouldBe(OperatingSystem.IsLinux() ? "linux" : "portable");
        scenario.Workload.StreamsPerConnection.ShouldBe(100);
        var step = scenario.Workload.Steps.ShouldHaveSingleItem();
        (step.Name, step.Method, step.Url).ShouldBe(("shop.Orders/Get", "GRPC", "http://localhost:5000/shop.Orders/Get"));
        Read("grpcs://localhost:5000/shop.Orders/Get", """{"id": 7}""").Scenarios[0].Workload.Steps[0].Url.ShouldStartWith("https://");
    }

    [Theory]
    [InlineData("grpc://localhost:5000/shop.Orders/Gett", "{}", "has no method \"Gett\"")]
    [InlineData("grpc://localhost:5000/shop.Orderz/Get", "{}", "no service \"shop.Orderz\"")]
    [InlineData("grpc://localhost:5000/shop.Orders", "{}", "/package.Service/Method")]
    [InlineData("grpc://localhost:5000/shop.Orders/Get", """{"idd": 7}""", "has no field \"idd\"")]
    [InlineData("grpc://localhost:5000/shop.Orders/Get", """{"id": 7} {""", "JSON")]
    public void What_is_wrong_with_a_call_is_said_before_the_run(string url, string body, string word) =>
        Should.Throw<UserFault>(() => Read(url, body)).Message.ShouldContain(word);

    [Fact]
    public void A_file_has_calls_beside_requests_with_checks_on_fields_and_messages_between_lines_of_equals_signs()
    {
        var file = Path.Combine(_folder, "shop.http");
        File.WriteAllText(file, """
            @host = localhost:5000

            ### One order
            # @check $.name == "a"
            GRPC {{host}}/shop.Orders/Get
            Authorization: Bearer x

            { "id": 7 }

            ###
            GRPC grpcs://{{host}}/shop.Orders/Add

            { "id": 1 }
            === wait-for-server
            { "id": 2, "customer": "{{$guid}}" }

            ###
            GET http://{{host}}/health
            """);
        var plan = InputReader.Read(new LoadRequest { Target = file, ProtoFiles = [Path.Combine(_folder, "shop.proto")] });
        plan.Scenarios.Select(s => s.Name).ShouldBe(["static", "static-http2"]);
        plan.Scenarios[1].Workload.Steps.Select(s => (s.Name, s.Url)).ShouldBe(
            [("One order", "http://localhost:5000/shop.Orders/Get"), ("shop.Orders/Add", "https://localhost:5000/shop.Orders/Add")]);
        plan.Scenarios[1].Workload.Checks.ShouldBe(["One order: $.name == \"a\""]);
    }

    [Fact]
    public void A_stream_of_messages_is_refused_where_the_method_takes_one() =>
        Should.Throw<UserFault>(() => InputReader.Read(Load("grpc://localhost:5000/shop.Orders/Get", "{}") with { Messages = 5 })).Message.ShouldContain("takes one message");

    [Fact]
    public void A_condition_on_a_field_needs_a_call() =>
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = "localhost:5000/x", Checks = ["$.name == a"] })).Message.ShouldContain("needs a gRPC or WebSocket message");

    [Fact]
    public void Streams_count_times_connections_and_need_HTTP_2()
    {
        var plan = InputReader.Read(new LoadRequest
        {
            Target = "localhost:5000",
            HttpVersion = Dyno.Http.HttpVersionChoice.Http2,
            Connections = 3,
            Streams = 20,
            Threads = 2
        });
        plan.Scenarios[0].Executor.MaxVirtualUsers.ShouldBe(60);
        plan.Workers.ShouldBe(1); // three connections cannot be halved
        plan.Scenarios[0].Workload.StreamsPerConnection.ShouldBe(20);
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = "localhost:5000", Streams = 20 })).Message.ShouldContain("--streams");
    }

    [Fact]
    public void Only_a_server_alone_is_meant_to_be_listed()
    {
        GrpcServices.AreMeant(new LoadRequest { Target = "grpc://localhost:5000" }).ShouldBeTrue();
        GrpcServices.AreMeant(new LoadRequest { Target = "grpcs://localhost:5000/" }).ShouldBeTrue();
        GrpcServices.AreMeant(new LoadRequest { Target = "grpc://localhost:5000/a.B/C" }).ShouldBeFalse();
        GrpcServices.AreMeant(new LoadRequest { Target = "http://localhost:5000" }).ShouldBeFalse();
    }

    [Fact]
    public void Messages_are_split_at_lines_of_equals_signs() =>
        MessageTexts.Split(Encoding.UTF8.GetBytes("{}\n===\n{\"a\": \"===\"}\r\n===\r\n\n")).Select(t => Encoding.UTF8.GetString(t.Span)).ShouldBe(["{}", "{\"a\": \"===\"}"]);

    private TestPlan Read(string url, string body) => InputReader.Read(Load(url, body));

    private LoadRequest Load(string url, string body) => new() { Target = url, Body = body, ProtoFiles = [Path.Combine(_folder, "shop.proto")] };
}
