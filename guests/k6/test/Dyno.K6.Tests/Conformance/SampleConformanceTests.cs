using System.IO.Compression;

namespace Dyno.K6.Tests;

/// <summary>Which samples a script makes, with which tags and values, as <c>--out json</c> writes them.</summary>
public sealed class SampleConformanceTests
{
    private const string Script = """
        import http from 'k6/http';
        import { check, group, sleep } from 'k6';
        import exec from 'k6/execution';
        import { Counter, Trend, Gauge, Rate } from 'k6/metrics';
        const c = new Counter('c'), t = new Trend('t', true), g = new Gauge('g'), r = new Rate('r');
        export const options = {
          tags: { run: 'yes' },
          systemTags: ['proto', 'status', 'method', 'url', 'name', 'group', 'check', 'error', 'error_code',
            'scenario', 'expected_response', 'vu', 'iter', 'ip'],
          thresholds: { 'http_req_duration{name:one}': ['max<60000'], c: ['count>0'] }, iterations: 2,
        };
        export function setup() { http.get(__ENV.BASE + '/get?setup') }
        export default function () {
          http.get(__ENV.BASE + '/get', { tags: { name: 'one', own: 'x' } });
          http.post(__ENV.BASE + '/status/404');
          http.get(__ENV.BASE + '/redirect/1');
          http.get('http://127.0.0.1:1/');
          http.get(__ENV.BASE.replace('//', '//u:p@') + '/get?masked');
          http.get(__ENV.BASE + '/get?none', { responseCallback: null });
          group('outer', () => group('inner', () => { check(1, { inside: true }, { extra: 'e' }); c.add(2, { k: 'v' }) }));
          check(0, { outside: (v) => v === 1 });
          exec.vu.tags.later = 'l';
          t.add(5); g.add(7); r.add(false); r.add(true);
        }
        export function teardown() { c.add(9) }
        """;

    private static readonly Lazy<Task<Sample[]>> Samples = new(RunAsync);

    // metric, tags it is found by, what it must have: value=…, a tag's value, or -tag for one it must not have
    private static readonly (string Metric, string By, string Expected)[] Cases =
    [
        ("http_reqs", "name=one", "value=1"),
        ("http_reqs", "name=one", "url=one"),
        ("http_reqs", "name=one", "own=x"),
        ("http_reqs", "name=one", "method=GET"),
        ("http_reqs", "name=one", "status=200"),
        ("http_reqs", "name=one", "proto=HTTP/1.1"),
        ("http_reqs", "name=one", "scenario=default"),
        ("http_reqs", "name=one", "group="),
        ("http_reqs", "name=one", "run=yes"),
        ("http_reqs", "name=one", "ip=127.0.0.1"),
        ("http_reqs", "name=one", "expected_response=true"),
        ("http_reqs", "name=one", "-error"),
        ("http_reqs", "name=one", "-check"),
        ("http_reqs", "name=one", "-vu"),
        ("http_reqs", "name=one", "meta:vu=1"),
        ("http_reqs", "name=one", "meta:iter=0"),
        ("http_req_failed", "name=one", "value=0"),
        ("http_req_failed", "status=404", "value=1"),
        ("http_req_failed", "status=404", "expected_response=false"),
        ("http_req_failed", "status=404", "error_code=1404"),
        ("http_req_failed", "status=404", "method=POST"),
        ("http_reqs", "status=302", "value=1"),
        ("http_req_failed", "status=302", "value=0"),
        ("http_req_duration", "error_code=1212", "status=0"),
        ("http_req_failed", "error_code=1212", "value=1"),
        ("http_req_failed", "error_code=1212", "error=dial: connection refused"),
        ("http_reqs", "masked", "status=200"),
        ("http_reqs", "none", "-expected_response"),
        ("http_reqs", "setup", "group=::setup"),
        ("http_reqs", "setup", "-scenario"),
        ("http_req_blocked", "name=one", "method=GET"),
        ("http_req_connecting", "name=one", "method=GET"),
        ("http_req_tls_handshaking", "name=one", "value=0"),
        ("http_req_sending", "name=one", "method=GET"),
        ("http_req_waiting", "name=one", "method=GET"),
        ("http_req_receiving", "name=one", "method=GET"),
        ("checks", "check=inside", "value=1"),
        ("checks", "check=inside", "group=::outer::inner"),
        ("checks", "check=inside", "extra=e"),
        ("checks", "check=outside", "value=0"),
        ("checks", "check=outside", "group="),
        ("group_duration", "group=::outer", "scenario=default"),
        ("group_duration", "group=::outer::inner", "scenario=default"),
        ("c", "k=v", "value=2"),
        ("c", "k=v", "group=::outer::inner"),
        ("c", "group=::teardown", "value=9"),
        ("t", "later=l", "value=5"),
        ("g", "later=l", "value=7"),
        ("r", "later=l", "value=0"),
        ("iterations", "scenario=default", "value=1"),
        ("iterations", "scenario=default", "meta:iter=0"),
        ("iterations", "scenario=default", "meta:vu=1"),
        ("iteration_duration", "scenario=default", "meta:iter=0"),
        ("iteration_duration", "scenario=default", "group="),
        ("data_sent", "scenario=default", "-url"),
        ("data_received", "scenario=default", "-url"),
    ];

