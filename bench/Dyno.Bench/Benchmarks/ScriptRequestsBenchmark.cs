namespace Dyno.Bench;

/// <summary>
/// The cost of requests in k6 scripts beyond the bare GET of the benchmark "k6": each has two checks, and the users share a machine.
/// </summary>
internal sealed class ScriptRequestsBenchmark : IBenchmark
{
    private const string Json = "{ headers: { 'Content-Type': 'application/json', Authorization: 'Bearer 0123456789' }, tags: { name: 'item' } }";

    // The canned server takes a request as complete when it ends with an empty line.
    private static readonly ImmutableArray<(string Name, bool Tls, string Script)> Ways =
    [
        ("http.get(url)", false, Script("http.get(__ENV.URL)")),
        ("over https", true, Script("http.get(__ENV.URL)")),
        ("with headers and tags", false, Script($"http.get(__ENV.URL, {Json})")),
        ("a URL of its own each time", false, Script("http.get(`${__ENV.URL}?n=${__ITER}`, { tags: { name: 'item' } })")),
        ("http.post() of JSON", false, Script($"http.post(__ENV.URL, JSON.stringify({{ id: __ITER, name: 'someone' }}) + '\\r\\n\\r\\n', {Json})")),
        ("with a cookie", false, Script("(__ITER > 0 || http.cookieJar().set(__ENV.URL, 'session', '0123456789'), http.get(__ENV.URL))")),
        ("checks of timings and headers", false, Script("http.get(__ENV.URL)", "r.timings.duration < 500", "r.headers['Content-Type'] === 'text/plain'")),
        ("http.batch() of four", false, Script("http.batch([__ENV.URL, __ENV.URL, __ENV.URL, __ENV.URL])[3]")),
    ];

    public string Name => "k6-requests";

    public string What => "k6 scripts, dense, 100 users: what they do with requests against a bare http.get(), two checks each";

    public string Run(BenchOptions options)
    {
        using var plain = RunningServer.Start(options.ServerCpu, tls: false);
        using var tls = RunningServer.Start(options.ServerCpu, tls: true);
        var rounds = PairedRounds.Run(Ways.Length, options,
            i => IterationCost.Measure(ScriptClient.Dense, Ways[i].Script, (Ways[i].Tls ? tls : plain).Url, options).SteadyMicros);
        var table = new MarkdownTable("an iteration", "CPU µs, steady", "ratio");
        for (var i = 0; i < Ways.Length; i++)
            table.Add(Ways[i].Name, Spread.Of(rounds[i]).Show("0.00"), i == 0 ? "1" : Spread.Of(rounds[i].Zip(rounds[0], (one, bare) => one / bare)).Show("0.00"));
        return table.ToString();
    }

    private static string Script(string request, string first = "r.status === 200", string second = "r.body.length > 0") => $$"""
        import http from 'k6/http';
        import { check } from 'k6';
        export const options = { noCookiesReset: true };
        export default function () {
          const r = {{request}};
          check(r, { first: (r) => {{first}}, second: (r) => {{second}} });
        }
        """;
}
