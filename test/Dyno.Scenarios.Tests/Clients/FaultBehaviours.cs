namespace Dyno.Scenarios.Tests;

internal static class FaultBehaviours
{
    private const string Resent = "a request that the server may have begun is not sent twice without a word";

    private static readonly ServerAction[] ClosesAfterTheSecondRequest =
        [ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Close];

    public static readonly Behaviour[] All =
    [
        new("the server closes without an answer") { Script = [ServerAction.ReadRequest, ServerAction.Close], Because = Resent },
        new("the server resets") { Script = [ServerAction.ReadRequest, ServerAction.Reset], Shows = Failed },
        new("half a body") { Script = [ServerAction.ReadRequest, ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), ServerAction.Close], Shows = Failed },
        new("a chunk without a length") { Answers = ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"], Shows = Failed },
        new("bytes that are not HTTP") { Script = [ServerAction.ReadRequest, ServerAction.Send("SSH-2.0-OpenSSH\r\n\r\n"), ServerAction.Close], Shows = Failed },
        new("two lengths that differ") { Answers = ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"], Shows = Failed, Because = AnswerBehaviours.TwoWays },
        new("a length that is no number") { Answers = ["HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello"], Shows = Failed },
        new("a length and chunks") { Answers = ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"], Because = AnswerBehaviours.TwoWays },
        new("101 to nobody's wish") { Answers = ["HTTP/1.1 101 Switching Protocols\r\n\r\n"], Shows = Failed },
        new("a line that ends without CR") { Answers = ["HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"], Shows = Failed, Because = AnswerBehaviours.TwoWays },
        new("nobody listens") { Request = static _ => new(HttpMethod.Get, $"http://127.0.0.1:{FaultServers.RefusingPort()}/"), Shows = static o => o.Text },
        new("a name that does not exist") { Request = static _ => new(HttpMethod.Get, "http://no-such-host.invalid/"), Shows = static o => o.Text },
        new("a kept connection that is closed after GET came")
        {
            Script = ClosesAfterTheSecondRequest, Then = static url => new(HttpMethod.Get, new Uri(url, "/b")), Because = Resent,
        },
        new("a kept connection that is closed after POST came")
        {
            Script = ClosesAfterTheSecondRequest, Then = static url => new(HttpMethod.Post, new Uri(url, "/b")) { Content = new StringContent("text") },
        },
        new("no answer within the time-out") { Script = [ServerAction.ReadRequest, ServerAction.Hang], Timeout = TimeSpan.FromMilliseconds(150) },
        new("half an answer within the time-out")
        {
            Script = [ServerAction.ReadRequest, ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), ServerAction.Hang], Timeout = TimeSpan.FromMilliseconds(150),
        },
        new("a time-out over all redirects")
        {
            Script = [ServerAction.ReadRequest, ServerAction.Send(Answers.Of(302, "", "Location: /b")), ServerAction.ReadRequest, ServerAction.Hang],
            Timeout = TimeSpan.FromMilliseconds(150),
        },
        new("a token that is cancelled before") { Cut = static () => new CancellationTokenSource(TimeSpan.Zero) },
        new("a token that is cancelled meanwhile") { Script = [ServerAction.ReadRequest, ServerAction.Hang], Cut = static () => new CancellationTokenSource(150) },
        new("a token that is cancelled meanwhile, over https")
        {
            IsTls = true, Script = [ServerAction.ReadRequest, ServerAction.Hang], Cut = static () => new CancellationTokenSource(150),
        },
    ];

    private static string Failed(Outcome outcome) => outcome.Message is null ? "failed" : outcome.Text;
}