    internal static IEnumerable<string> Apis => Cases.Select(c => $"metrics {c.Metric}").Append("outputs json");

    internal static int Count => Cases.Length;

    public static TheoryData<int, string> Rows
    {
        get
        {
            var rows = new TheoryData<int, string>();
            for (var i = 0; i < Cases.Length; i++) rows.Add(i, $"{Cases[i].Metric} {{{Cases[i].By}}} {Cases[i].Expected}");
            return rows;
        }
    }

    [Theory, MemberData(nameof(Rows))]
    public async Task Samples_carry_what_k6_gives_them(int index, string row)
    {
        var (metric, by, expected) = Cases[index];
        var found = (await Samples.Value).Where(s => s.Metric == metric && s.Fits(by)).ToList();
        found.ShouldNotBeEmpty(row);
        if (expected[0] == '-') { found[0].Tags.ShouldNotContainKey(expected[1..], row); return; }
        var (name, value) = (expected[..expected.IndexOf('=')], expected[(expected.IndexOf('=') + 1)..]);
        var got = name == "value" ? found[0].Value.ToString(System.Globalization.CultureInfo.InvariantCulture)
            : name.StartsWith("meta:", StringComparison.Ordinal) ? found[0].Metadata[name[5..]] : found[0].Tags[name];
        got.ShouldBe(value, row);
    }

    [Fact]
    public async Task Each_metric_is_described_once_before_its_first_sample()
    {
        var lines = await LinesAsync();
        var first = JsonDocument.Parse(lines[0]).RootElement;
        first.GetProperty("type").GetString().ShouldBe("Metric");
        first.GetProperty("data").GetProperty("type").GetString().ShouldNotBeNull();
        var described = lines.Select(l => JsonDocument.Parse(l).RootElement).Where(l => l.GetProperty("type").GetString() == "Metric").ToList();
        described.Select(d => d.GetProperty("metric").GetString()).ShouldBeUnique();
        var duration = described.Single(d => d.GetProperty("metric").GetString() == "http_req_duration").GetProperty("data");
        duration.GetProperty("contains").GetString().ShouldBe("time");
        var parts = duration.GetProperty("submetrics").EnumerateArray().ToDictionary(part => part.GetProperty("name").GetString()!);
        parts.Keys.ShouldBe(["http_req_duration{name:one}", "http_req_duration{expected_response:true}"], ignoreOrder: true);
        parts["http_req_duration{name:one}"].GetProperty("suffix").GetString().ShouldBe("name:one");
        parts["http_req_duration{name:one}"].GetProperty("tags").GetProperty("name").GetString().ShouldBe("one");
        described.Single(d => d.GetProperty("metric").GetString() == "c").GetProperty("data").GetProperty("thresholds")[0].GetString().ShouldBe("count>0");
    }

