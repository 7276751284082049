namespace Dyno.Http.Tests;

/// <summary>Malformed answers over real connections: each request ends, is counted once, and has a kind of error.</summary>
public class DriverFuzzTests : DriverTests
{
    private const int Inputs = 300;

    [Fact]
    public void Malformed_answers_never_break_the_live_driver()
    {
        var (protocol, closed) = (0L, 0L);
        FuzzRounds.Run(10, 99, Seed, (_, seed) =>
        {
            using var server = Malformed(seed);
            var outcome = (DriverRun.To(server.Url) with { Options = new HttpOptions { Timeout = TimeSpan.FromSeconds(20) } })
                .Iterate(users: 16, iterations: Inputs);
            (outcome.Good + outcome.Failed).ShouldBe(Inputs);
            outcome.Recorder.Iterations.ShouldBe(Inputs);
            outcome.Errors(RequestErrorKind.Timeout).ShouldBe(0, "the server closes, so nothing needs to wait");
            outcome.Errors(RequestErrorKind.System).ShouldBe(0, outcome.Example(RequestErrorKind.System));
            (protocol, closed) = (protocol + outcome.Errors(RequestErrorKind.Protocol), closed + outcome.Errors(RequestErrorKind.Closed));
        });
        protocol.ShouldBeGreaterThan(Inputs / 4);
        closed.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Malformed_answers_never_break_a_client() => FuzzRounds.Run(2, 101, Seed, (_, seed) =>
    {
        using var server = Malformed(seed);
        using var client = ClientModes.New(client: new WireClientOptions { Timeout = TimeSpan.FromSeconds(20), MaxRedirects = 0 });
        for (var i = 0; i < Inputs; i++)
        {
            var answer = client.Send(new WireRequest { Url = server.Url });
            answer.Error.ShouldBeOneOf(RequestErrorKind.None, RequestErrorKind.Protocol, RequestErrorKind.Closed, RequestErrorKind.Reset);
        }
    });

    private static (string Name, byte[] Bytes) Seed(Random random) => ("seed.bin", BitConverter.GetBytes(random.Next()));

    private static ScriptedServer Malformed(byte[] seed)
    {
        var random = new Random(BitConverter.ToInt32(seed));
        var streams = Enumerable.Range(0, Inputs).Select(_ => MalformedHeads.Create(random)).ToArray();
        return ScriptedServer.Start(number => [ServerAction.ReadRequest, ServerAction.Send(streams[number % Inputs]), ServerAction.Close]);
    }
}
