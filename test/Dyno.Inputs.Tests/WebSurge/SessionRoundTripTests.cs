namespace Dyno.Inputs.Tests;

public sealed class SessionRoundTripTests
{
    private static readonly string[] Methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"];
    private static readonly string[] Paths = ["/", "/a", "/a/b?c=d&e=%20f", "/%C3%BC", "/a;b,c(d)"];
    private static readonly string[] Values = ["*/*", "a b", "é", "", "x: y", "\"quoted\"", "text/plain; charset=utf-16"];
    private static readonly string[] Bodies = ["", "x", "{\"a\":1}", "a\r\n\r\nb", "-----", " blank", "é", "HTTP/1.1 200 OK", "b64_", "\0\u0001"];

    [Fact]
    public void What_is_written_reads_back_the_same()
    {
        var random = new Random(20_261_121);
        for (var i = 0; i < 1_000; i++)
        {
            var set = RandomSet(random);
            var problems = new ProblemList();
            var text = Encoding.UTF8.GetString(SessionWriter.Write(set, "s.websurge", problems).Single().Content.Span);

            var back = SessionReader.Read("s.websurge", Encoding.UTF8.GetBytes(text), problems);

            problems.ThrowIfAny();
            Shown(back).ShouldBe(Shown(set), text);
        }
    }

    private static RequestSet RandomSet(Random random) => new()
    {
        Name = "s",
        InputKind = "websurge",
        Source = "s.websurge",
        Requests = [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => RandomRequest(random))],
        Settings = new FileSettings
        {
            Connections = random.Next(1, 500),
            Duration = TimeSpan.FromSeconds(random.Next(1, 100)),
            WarmUp = random.Next(2) == 0 ? null : TimeSpan.FromSeconds(random.Next(10)),
            Delay = TimeSpan.FromMilliseconds(random.Next(1_000)),
            Timeout = TimeSpan.FromMilliseconds(random.Next(1, 60_000)),
            RandomOrder = random.Next(2) == 0,
            Insecure = random.Next(2) == 0,
        },
    };

    private static RequestDraft RandomRequest(Random random)
    {
        var (method, url) = (Of(Methods, random), new Uri($"http{(random.Next(2) == 0 ? "s" : "")}://localhost:{random.Next(1, 65_536)}{Of(Paths, random)}"));
        return RequestDraft.Of(new HttpRequestPlan
        {
            Name = random.Next(2) == 0 ? RequestNames.Default(method, url) : $"request {random.Next()}",
            Method = method,
            Url = url,
            Headers = [.. Enumerable.Range(0, random.Next(4)).Select(n => new HeaderField($"X-{n}", Of(Values, random)))],
            Body = method == "GET" ? default : Encoding.UTF8.GetBytes(Of(Bodies, random)),
        }, random.Next(3) == 0);
    }

    private static string Of(string[] choices, Random random) => choices[random.Next(choices.Length)];

    private static string Shown(RequestSet set) => $"{set.Settings}\n" + string.Join('\n', set.Requests.Select(r =>
        $"{r.KeepsPlace} {r.Plan.Name} {r.Plan.Method} {r.Plan.Url.AbsoluteUri} {string.Join('|', r.Plan.Headers)} {Convert.ToHexString(r.Plan.Body.Span)}"));
}