    [Fact]
    public async Task A_file_that_ends_with_gz_is_compressed()
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.json.gz");
        try
        {
            await using var server = await EchoServer.StartAsync();
            await ScriptRunner.RunAsync("export default function () {}", server, change: r => r with { Outputs = [$"json={file}"] });
            await using var plain = new GZipStream(File.OpenRead(file), CompressionMode.Decompress);
            (await new StreamReader(plain).ReadToEndAsync(TestContext.Current.CancellationToken)).ShouldContain("\"metric\":\"iterations\"");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task An_output_that_cannot_be_written_says_so()
    {
        var run = await ScriptRunner.RunAsync("export default function () {}", change: r => r with { Outputs = ["json=/dev/null/x"] });
        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("cannot be written");
    }

    [Fact]
    public async Task The_folder_of_an_output_is_made()
    {
        var folder = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}");
        var file = Path.Combine(folder, "in", "it");
        try
        {
            var run = await ScriptRunner.RunAsync("export default function () {}", change: r => r with { Outputs = [$"json={file}"] });
            run.ExitCode.ShouldBe(0, run.Error);
            (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldContain("iteration_duration");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>A file of an earlier run stays whole until nothing can stop this one.</summary>
    [Theory]
    [InlineData("json={0}|json=/dev/null/x", "{}", "cannot be written")]
    [InlineData("json={0}", "{ vus: 0 }", "write a number from 1")]
    [InlineData("json={0}", "{ paused: true }", "begins paused")]
    [InlineData("json={0}", "{ vus: 20000000, iterations: 20000000 }", "can be isolated")]
    public async Task A_run_that_does_not_begin_leaves_the_files_of_its_outputs_alone(string outputs, string options, string because)
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.json");
        try
        {
            await File.WriteAllTextAsync(file, "kept", TestContext.Current.CancellationToken);
            (await ErrorOf(options, string.Format(null, outputs, file).Split('|'))).ShouldContain(because);
            (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldBe("kept");
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static async Task<string> ErrorOf(string options, string[] outputs)
    {
        try
        {
            return (await ScriptRunner.RunAsync($"export const options = {options}; export default function () {{}}",
                change: r => r with { Outputs = [.. outputs], Layout = VuLayout.Isolated })).Error;
        }
        catch (UserFault e)
        {
            return e.Message;
        }
    }

    [Fact]
    public async Task Starts_that_are_not_made_are_written_while_the_run_goes_on()
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.json");
        try
        {
            await ScriptRunner.RunAsync("""
                import { sleep } from 'k6';
                export const options = { scenarios: { a: {
                  executor: 'constant-arrival-rate', rate: 10, duration: '3s', preAllocatedVUs: 1, gracefulStop: '0s' } } };
                export default () => sleep(0.7)
                """, change: r => r with { Outputs = ["json=" + file] });
            (await File.ReadAllLinesAsync(file, TestContext.Current.CancellationToken))
                .Count(line => line.StartsWith("""{"metric":"dropped_iterations","type":"Point",""", StringComparison.Ordinal)).ShouldBeGreaterThan(1);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static async Task<Sample[]> RunAsync() => [.. (await LinesAsync()).Select(l => JsonDocument.Parse(l).RootElement)
        .Where(l => l.GetProperty("type").GetString() == "Point").Select(Sample.Of)];

    private static async Task<string[]> LinesAsync()
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.json");
        try
        {
            await using var server = await EchoServer.StartAsync();
            var run = await ScriptRunner.RunAsync(Script, server, change: r => r with { Outputs = [$"json={file}"] });
            run.ExitCode.ShouldBe(0, run.Error + run.Log);
            return await File.ReadAllLinesAsync(file);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private sealed record Sample(string Metric, double Value, Dictionary<string, string> Tags, Dictionary<string, string> Metadata)
    {
        public static Sample Of(JsonElement line)
        {
            var data = line.GetProperty("data");
            return new Sample(line.GetProperty("metric").GetString()!, data.GetProperty("value").GetDouble(), Map(data, "tags"), Map(data, "metadata"));
        }

        // "a=b": that tag; a word: in the URL
        public bool Fits(string by)
        {
            var at = by.IndexOf('=');
            return at < 0 ? Tags.GetValueOrDefault("url", "").EndsWith("?" + by, StringComparison.Ordinal) : Tags.GetValueOrDefault(by[..at]) == by[(at + 1)..];
        }

        private static Dictionary<string, string> Map(JsonElement data, string name) =>
            data.TryGetProperty(name, out var map) ? map.EnumerateObject().ToDictionary(t => t.Name, t => t.Value.GetString()!) : [];
    }
}
