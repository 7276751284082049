namespace Dyno.K6.Tests;

/// <summary>One row: where options stand, and what is in force of them.</summary>
/// <param name="Api">The option, as docs/k6.md lists it.</param>
/// <param name="Script">The script's <c>options</c>, JavaScript.</param>
/// <param name="Elsewhere">
/// Further places, apart by blanks: <c>K6_NAME=VALUE</c> of the environment, <c>option:VALUE</c> of a flag, <c>{…}</c> of the
/// configuration file.
/// </param>
/// <param name="Path">Where to look in <c>dyno inspect --execution-requirements</c>; <c>problem</c>: in what is said instead.</param>
/// <param name="Expected">JSON, or a part of the problem.</param>
public sealed record OptionCase(string Api, string Script, string Elsewhere, string Path, string Expected);

public sealed class OptionConformanceTests
{
    private static readonly OptionCase[] Cases =
    [
        new("options vus", "{ vus: 3, duration: '2s' }", "", "scenarios.default.vus", "3"),
        new("options vus", "{ vus: 3 }", "", "scenarios.default.executor", "\"shared-iterations\""),
        new("options vus", "{ vus: 3 }", "", "scenarios.default.iterations", "3"),
        new("options vus", "{ scenarios: { a: { executor: 'constant-vus', duration: '1s' } } }", "vus:2", "scenarios.default.vus", "2"),
        new("options duration", "{ duration: '1m30s' }", "", "scenarios.default.executor", "\"constant-vus\""),
        new("options duration", "{ duration: 2000 }", "", "totalDuration", "\"32s\""),
        new("options duration", "{ duration: '1d' }", "", "totalDuration", "\"24h0m30s\""),
        new("options duration", "{ stages: [{ duration: '90s', target: 1 }, { duration: 120000, target: 0 }] }", "", "scenarios.default.stages", "[{\"duration\":\"1m30s\",\"target\":1},{\"duration\":\"2m0s\",\"target\":0}]"),
        new("options setupTimeout", "{ setupTimeout: '60s' }", "", "setupTimeout", "\"1m0s\""),
        new("options iterations", "{ iterations: 10 }", "", "scenarios.default.iterations", "10"),
        new("options iterations", "{ iterations: 10, duration: '5s' }", "", "scenarios.default.maxDuration", "\"5s\""),
        new("options stages", "{ stages: [{ duration: '1s', target: 7 }] }", "", "scenarios.default.executor", "\"ramping-vus\""),
        new("options stages", "{ stages: [{ duration: '1s', target: 7 }] }", "", "maxVUs", "7"),
        new("options stages", "{}", "K6_STAGES=1s:2,2s:4", "scenarios.default.stages.1.target", "4"),
        new("options stages", "{}", "stages:1s:2 stages:3s:9", "maxVUs", "9"),
        new("options (none)", "{}", "", "scenarios.default.executor", "\"per-vu-iterations\""),
        new("options (none)", "{}", "", "maxVUs", "1"),
        new("options precedence", "{ iterations: 4 }", "{\"iterations\":8}", "scenarios.default.iterations", "4"),
        new("options precedence", "{ iterations: 4 }", "K6_ITERATIONS=6", "scenarios.default.iterations", "6"),
        new("options precedence", "{ iterations: 4 }", "K6_ITERATIONS=6 iterations:7", "scenarios.default.iterations", "7"),
        new("options precedence", "{ stages: [{ duration: '1s', target: 7 }] }", "iterations:3", "scenarios.default.executor", "\"shared-iterations\""),
        new("options precedence", "{ vus: 5, iterations: 10 }", "duration:3s", "scenarios.default.vus", "5"),
        new("options precedence", "{ tags: { a: 'script' } }", "tags:b=flag", "tags", "{\"b\":\"flag\"}"),
        new("options precedence", "{ thresholds: { checks: ['rate>0.5'] } }", "K6_THRESHOLDS={\"iterations\":[\"count>0\"]}", "thresholds", "{\"iterations\":[\"count>0\"]}"),
        new("options (letter case)", "{ VUs: 4, Duration: '3s' }", "", "scenarios.default.vus", "4"),
        new("options (letter case)", "{ discardresponsebodies: true }", "", "discardResponseBodies", "true"),
        new("options (letter case)", "{ scenarios: { a: { executor: 'ramping-vus', startvus: 6, Stages: [{ Duration: '1s', target: 2 }] } } }", "", "scenarios.a.startVUs", "6"),
        new("options (letter case)", "{}", "{\"iTERATIONS\":8}", "scenarios.default.iterations", "8"),
        new("options (letter case)", "{ scenarios: { a: { executor: 'constant-vus', duration: '1s', startvu: 6 } } }", "", "problem", "constant-vus has no such setting"),
        new("options rps", "{}", "K6_RPS=50", "rps", "50"),
        new("options batch", "{}", "batch:7", "batch", "7"),
        new("options batchPerHost", "{}", "K6_BATCH_PER_HOST=3", "batchPerHost", "3"),
        new("options maxRedirects", "{ maxRedirects: 2 }", "", "maxRedirects", "2"),
        new("options userAgent", "{}", "userAgent:me", "userAgent", "\"me\""),
        new("options throw", "{}", "K6_THROW=true", "throw", "true"),
        new("options noConnectionReuse", "{}", "K6_NO_CONNECTION_REUSE=1", "noConnectionReuse", "true"),
        new("options noVUConnectionReuse", "{ noVUConnectionReuse: true }", "", "noVUConnectionReuse", "true"),
        new("options discardResponseBodies", "{}", "K6_DISCARD_RESPONSE_BODIES=false", "discardResponseBodies", "false"),
        new("options insecureSkipTLSVerify", "{}", "K6_INSECURE_SKIP_TLS_VERIFY=TRUE", "insecureSkipTLSVerify", "true"),
        new("options blacklistIPs", "{}", "K6_BLACKLIST_IPS=10.0.0.0/8,192.168.0.0/16", "blacklistIPs.1", "\"192.168.0.0/16\""),
        new("options blockHostnames", "{}", "K6_BLOCK_HOSTNAMES=*.a.com,b.com", "blockHostnames.0", "\"*.a.com\""),
        new("options blockHostnames", "{ blockHostnames: ['*', '*.a.com', '*a.com', 'a_1.com'] }", "", "blockHostnames.2", "\"*a.com\""),
        new("options blockHostnames", "{ blockHostnames: ['a*.test'] }", "", "problem", "a '*' at the beginning only"),
        new("options blockHostnames", "{ blockHostnames: ['a.test:443'] }", "", "problem", "'a.test:443' is not a host name or pattern"),
        new("options blockHostnames", "{}", "K6_BLOCK_HOSTNAMES=https://a.test", "problem", "'https://a.test' is not a host name or pattern"),
        new("options dns", "{}", "K6_DNS=ttl=1m,select=first,policy=onlyIPv4", "dns.policy", "\"onlyIPv4\""),
        new("options dns", "{ dns: { policy: 'never' } }", "", "problem", "preferIPv4"),
        new("options dns", "{ dns: { select: 'never' } }", "", "problem", "roundRobin"),
        new("options dns", "{ dns: { ttl: 'soon' } }", "", "problem", "write 5m, 0 or inf"),
        new("options dns", "{ dns: { policy: '3', select: 1 } }", "", "problem", "'3' is not a policy"),
        new("options dns", "{}", "dns:select=7", "problem", "write random, roundRobin or first"),
        new("options hosts", "{ hosts: { '*.a.com': '1.2.3.4:81' } }", "", "hosts", "{\"*.a.com\":\"1.2.3.4:81\"}"),
        new("options hosts", "{ hosts: { 'a.com': 'b.com' } }", "", "problem", "not an IP address"),
        new("options hosts", "{ hosts: { 'a.*.com': '1.2.3.4' } }", "", "problem", "at the beginning"),
        new("options tlsCipherSuites", "{ tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA265'] }", "", "problem", "write TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
        new("options tlsCipherSuites", "{ tlsCipherSuites: ['TLS_AES_128_GCM_SHA256'] }", "", "tlsCipherSuites.0", "\"TLS_AES_128_GCM_SHA256\""),
        new("options tlsVersion", "{ tlsVersion: 'tls9' }", "", "problem", "TLS_1_2"),
        new("options tlsVersion", "{ tlsVersion: { min: 'tls1.2', max: 'tls1.3' } }", "", "tlsVersion.max", "\"tls1.3\""),
        new("options tlsVersion", "{ tlsVersion: { min: 'ssl3.0', max: 'tls1.3' } }", "", "tlsVersion.min", "\"ssl3.0\""),
        new("options tlsVersion", "{ tlsVersion: { min: 'tls1.3', max: 'tls1.2' } }", "", "problem", "min is a later version than max"),
        new("options tlsVersion", "{ tlsVersion: { min: 'tls1.4' } }", "", "problem", "tlsVersion.min: 'tls1.4' is not a TLS version"),
        new("options tlsVersion", "{ tlsVersion: ['tls1.2', 'tls1.3'] }", "", "problem", "write http.TLS_1_2, http.TLS_1_3 or { min"),
        new("options tlsVersion", "{ tlsVersion: 771 }", "", "problem", "'771' is not a TLS version"),
        new("options tlsAuth", "{ tlsAuth: [{ cert: 'x', key: 'y', domains: 'a.com' }] }", "", "problem", "write a list of texts"),
        new("options tlsAuth", "{ tlsAuth: [{ cert: 'x', key: '-----BEGIN ENCRYPTED PRIVATE KEY-----' }] }", "", "problem", "there is no password"),
        new("options thresholds", "{ thresholds: { checks: [{ threshold: 'rate>0.5', abortOnFail: 'yes' }] } }", "", "problem", "write true or false"),
        new("options tlsAuth", "{ tlsAuth: [{ cert: 'x' }] }", "", "problem", "cert or key is missing"),
        new("options tlsAuth", "{ tlsAuth: [{ cert: 'x', key: 'y' }] }", "", "problem", "cannot be used together"),
        new("options minIterationDuration", "{}", "K6_MIN_ITERATION_DURATION=2s", "minIterationDuration", "\"2s\""),
        new("options setupTimeout", "{ setupTimeout: 'x' }", "", "problem", "write a time"),
        new("options systemTags", "{ systemTags: ['url', 'metod'] }", "", "problem", "write method"),
        new("options systemTags", "{}", "K6_SYSTEM_TAGS=url,ip", "systemTags.1", "\"ip\""),
        new("options summaryTrendStats", "{ summaryTrendStats: ['avg', 'p(200)'] }", "", "problem", "p(200)"),
        new("options summaryTrendStats", "{}", "summaryTrendStats:avg,p(99.9),count", "summaryTrendStats.1", "\"p(99.9)\""),
        new("options summaryTimeUnit", "{ summaryTimeUnit: 'min' }", "", "problem", "s, ms or us"),
        new("options executionSegment", "{ vus: 4, iterations: 8, executionSegment: '0:1/2' }", "", "executionSegment", "\"0:1/2\""),
        new("options executionSegment", "{ executionSegment: '1:0' }", "", "problem", "executionSegment"),
        new("options executionSegmentSequence", "{ executionSegmentSequence: '0,1/2,1' }", "", "problem", "executionSegment"),
        new("options executionSegmentSequence", "{ executionSegment: '0:1/3', executionSegmentSequence: '0,1/3,2/3,1' }", "", "executionSegmentSequence", "\"0,1/3,2/3,1\""),
        new("options noSetup", "{}", "K6_NO_SETUP=maybe", "problem", "neither true nor false"),
        new("options vus", "{ vus: 0 }", "", "problem", "scenarios.default.vus is 0: write a number from 1"),
        new("options stages", "{ scenarios: { a: { executor: 'ramping-vus' } } }", "", "problem", "scenarios.a.stages: no stages are given"),
        new("options duration", "{ scenarios: { a: { executor: 'constant-vus', duration: 0 } } }", "", "problem", "write at least 1s"),
        new("options precedence", "5", "", "problem", "options is not an object"),
        new("options precedence", "[{ vus: 1 }]", "", "problem", "options is not an object"),
        new("options precedence", "() => 1", "", "problem", "options is not an object"),
        new("options precedence", "{}", "K6_VUS=x blockHostnames:a*b", "problem", "'a*b' is not a host name or pattern"),
        new("options scenarios", "{ duration: '1s', scenarios: { a: { executor: 'shared-iterations' } } }", "", "problem", "duration and scenarios are two ways"),
        new("options scenarios", "{ vus: 5, stages: [], scenarios: { a: { executor: 'shared-iterations' } } }", "", "maxVUs", "1"),
        new("options scenarios", "{ scenarios: { a: { executor: 'shared-iterations' } } }", "{\"duration\":\"1s\"}", "scenarios.a.iterations", "1"),
        new("options scenarios", "{ scenarios: {} }", "", "problem", "the object is empty"),
        new("options scenarios", "{ scenarios: { 'a b': { executor: 'constant-vus', duration: '1s' } } }", "", "problem", "cannot name a scenario"),
        new("options scenarios", "{ scenarios: { a: { executor: 'constant-vus' } } }", "", "problem", "duration: the value is missing"),
        new("options scenarios", "{ scenarios: { a: { executor: 'constant-vus', duration: '1s', gracefullStop: '1s' } } }", "", "problem", "write gracefulStop"),
        new("options scenarios", "{ scenarios: { a: { executor: 'per-vu-iterations', vus: 2, startTime: '5s', gracefulStop: '0s', maxDuration: '10s' } } }", "", "totalDuration", "\"15s\""),
        new("executors shared-iterations", "{ scenarios: { a: { executor: 'shared-iterations', vus: 5, iterations: 2 } } }", "", "problem", "fewer"),
        new("executors constant-arrival-rate", "{ scenarios: { a: { executor: 'constant-arrival-rate', duration: '1s', rate: 5, preAllocatedVUs: 2, maxVUs: 9 } } }", "", "maxVUs", "9"),
        new("executors constant-arrival-rate", "{ scenarios: { a: { executor: 'constant-arrival-rate', duration: '1s', rate: 5, preAllocatedVUs: 4, maxVUs: 2 } } }", "", "problem", "less than preAllocatedVUs"),
        new("executors ramping-arrival-rate", "{ scenarios: { a: { executor: 'ramping-arrival-rate', stages: [{ duration: '1s', target: 3 }], preAllocatedVUs: 2 } } }", "", "maxVUs", "2"),
        new("executors externally-controlled", "{ scenarios: { a: { executor: 'externally-controlled', vus: 2, maxVUs: 6, duration: '1s' } } }", "", "maxVUs", "6"),
        new("executors externally-controlled", "{ scenarios: { a: { executor: 'externally-controlled', vus: 8, maxVUs: 6, duration: '1s' } } }", "", "problem", "less than vus"),
        new("executors externally-controlled", "{ scenarios: { a: { executor: 'externally-controlled', vus: 1, duration: '1s', gracefulStop: '1s' } } }", "", "problem", "gracefulStop"),
        new("options ext", "{ ext: { loadimpact: { projectID: 1 } }, iterations: 2 }", "", "scenarios.default.iterations", "2"),
    ];

    public static TheoryData<int, string> Rows
    {
        get
        {
            var rows = new TheoryData<int, string>();
            for (var i = 0; i < Cases.Length; i++) rows.Add(i, $"{Cases[i].Api}: {Cases[i].Script} {Cases[i].Elsewhere} → {Cases[i].Path}");
            return rows;
        }
    }

    internal static IEnumerable<string> Apis => Cases.Select(c => c.Api);

    [Theory, MemberData(nameof(Rows))]
    public async Task Conforms(int index, string row)
    {
        var wanted = Cases[index];
        try
        {
            using var session = await K6Session.OpenAsync(RequestOf(wanted), []);
            var inspected = JsonNode.Parse(session.InspectRequirements())!;
            wanted.Path.ShouldNotBe("problem", row);
            Find(inspected, wanted.Path)!.ToJsonString(Readable).ShouldBe(wanted.Expected, row);
        }
        catch (UserFault problems)
        {
            wanted.Path.ShouldBe("problem", problems.Message);
            problems.Message.ShouldContain(wanted.Expected, customMessage: row);
        }
    }

    private static readonly JsonSerializerOptions Readable = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static K6Request RequestOf(OptionCase wanted)
    {
        var request = new K6Request
        {
            Script = "script.js",
            Text = $"export const options = {wanted.Script}; export default function () {{}}",
            Folder = Path.GetTempPath(),
            Log = new ScriptLog(null, LogFormat.Raw, isVerbose: false, TimeProvider.System),
        };
        foreach (var place in wanted.Elsewhere.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            request = place[0] == '{' ? request with { Config = place }
                : place.StartsWith("K6_", StringComparison.Ordinal)
                ? request with { Environment = request.Environment.Add(place.Split('=', 2)[0], place.Split('=', 2)[1]) }
                : request with { Flags = request.Flags.Add((place.Split(':', 2)[0], "--flag", place.Split(':', 2)[1])) };
        return request;
    }

    private static JsonNode? Find(JsonNode node, string path) =>
        path.Split('.').Aggregate((JsonNode?)node, (at, key) => at is JsonArray list ? list[int.Parse(key)] : at?[key]);
}
