using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Http.Tests;

/// <summary>Every driver begins a trace with each request, and keeps the ids of slow and of failed ones.</summary>
public class TraceTests
{
    private const string Header = "traceparent";

    public static TheoryData<DriverChoice, HttpVersionChoice> Ways
    {
        get
        {
            var ways = new TheoryData<DriverChoice, HttpVersionChoice>
            {
                { DriverChoice.Portable, HttpVersionChoice.Http11 },
                { DriverChoice.Portable, HttpVersionChoice.Http2 },
                { DriverChoice.HttpClient, HttpVersionChoice.Http11 },
                { DriverChoice.HttpClient, HttpVersionChoice.Http2 },
            };
            if (!OperatingSystem.IsLinux()) return ways;
            ways.Add(DriverChoice.Linux, HttpVersionChoice.Http11);
            ways.Add(DriverChoice.Linux, HttpVersionChoice.Http2);
            return ways;
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task The_ids_that_are_kept_are_those_that_arrived(DriverChoice driver, HttpVersionChoice version)
    {
        await using var server = await ServerAsync(version);

        var seen = (DriverRun.To(server.Url, "", "bad") with { Driver = driver, Options = new HttpOptions { Version = version, TraceShare = 1 } }).Iterate(2, 20);

        var sent = Sent(server);
        sent.Count.ShouldBe(40);
        sent.Select(s => s.Id).Distinct().Count().ShouldBe(40, "each request has a trace of its own");
        var traces = seen.Recorder.Traces.ShouldNotBeNull();
        traces.Sampled.ShouldBe(40);
        traces.Slowest.Length.ShouldBe(TraceRecorder.Most);
        foreach (var end in traces.Slowest) sent.ShouldContain(s => s.Id == end.Trace.ToString() && s.Target == (end.Step == 0 ? "/" : "/bad"));
        traces.Failed.Length.ShouldBe(TraceRecorder.MostAlike);
        foreach (var end in traces.Failed)
        {
            end.Outcome.ShouldBe(new AnswerOutcome(RequestErrorKind.Status, 500));
            sent.ShouldContain(s => s.Id == end.Trace.ToString() && s.Target == "/bad");
        }
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Requests_outside_the_share_are_kept_only_when_they_fail(DriverChoice driver, HttpVersionChoice version)
    {
        await using var server = await ServerAsync(version);

        var seen = (DriverRun.To(server.Url, "", "bad") with { Driver = driver, Options = new HttpOptions { Version = version, TraceShare = 1e-12 } }).Iterate(2, 10);

        server.Seen.ShouldAllBe(s => s.Headers[Header].EndsWith("-00", StringComparison.Ordinal));
        var traces = seen.Recorder.Traces.ShouldNotBeNull();
        traces.Sampled.ShouldBe(0);
        traces.Slowest.Length.ShouldBe(0);
        traces.Failed.Length.ShouldBe(TraceRecorder.MostAlike);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_request_keeps_the_trace_that_its_own_header_names(DriverChoice driver, HttpVersionChoice version)
    {
        await using var server = await ServerAsync(version);
        const string own = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var plan = DriverRun.Get(server.Url) with { Headers = [new("TraceParent", own)] };

        var seen = new DriverRun { Requests = [plan], Driver = driver, Options = new HttpOptions { Version = version, TraceShare = 1 } }.Iterate(1, 5);

        server.Seen.ShouldAllBe(s => s.Headers[Header] == own);
        seen.Recorder.Traces.ShouldBeNull();
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Without_traces_no_header_is_sent(DriverChoice driver, HttpVersionChoice version)
    {
        await using var server = await ServerAsync(version);

        var seen = (DriverRun.To(server.Url) with { Driver = driver, Options = new HttpOptions { Version = version } }).Iterate(1, 5);

        server.Seen.ShouldAllBe(s => !s.Headers.ContainsKey(Header));
        seen.Recorder.Traces.ShouldBeNull();
    }

    [Theory, InlineData(DriverChoice.Linux), InlineData(DriverChoice.Portable), InlineData(DriverChoice.HttpClient)]
    public void A_request_without_an_answer_has_the_id_that_was_sent(DriverChoice driver)
    {
        Assert.SkipWhen(driver == DriverChoice.Linux && !OperatingSystem.IsLinux(), "the linux driver needs Linux");
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send("not HTTP at all\r\n\r\n"u8.ToArray()), ServerAction.Close);

        var seen = (DriverRun.To(server.Url) with { Driver = driver, Options = new HttpOptions { TraceShare = 1 } }).Iterate(1, 2);

        seen.Failed.ShouldBe(2);
        seen.Recorder.Traces.ShouldNotBeNull().Failed.Length.ShouldBeInRange(1, 2);
        foreach (var end in seen.Recorder.Traces!.Failed) end.Trace.IsNone.ShouldBeFalse();
    }

    [Fact]
    public async Task Each_request_of_a_sequence_begins_a_trace()
    {
        await using var server = await ServerAsync(HttpVersionChoice.Http11);
        var requests = new[] { "", "bad" }.Select(path => new DependentRequest
        {
            Name = $"GET /{path}",
            Method = "GET",
            Url = TextTemplate.Of(new Uri(server.Url, path).ToString()),
            ShownUrl = path,
        });

        var seen = new DriverRun
        {
            Requests = [],
            Options = new HttpOptions { TraceShare = 1 },
            Create = options => new SequenceWorkload([.. requests], options),
        }.Iterate(2, 12);

        var sent = Sent(server);
        sent.Select(s => s.Id).Distinct().Count().ShouldBe(24);
        var traces = seen.Recorder.Traces.ShouldNotBeNull();
        traces.Sampled.ShouldBe(24);
        foreach (var end in traces.Failed) sent.ShouldContain(s => s.Id == end.Trace.ToString() && s.Target == "/bad");
    }

    [Fact]
    public void Messages_over_a_WebSocket_carry_no_trace_and_say_so()
    {
        var plan = new HttpRequestPlan { Name = "ws", Method = "GET", Url = new Uri("http://127.0.0.1:9/"), WebSocket = new() };

        Should.Throw<UserFault>(() => HttpWorkload.Create([plan], new HttpOptions { TraceShare = 1 })).Message.ShouldContain("--trace");
    }

    private static Task<KestrelServer> ServerAsync(HttpVersionChoice version) => KestrelServer.StartAsync(
        new KestrelOptions { Protocols = version == HttpVersionChoice.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1 },
        context =>
        {
            if (context.Request.Path == "/bad") context.Response.StatusCode = 500;
            return context.Response.WriteAsync("hello");
        });

    private static List<(string Id, string Target)> Sent(KestrelServer server) =>
        [.. server.Seen.Where(s => s.Headers[Header].EndsWith("-01", StringComparison.Ordinal)).Select(s => (s.Headers[Header][3..35], s.Target))];
}
