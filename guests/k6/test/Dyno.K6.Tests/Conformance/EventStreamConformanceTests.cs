using System.Globalization;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.K6.Tests;

/// <summary>k6/x/sse: what a stream of events shows, over both layouts.</summary>
public sealed class EventStreamConformanceTests
{
    private static readonly Lazy<KestrelServer> Server = new(() => Start(new KestrelOptions()));

    private static readonly Lazy<KestrelServer> SecureServer = new(() =>
        Start(new KestrelOptions { Certificate = TestCertificates.Good, Protocols = HttpProtocols.Http1AndHttp2 }));

    private static string Url => Server.Value.Url.ToString().TrimEnd('/');

    internal static readonly ExpressionGroup Group = new(
        """
        import sse from 'k6/x/sse';
        import { open as openStream } from 'k6/x/sse';
        """,
        [
            new("k6/x/sse open", "sse.open(url + '/count?to=2', (client) => {}).status", "200"),
            new("k6/x/sse open", "sse.open(url + '/count?to=2', {}, () => {}).url === url + '/count?to=2'", "true"),
            new("k6/x/sse open", "openStream(url + '/count?to=1', () => {}).headers['Content-Type']", "\"text/event-stream; charset=utf-8\""),
            new("k6/x/sse open", "{ const seen = []; sse.open(url + '/count?to=2', (c) => c.on('event', (e) => seen.push(e))); return seen; }",
                """[{"id":"1","name":"tick","data":"one\nof 2","comment":""},{"id":"2","name":"tick","data":"one\nof 2","comment":""}]"""),
            new("k6/x/sse open", "{ let note; sse.open(url + '/comment', (c) => c.on('event', (e) => { note = e.comment; c.close(); })); return note; }", "\"connected\""),
            new("k6/x/sse open", "{ let n = 0; sse.open(url + '/moved', (c) => c.on('event', () => n++)); return n; }", "3"),
            new("k6/x/sse open", "{ const r = sse.open(url + '/none', () => {}); return [r.status, r.body, r.error.length > 0]; }", "[404,\"not here\",true]"),
            new("k6/x/sse open", "{ let told = ''; sse.open(url + '/plain', (c) => c.on('error', (e) => { told = e.error(); })); return told; }",
                "\"the answer is not an event stream: status 200, type text/plain\""),
            new("k6/x/sse open", "{ let n = 0; const r = sse.open('http://127.0.0.1:1/', (c) => c.on('error', () => n++)); return [r.status, n, r.error !== '']; }",
                "[0,1,true]"),
            new("k6/x/sse open", """
                { const params = { method: 'POST', body: 'a body', headers: { 'X-Told': 'b' } };
                let seen; sse.open(url + '/echo', params, (c) => c.on('event', (e) => { seen = e.data; })); return seen; }
                """,
                "\"POST text/event-stream b a body\""),
            new("k6/x/sse open", "sse.open(url + '/endless', { timeout: '300ms' }, () => {}).error.length > 0", "true"),
            new("k6/x/sse open", "sse.open(url + '/endless', { timeout: 'soon' }, () => {})", "throws not a timeout"),
            new("k6/x/sse open", "sse.open(url)", "throws function"),
            new("k6/x/sse open", "sse.open('ws://x/', () => {})", "throws invalid URL"),
            new("k6/x/sse open", "sse.open(url + '/count?to=1', (c) => c.on('message', () => 1))", "throws message"),
            new("k6/x/sse open", "sse.open(url + '/count?to=1', (c) => c.on('event', 1))", "throws function"),
        ],
        initialize: $"const url = '{Url}';");

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);

    [Theory]
    [InlineData(VuLayout.Isolated, false)]
    [InlineData(VuLayout.Dense, false)]
    [InlineData(VuLayout.Isolated, true)]
    [InlineData(VuLayout.Dense, true)]
    public async Task Streams_are_read_event_by_event_until_the_script_closes_them(VuLayout layout, bool isHttp2)
    {
        var server = isHttp2 ? SecureServer.Value : Server.Value;
        var before = server.Seen.Count;
        var outcome = await ScriptRunner.RunAsync($$"""
            import sse from 'k6/x/sse';
            import { check } from 'k6';
            export const options = { vus: 3, iterations: 9, insecureSkipTLSVerify: true, thresholds: { 'sse_event{kind:told}': ['count==27'] } };
            export default function () {
              const seen = [];
              const response = sse.open('{{server.Url}}endless', { tags: { kind: 'told' } }, function (client) {
                client.on('open', () => seen.push('open'));
                client.on('event', (event) => {
                  seen.push(event.name + event.id);
                  if (parseInt(event.id) === 3) client.close();
                });
                client.on('error', (e) => seen.push(e.error()));
              });
              console.log(seen.join() + ' ' + response.status);
              check(response, { 'status is 200': (r) => r && r.status === 200 });
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.ExitCode.ShouldBe(0, outcome.Log);
        outcome.LogLines.ShouldBe(Enumerable.Repeat("open,tick1,tick2,tick3 200", 9));
        outcome.Metric("sse_event", "count").ShouldBe(27);
        outcome.Metric("checks", "passes").ShouldBe(9);
        outcome.Metric("data_sent", "count").ShouldBeGreaterThan(9 * 20); // HTTP/2 repeats no headers
        outcome.Metric("data_received", "count").ShouldBeGreaterThan(9 * 100);
        server.Seen.Skip(before).Select(r => r.Protocol).Distinct().ShouldBe([isHttp2 ? "HTTP/2" : "HTTP/1.1"]);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_stream_ends_with_the_load_and_holds_up_nobody(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import sse from 'k6/x/sse';
            import { sleep } from 'k6';
            export const options = { scenarios: {
              listens: { executor: 'constant-vus', exec: 'listens', vus: 2, duration: '1s', gracefulStop: '0s' },
              talks: { executor: 'per-vu-iterations', exec: 'talks', vus: 1, iterations: 5 } } };
            export function listens() { sse.open('{{Url}}/silent', (client) => client.on('open', () => console.log('open'))); }
            export function talks() { sleep(0.01); console.log('talks'); }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.LogLines.Order(StringComparer.Ordinal).ShouldBe([.. Enumerable.Repeat("open", 2), .. Enumerable.Repeat("talks", 5)]);
        outcome.Metric("data_received", "count").ShouldBeGreaterThan(0);
    }

    private static KestrelServer Start(KestrelOptions options) => KestrelServer.StartAsync(options, AnswerAsync).GetAwaiter().GetResult();

    private static async Task AnswerAsync(HttpContext context)
    {
        var (request, response, ended) = (context.Request, context.Response, context.RequestAborted);
        switch (request.Path.Value)
        {
            case "/none":
                response.StatusCode = 404;
                await response.WriteAsync("not here", ended);
                return;
            case "/plain":
                response.ContentType = "text/plain";
                await response.WriteAsync("words", ended);
                return;
            case "/moved":
                response.Redirect("/count?to=3");
                return;
        }
        response.ContentType = "text/event-stream; charset=utf-8";
        switch (request.Path.Value)
        {
            case "/comment":
                await response.WriteAsync(": connected\n\n", ended);
                break;
            case "/echo":
                using (var reader = new StreamReader(request.Body))
                {
                    var body = await reader.ReadToEndAsync(ended);
                    await response.WriteAsync($"data: {request.Method} {request.Headers.Accept} {request.Headers["X-Told"]} {body}\n\n", ended);
                }
                break;
            case "/silent":
                await response.Body.FlushAsync(ended);
                await HoldAsync(ended);
                break;
            case "/count":
                var to = int.Parse(request.Query["to"]!, CultureInfo.InvariantCulture);
                for (var i = 1; i <= to; i++) await response.WriteAsync($"id: {i}\nevent: tick\ndata: one\ndata: of {to}\n\n", ended);
                break;
            default:
                for (var i = 1; i <= 3; i++)
                {
                    await response.WriteAsync($"id: {i}\nevent: tick\ndata: {i}\n\n", ended);
                    await response.Body.FlushAsync(ended);
                }
                await HoldAsync(ended);
                break;
        }
    }

    private static async Task HoldAsync(CancellationToken ended)
    {
        try
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, ended);
        }
        catch (OperationCanceledException)
        {
            // The script is gone.
        }
    }
}
