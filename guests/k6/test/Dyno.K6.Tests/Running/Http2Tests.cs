using System.Globalization;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.K6.Tests;

/// <summary>Scripts against a server that takes HTTP/2, which both layouts and every way to send agree on, as k6 does.</summary>
public sealed class Http2Tests
{
    private static readonly KestrelOptions Both = new() { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good };

    public static TheoryData<VuLayout> Layouts => [VuLayout.Isolated, VuLayout.Dense];

    [Theory, MemberData(nameof(Layouts))]
    public async Task A_script_sees_HTTP_2_and_its_metrics_count_it(VuLayout layout)
    {
        await using var server = await KestrelServer.StartAsync(Both, context =>
        {
            context.Response.Headers["x-num"] = "7";
            context.Response.Headers.SetCookie = "id=12; Path=/";
            return context.Response.WriteAsync("{ \"a\": [1, 2] }");
        });

        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { vus: 3, iterations: 30, insecureSkipTLSVerify: true,
              thresholds: { 'http_reqs{proto:HTTP/2.0}': ['count==90'], 'http_reqs{tls_version:tls1.3}': ['count==90'], checks: ['rate==1'] } };
            export default function () {
              const r = http.get(__ENV.BASE + '/a');
              const p = http.post(__ENV.BASE + '/b', { k: 'v' }, { headers: { 'X-My': 'one' } });
              const h = http.head(__ENV.BASE + '/c');
              if (__VU === 1 && __ITER === 0) console.log([r.proto, r.status_text, r.headers['X-Num'],
                r.headers['Content-Type'] || '-', r.json('a.1'), r.cookies.id[0].value, r.tls_version, p.status, h.status, h.body,
                r.timings.duration > 0, r.remote_port > 0].join(' '));
            }
            """, server, change: request => request with { Layout = layout });

        run.Error.ShouldBeEmpty();
        run.LogLines.Where(l => l.StartsWith("HTTP", StringComparison.Ordinal)).ShouldBe(["HTTP/2.0 200 OK 7 - 2 12 tls1.3 200 200  true true"]);
        run.ExitCode.ShouldBe(0, run.Summary);
        run.Metric("http_reqs", "count").ShouldBe(90);
        run.Metric("http_req_failed", "rate").ShouldBe(0);
        run.Metric("data_received", "count").ShouldBeGreaterThan(90 * 15);
        run.Metric("http_req_tls_handshaking", "max").ShouldBeGreaterThan(0);
        run.Metric("http_req_waiting", "min").ShouldBeGreaterThan(0);
        server.Seen.Count.ShouldBe(90);
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2");
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(3, "each virtual user has its own, for all of its requests");
        var posted = server.Seen.First(r => r.Method == "POST");
        (posted.Headers["X-My"], posted.Headers["Content-Length"], posted.Headers["Cookie"]).ShouldBe(("one", "3", "id=12"));
    }

    [Theory, MemberData(nameof(Layouts))]
    public async Task A_batch_is_streams_of_one_connection(VuLayout layout)
    {
        await using var server = await KestrelServer.StartAsync(Both, async context =>
        {
            await Task.Delay(20);
            await context.Response.WriteAsync(context.Request.Path);
        });

        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true, batchPerHost: 12, batch: 12, scenarios: {
              batch: { executor: 'shared-iterations', exec: 'batch', vus: 1, iterations: 3 },
              together: { executor: 'shared-iterations', exec: 'together', vus: 1, iterations: 1 } } };
            const urls = Array.from({ length: 12 }, (_, i) => `${__ENV.BASE}/${i}`);
            export function batch() { console.log(http.batch(urls).map((r) => r.body + r.proto).join(' ')); }
            export async function together() {
              const answers = await Promise.all(urls.map((u) => http.asyncRequest('GET', u)));
              console.log(answers.map((r) => r.body + r.proto).join(' '));
            }
            """, server, change: request => request with { Layout = layout });

        var expected = string.Join(' ', Enumerable.Range(0, 12).Select(i => $"/{i.ToString(CultureInfo.InvariantCulture)}HTTP/2.0"));
        run.Error.ShouldBeEmpty();
        run.LogLines.ShouldBe([expected, expected, expected, expected]);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(2, "each of the two virtual users has one");
        run.Metric("http_req_connecting", "max").ShouldBeGreaterThan(0);
    }

    [Theory, MemberData(nameof(Layouts))]
    public async Task Redirects_time_outs_resets_and_new_connections_are_as_over_HTTP_1(VuLayout layout)
    {
        await using var server = await KestrelServer.StartAsync(Both, async context =>
        {
            switch (context.Request.Path)
            {
                case "/go": context.Response.Redirect("/there"); break;
                case "/slow": await Task.Delay(30_000, context.RequestAborted); break;
                case "/reset": context.Abort(); break;
                default: await context.Response.WriteAsync("here"); break;
            }
        });

        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { iterations: 2, noVUConnectionReuse: true, insecureSkipTLSVerify: true };
            export default function () {
              const r = http.get(__ENV.BASE + '/go');
              const s = http.get(__ENV.BASE + '/slow', { timeout: 200 });
              const x = http.get(__ENV.BASE + '/reset');
              const y = http.get(__ENV.BASE + '/after');
              console.log([r.url.endsWith('/there'), r.body, s.error_code, s.error, s.status, x.status, x.error_code, y.body].join('|'));
            }
            """, server, change: request => request with { Layout = layout });

        run.LogLines.Where(l => l.StartsWith("true", StringComparison.Ordinal)).ShouldBe(Enumerable.Repeat("true|here|1050|request timeout|0|0|1633|here", 2));
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(2);
    }

    [Theory, MemberData(nameof(Layouts))]
    public async Task HTTP_1_is_spoken_where_the_server_or_the_user_wants_it(VuLayout layout)
    {
        const string Script = """
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true };
            export default function () { console.log(http.get(__ENV.BASE).proto + ' ' + http.batch([__ENV.BASE, __ENV.BASE]).map((r) => r.proto)) }
            """;
        const string Http11 = "HTTP/1.1 HTTP/1.1,HTTP/1.1";
        await using var older = await KestrelServer.StartAsync(Both with { Protocols = HttpProtocols.Http1 });
        await using var both = await KestrelServer.StartAsync(Both);
        (await ScriptRunner.RunAsync(Script, older, change: request => request with { Layout = layout })).LogLines.ShouldBe([Http11]);
        var forced = await ScriptRunner.RunAsync(Script, both, v => v["GODEBUG"] = "x=1,http2client=0", request => request with { Layout = layout });
        forced.LogLines.ShouldBe([Http11]);
    }
}
