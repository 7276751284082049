namespace Dyno.K6.Tests;

/// <summary>Where the connections of virtual users come from: the option <c>localIPs</c>.</summary>
public sealed class LocalAddressTests
{
    // Every way in which a request is sent, and so a connection opened.
    private const string Script = """
        import http from 'k6/http';
        export const options = { insecureSkipTLSVerify: true, scenarios: { s: { executor: 'per-vu-iterations', vus: 4, iterations: 2 } } };
        const at = (what) => `${__ENV.BASE}/${what}?vu=${__VU}`;
        export function setup() { http.get(at('setup')); }
        export default function () {
          http.get(at('get'));
          http.post(at('post'), 'body', { headers: { Connection: 'close' } });
          http.batch([at('batch1'), at('batch2'), at('batch3')]);
          http.asyncRequest('GET', at('later'));
        }
        """;

    [Theory]
    [InlineData(VuLayout.Isolated, false)]
    [InlineData(VuLayout.Dense, false)]
    [InlineData(VuLayout.Isolated, true)]
    [InlineData(VuLayout.Dense, true)]
    public async Task Every_connection_of_a_user_comes_from_its_address(VuLayout layout, bool isTls)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere loopback has one address");
        var seen = new ConcurrentBag<(string What, string Vu, string From)>();
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = isTls ? TestCertificates.Good : null }, context =>
        {
            seen.Add((context.Request.Path.Value![1..], context.Request.Query["vu"]!, context.Connection.RemoteIpAddress!.ToString()));
            return Task.CompletedTask;
        });

        var run = await ScriptRunner.RunAsync(Script, server, change: request => request with { Layout = layout, Flags = [("localIPs", "--local-ips", "127.0.0.2-127.0.0.4")] });

        run.ExitCode.ShouldBe(0, run.Error);
        run.Metric("http_req_failed", "rate").ShouldBe(0);
        seen.ShouldContain(("setup", "0", "127.0.0.2"));
        foreach (var (vu, from) in (ReadOnlySpan<(string, string)>)[("1", "127.0.0.2"), ("2", "127.0.0.3"), ("3", "127.0.0.4"), ("4", "127.0.0.2")])
        {
            seen.Where(s => s.Vu == vu).Select(s => s.From).Distinct().ShouldBe([from]);
            seen.Where(s => s.Vu == vu).Select(s => s.What).Distinct().Order(StringComparer.Ordinal).ShouldBe(["batch1", "batch2", "batch3", "get", "later", "post"]);
        }
    }

    [Theory]
    [InlineData(VuLayout.Isolated, "192.0.2.1")]
    [InlineData(VuLayout.Dense, "192.0.2.1")]
    [InlineData(VuLayout.Isolated, "::1")]
    [InlineData(VuLayout.Dense, "::1")]
    public async Task A_request_that_cannot_come_from_its_address_fails_and_says_from_where(VuLayout layout, string address)
    {
        await using var server = await KestrelServer.StartAsync();

        var run = await ScriptRunner.RunAsync("import http from 'k6/http'; export default function () { console.log(http.get(__ENV.BASE).error); }",
            server, change: request => request with { Layout = layout, Flags = [("localIPs", "--local-ips", address)] });

        run.Log.ShouldContain($"(from {address})");
        server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task In_a_script_it_does_not_count_as_in_k6()
    {
        var run = await ScriptRunner.RunAsync("export const options = { localIPs: '192.0.2.1' }; export default function () {}");

        run.ExitCode.ShouldBe(0, run.Error);
        run.Warnings.ShouldContain(w => w.Contains("write it as a flag, or as K6_LOCAL_IPS", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_names_no_address_is_refused()
    {
        var run = await ScriptRunner.RunAsync("export default function () {}", environment: e => e["K6_LOCAL_IPS"] = "127.0.0.2,eth0");

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("'eth0' is not an address, range or network");
    }
}
