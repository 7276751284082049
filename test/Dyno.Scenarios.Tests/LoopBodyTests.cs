namespace Dyno.Scenarios.Tests;

/// <summary>Bodies of requests on a scenario's own thread, and what happens to them and their headers on the way.</summary>
public sealed class LoopBodyTests
{
    [Fact]
    public async Task A_body_that_has_to_be_waited_for_is_read_once()
    {
        using var server = Repeating(Answers.Hello);
        using var client = DynoHttp.CreateClient();

        await RunAsync(4, () => Http.Send(client, Http.CreateRequest("POST", server.Url.ToString()).WithBody(new StreamContent(new Slow("0123456789")))));

        server.Received.Count.ShouldBe(4);
        server.Received.ShouldAllBe(r => r.EndsWith("\r\n\r\n0123456789", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_body_that_never_comes_ends_with_the_time_out_of_the_client()
    {
        using var server = Repeating(Answers.Hello);
        using var client = DynoHttp.CreateClient(TimeSpan.FromMilliseconds(200));

        var stats = await DynoRunner.RunAsync(Scenario.Create("bodies", async _ => await Http.Send(client,
            Http.CreateRequest("POST", server.Url.ToString()).WithBody(new StreamContent(new Slow("0123456789", Timeout.InfiniteTimeSpan)))))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1)));

        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("the body to send was not complete within 0.2 s");
        server.Received.ShouldBeEmpty();
    }

    [Fact]
    public async Task Headers_of_a_content_follow_a_redirect_as_other_headers_do()
    {
        using var other = Repeating(Answers.Hello);
        using var first = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Of(307, "", "Location: /b")),
            ServerAction.ReadRequest, ServerAction.Send(Answers.Of(307, "", $"Location: http://localhost:{other.Port}/c")), ServerAction.Repeat);
        using var client = DynoHttp.CreateClient();

        await RunAsync(1, () =>
        {
            var content = new StringContent("body");
            content.Headers.TryAddWithoutValidation("X-Api-Key", "secret").ShouldBeTrue();
            content.Headers.TryAddWithoutValidation("X-Known", "1").ShouldBeTrue();
            return Http.Send(client, Http.CreateRequest("POST", $"http://127.0.0.1:{first.Port}/a").WithBody(content));
        });

        first.Received.Count.ShouldBe(2);
        first.Received.ShouldAllBe(r => Count(r, "X-Api-Key: secret") == 1 && Count(r, "X-Known: 1") == 1);
        var last = other.Received.ShouldHaveSingleItem();
        Count(last, "X-Api-Key").ShouldBe(0);
        Count(last, "X-Known: 1").ShouldBe(1);
        last.ShouldEndWith("\r\n\r\nbody");
    }

    private static int Count(string text, string part) => text.Split(part).Length - 1;

    private static ScriptedServer Repeating(string answer) =>
        ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(answer), ServerAction.Repeat);

    private static async Task RunAsync(int iterations, Func<Task<Response<HttpResponseMessage>>> send)
    {
        var stats = await DynoRunner.RunAsync(Scenario.Create("bodies", async _ => await send())
            .WithLoadSimulations(Simulation.IterationsForConstant(1, iterations)));
        stats.ScenarioStats.Get("bodies").AllOkCount.ShouldBe(iterations, stats.Result.Measured.Errors.FirstOrDefault()?.FirstExample);
    }

    /// <summary>A stream that cannot go back, gives a byte at a time, and each after a wait, of a millisecond by default.</summary>
    private sealed class Slow(string text, TimeSpan? wait = null) : Stream
    {
        private int _position;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Delay(wait ?? TimeSpan.FromMilliseconds(1), cancellationToken);
            return _position == text.Length ? 0 : Encoding.ASCII.GetBytes(text.AsSpan(_position++, 1), buffer.Span);
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }
    }
}
