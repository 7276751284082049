namespace Dyno.Inputs.Tests;

/// <summary>WebSockets as URLs and in .http files.</summary>
public sealed class WebSocketInputTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-ws-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Messages_of_a_url_are_requests_one_after_the_other()
    {
        var scenario = InputReader.Read(Ws() with { Send = ["one", "two"] }).Scenarios.ShouldHaveSingleItem();

        scenario.Workload.Driver.ShouldBe(OperatingSystem.IsLinux() ? "linux" : "portable");
        scenario.Workload.Steps.Length.ShouldBe(4, "two messages, what is pushed, pings");
        scenario.Workload.Steps.ShouldAllBe(s => s.Method == "WEBSOCKET" || s.Method == "GET");
    }

    [Fact]
    public void A_ramp_opens_idle_sockets_evenly_and_holds_them()
    {
        var scenario = InputReader.Read(Ws() with { Connections = 10_000, Ramp = "60s", Duration = "90s" }).Scenarios.ShouldHaveSingleItem();

        var executor = scenario.Executor.ShouldBeOfType<RampingVus>();
        executor.MaxVirtualUsers.ShouldBe(10_000);
        executor.Stages.Select(s => (s.Duration.TotalSeconds, s.Target)).ShouldBe([(60, 10_000), (30, 10_000)]);
    }

    public static TheoryData<string, string> WrongOptions => new()
    {
        { "rate", "a rate needs messages" },
        { "body", "sends messages, not a body" },
        { "method", "has no method" },
        { "match", "not the path of a field" },
        { "max-message", "not a size" },
        { "ping", "--ping" },
        { "ramp and rate", "--ramp" },
    };

    [Theory, MemberData(nameof(WrongOptions))]
    public void What_is_wrong_with_a_socket_is_said_before_the_run(string what, string words)
    {
        var request = what switch
        {
            "rate" => Ws() with { Rate = "100" },
            "body" => Ws() with { Body = "x" },
            "method" => Ws() with { Method = "POST" },
            "match" => Ws() with { Send = ["x"], Match = "id" },
            "max-message" => Ws() with { Send = ["x"], MaxMessage = "much" },
            "ping" => Ws() with { Ping = "often" },
            _ => Ws() with { Send = ["x"], Rate = "100", Ramp = "10s" },
        };
        Should.Throw<UserFault>(() => InputReader.Read(request)).Message.ShouldContain(words);
    }

    [Fact]
    public void Options_of_sockets_belong_to_sockets() =>
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = "http://localhost:5000/", Send = ["x"], Ping = "20s" }))
            .Message.ShouldContain("applies only to WebSockets");

    [Theory]
    [InlineData("# @answers many\nWEBSOCKET ws://localhost/\n\nx", "not a number of answers")]
    [InlineData("# @answers -1\nWEBSOCKET ws://localhost/\n\nx", "not a number of answers")]
    [InlineData("# @match id\nWEBSOCKET ws://localhost/\n\nx", "not the path of a field")]
    [InlineData("# @name login\nPOST http://localhost/login\n\n###\nWEBSOCKET ws://localhost/\n\n{{login.response.body.$.token}}", "WebSocket")]
    public void A_file_names_the_line_and_what_to_write(string text, string words)
    {
        var file = Path.Combine(_folder, "chat.http");
        File.WriteAllText(file, text);

        var fault = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = file }));

        fault.Message.ShouldContain(words);
        fault.Message.ShouldContain("chat.http:");
    }

    [Theory]
    [InlineData("WEBSOCKET ws://localhost/\n\na\n===\nb\n", 1)]
    [InlineData("WEBSOCKET ws://localhost/\n\na\n=== wait-for-server\nb\n", 2)]
    [InlineData("WEBSOCKET ws://localhost/\n\na\n===\nb\n=== wait-for-server\nc\n=== wait-for-server\nd", 3)]
    [InlineData("WEBSOCKET ws://localhost/\n\n=== wait-for-server\na\n=== wait-for-server\n", 1)]
    [InlineData("WEBSOCKET ws://localhost/\n\na\n\n====\nb\n", 1)]
    [InlineData("WEBSOCKET ws://localhost/\n", 1)]
    public void Lines_of_equals_signs_part_messages_and_those_with_a_wait_requests(string text, int requests)
    {
        var file = Path.Combine(_folder, "chat.http");
        File.WriteAllText(file, text);

        var scenario = InputReader.Read(new LoadRequest { Target = file }).Scenarios.ShouldHaveSingleItem();

        scenario.Workload.Steps.Length.ShouldBe(requests + 2);
    }

    private static LoadRequest Ws() => new() { Target = "ws://localhost:5000/echo" };
}
