using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;

namespace Dyno.K6.Tests;

/// <summary>A run that is asked and told things from outside while it goes on.</summary>
public sealed class ControlTests : IAsyncLifetime
{
    private readonly string _address = $"127.0.0.1:{FreePorts.Next()}";
    private readonly HttpClient _client = new();
    private KestrelServer _server = null!;

    private const string Paused = """
        import http from 'k6/http';
        import { sleep } from 'k6';
        export const options = { paused: true, scenarios: { s: { executor: 'constant-vus', vus: 2, duration: '10m', gracefulStop: '0s' } } };
        export function setup() { http.get(__ENV.BASE + '/get?setup'); }
        export default function () { http.get(__ENV.BASE + '/get?hold'); sleep(0.02); }
        export function teardown() { http.get(__ENV.BASE + '/get?teardown'); }
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _server = await EchoServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _server.DisposeAsync();
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Virtual_users_are_added_and_the_run_is_stopped_from_outside(VuLayout layout)
    {
        var run = ScriptRunner.RunAsync("""
            import http from 'k6/http';
            import { sleep } from 'k6';
            export const options = { scenarios: { s: { executor: 'externally-controlled', vus: 1, maxVUs: 4, duration: '10m' } } };
            export function setup() { return { token: 'abc' }; }
            export default function () { http.get(__ENV.BASE + '/get?vu=' + __VU); sleep(0.02); }
            """, _server, change: request => request with { Layout = layout, Address = _address });

        await UntilAsync(run, async () => (await GetAsync("/v1/status"))?["data"]!["attributes"]!["running"]!.GetValue<bool>() == true);
        await UntilAsync(run, async () => (await GetAsync("/v1/setup"))?["data"]!["attributes"]!["data"]?.ToJsonString() == """{"token":"abc"}""");
        var changed = await PatchAsync("""{"data":{"type":"status","id":"default","attributes":{"vus":3}}}""");
        changed["data"]!["attributes"]!["vus"]!.GetValue<int>().ShouldBe(3);
        await UntilAsync(run, () => Task.FromResult(_server.Seen.Select(s => s.Target).Distinct().Count() == 3));
        (await PatchAsync("""{"data":{"attributes":{"stopped":true}}}"""))["data"]!["attributes"]!["stopped"]!.GetValue<bool>().ShouldBeTrue();
        var outcome = await run;

        outcome.ExitCode.ShouldBe(103);
        outcome.Error.ShouldBe("the run was stopped through the REST interface");
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_paused_run_has_its_users_ready_and_begins_when_somebody_says_so(VuLayout layout)
    {
        var said = new List<string>();
        var run = ScriptRunner.RunAsync(Paused, _server, change: request => request with { Layout = layout, Address = _address, Tell = said.Add });

        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);
        var waiting = (await AttributesAsync())!;
        (waiting["paused"]!.GetValue<bool>(), waiting["running"]!.GetValue<bool>(), waiting["stopped"]!.GetValue<bool>()).ShouldBe((true, false, false));
        waiting["vus-max"]!.GetValue<int>().ShouldBe(2);
        _server.Seen.ShouldBeEmpty();
        said.ShouldHaveSingleItem().ShouldContain($"curl -X PATCH http://{_address}/v1/status");
        await PatchAsync("""{"data":{"attributes":{"paused":true}}}"""); // it is, already
        // As k6-operator says it.
        var begun = await PatchAsync("""{"data":{"attributes":{"paused":false,"stopped":false},"id":"default","type":"status"}}""");
        begun["data"]!["attributes"]!["paused"]!.GetValue<bool>().ShouldBeFalse();
        await UntilAsync(run, () => Task.FromResult(_server.Seen.Any(s => s.Target == "/get?hold")));
        (await PatchAsync("""{"data":{"attributes":{"paused":false}}}"""))["data"].ShouldNotBeNull("said once more");
        (await PatchAsync("""{"data":{"attributes":{"paused":true}}}"""))["errors"]![0]!["detail"]!.GetValue<string>().ShouldContain("externally-controlled");
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");
        var outcome = await run;

        outcome.ExitCode.ShouldBe(103);
        _server.Seen.Select(s => s.Target).Distinct().ShouldBe(["/get?setup", "/get?hold", "/get?teardown"]);
    }

    [Fact]
    public async Task A_paused_run_that_is_stopped_has_neither_set_up_nor_torn_down()
    {
        var run = ScriptRunner.RunAsync(Paused, _server, change: request => request with { Address = _address });

        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");
        var outcome = await run;

        outcome.ExitCode.ShouldBe(103);
        _server.Seen.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Setup_and_teardown_run_when_somebody_asks_for_them(VuLayout layout)
    {
        var run = ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { paused: true, noSetup: true, noTeardown: true, vus: 1, iterations: 1 };
            let calls = 0;
            export function setup() { http.get(__ENV.BASE + '/get?setup'); return { calls: ++calls }; }
            export default function (data) { http.get(__ENV.BASE + '/get?' + JSON.stringify(data)); }
            export function teardown(data) { http.get(__ENV.BASE + '/get?teardown' + data.calls); }
            """, _server, change: request => request with { Layout = layout, Address = _address });
        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);

        (await SetupAsync(HttpMethod.Post)).ShouldBe("""{"calls":1}""");
        (await SetupAsync(HttpMethod.Post)).ShouldBe("""{"calls":2}""");
        (await SetupAsync(HttpMethod.Get)).ShouldBe("""{"calls":2}""");
        var (status, body) = await SendAsync(HttpMethod.Post, "/v1/teardown");
        (status, body).ShouldBe((HttpStatusCode.OK, ""));
        (await SetupAsync(HttpMethod.Put, """{"calls":7}""")).ShouldBe("""{"calls":7}""");
        await PatchAsync("""{"data":{"attributes":{"paused":false}}}""");
        var outcome = await run;

        outcome.ExitCode.ShouldBe(0);
        _server.Seen.Select(s => Uri.UnescapeDataString(s.Target)).ShouldBe(
            ["/get?setup", "/get?setup", "/get?teardown2", """/get?{"calls":7}"""]);
    }

    [Fact]
    public async Task Setup_data_may_be_put_as_null_and_is_then_undefined()
    {
        var run = ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { paused: true, noSetup: true };
            export default function (data) { http.get(__ENV.BASE + '/get?' + typeof data); }
            """, _server, change: request => request with { Address = _address });
        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);

        (await SetupAsync(HttpMethod.Put, new string(' ', 100_000) + "[1]")).ShouldBe("[1]");
        (await SetupAsync(HttpMethod.Put, "null")).ShouldBeNull();
        (await SetupAsync(HttpMethod.Post)).ShouldBeNull("the script has no setup()");
        var (status, body) = await SendAsync(HttpMethod.Put, "/v1/setup", "{ a }");
        status.ShouldBe(HttpStatusCode.BadRequest);
        body.ShouldContain("not JSON");
        await PatchAsync("""{"data":{"attributes":{"paused":false}}}""");

        (await run).ExitCode.ShouldBe(0);
        _server.Seen.ShouldHaveSingleItem().Target.ShouldBe("/get?undefined");
    }

    [Fact]
    public async Task A_setup_that_fails_where_somebody_asked_for_it_leaves_the_run_alone()
    {
        var run = ScriptRunner.RunAsync("""
            export const options = { paused: true, noSetup: true, setupTimeout: '2s' };
            let calls = 0;
            export function setup() { if (++calls > 1) for (;;); throw new Error('no database'); }
            export default function () {}
            """, change: request => request with { Address = _address });
        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);

        var (status, body) = await SendAsync(HttpMethod.Post, "/v1/setup");
        status.ShouldBe(HttpStatusCode.InternalServerError);
        body.ShouldContain("no database");
        (status, body) = await SendAsync(HttpMethod.Post, "/v1/setup");
        status.ShouldBe(HttpStatusCode.InternalServerError);
        body.ShouldContain("did not end within 2s");
        await PatchAsync("""{"data":{"attributes":{"paused":false}}}""");

        (await run).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task While_a_setup_goes_on_the_run_can_be_seen()
    {
        var run = ScriptRunner.RunAsync("""
            import http from 'k6/http';
            import { sleep } from 'k6';
            export const options = { paused: true, noSetup: true };
            export function setup() { http.get(__ENV.BASE + '/get?in'); for (;;) sleep(0.02); }
            export default function () {}
            """, _server, change: request => request with { Address = _address });
        await UntilAsync(run, async () => (await AttributesAsync())?["status"]?.GetValue<int>() == 4);
        var asked = SendAsync(HttpMethod.Post, "/v1/setup");
        await UntilAsync(run, () => Task.FromResult(_server.Seen.Any(s => s.Target == "/get?in")));

        (await AttributesAsync())!["status"]!.GetValue<int>().ShouldBe(4);
        asked.IsCompleted.ShouldBeFalse();
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");
        (await run).ExitCode.ShouldBe(103);
        (await asked).Status.ShouldBe(HttpStatusCode.InternalServerError);
    }

    [Fact]
    public async Task A_run_may_be_told_to_begin_before_it_is_ready()
    {
        var run = ScriptRunner.RunAsync("export const options = { paused: true }; export default function () {}",
            change: request => request with { Address = _address });

        await UntilAsync(run, async () => await AttributesAsync() is not null);
        await PatchAsync("""{"data":{"attributes":{"paused":false}}}""");

        (await run).ExitCode.ShouldBe(0);
    }

    [Theory]
    [InlineData("0.0.0.0")]
    [InlineData("")]
    public async Task Every_address_and_every_name_of_the_machine_will_do(string host)
    {
        var port = _address.Split(':')[1];
        var run = ScriptRunner.RunAsync(Paused, _server, change: request => request with { Address = $"{host}:{port}" });
        await UntilAsync(run, async () => await AttributesAsync() is not null);

        using var question = new HttpRequestMessage(HttpMethod.Get, new Uri($"http://{_address}/v1/status")) { Headers = { Host = "runner-1.tests.svc.cluster.local:6565" } };
        using var answer = await _client.SendAsync(question, Cancelled);
        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");

        (await run).ExitCode.ShouldBe(103);
    }

    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1")]
    [InlineData("localhost", "localhost")]
    [InlineData("", "localhost")]
    public async Task Port_0_is_a_free_one_and_the_user_is_told_which(string host, string told)
    {
        var said = new ConcurrentQueue<string>();
        var run = ScriptRunner.RunAsync(Paused, _server, change: request => request with { Address = $"{host}:0", Tell = said.Enqueue });
        await UntilAsync(run, () => Task.FromResult(!said.IsEmpty));
        said.First().ShouldStartWith($"the REST interface listens at http://{told}:");
        var url = new Uri(said.First().Split(' ')[^1]);
        url.Port.ShouldBeGreaterThan(0);

        using var stop = new StringContent("""{"data":{"attributes":{"stopped":true}}}""");
        using var answer = await _client.PatchAsync(new Uri(url, "/v1/status"), stop, Cancelled);

        (await run).ExitCode.ShouldBe(103);
    }

    [Fact]
    public async Task A_paused_run_that_nobody_could_start_is_refused()
    {
        var run = await ScriptRunner.RunAsync(Paused, _server);

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("the REST interface needs --address");
    }

    [Fact]
    public async Task Metrics_and_groups_are_read_while_the_run_goes_on()
    {
        var run = ScriptRunner.RunAsync("""
            import http from 'k6/http';
            import { check, group, sleep } from 'k6';
            export const options = { scenarios: { s: { executor: 'constant-vus', vus: 1, duration: '10m', gracefulStop: '0s' } } };
            export default function () {
              group('outer', () => check(http.get(__ENV.BASE + '/get'), { good: (r) => r.status === 200 }));
              sleep(0.02);
            }
            """, _server, change: request => request with { Address = _address });

        await UntilAsync(run, async () => (await GetAsync("/v1/metrics/iterations")) is { } answer && answer["data"] is not null);
        var metrics = (await GetAsync("/v1/metrics"))!["data"]!.AsArray();
        var requests = metrics.Single(m => m!["id"]!.GetValue<string>() == "http_reqs")!;
        requests["attributes"]!["type"]!.GetValue<string>().ShouldBe("counter");
        requests["attributes"]!["sample"]!["count"]!.GetValue<double>().ShouldBeGreaterThan(0);
        var group = (await GetAsync("/v1/groups"))!["data"]!.AsArray().Single(g => g!["attributes"]!["name"]!.GetValue<string>() == "outer")!;
        group["attributes"]!["checks"]![0]!["name"]!.GetValue<string>().ShouldBe("good");
        (await GetAsync("/v1/groups/" + group["id"]!.GetValue<string>()))!["data"]!["attributes"]!["path"]!.GetValue<string>().ShouldBe("::outer");
        (await GetAsync("/v1/metrics/nothing"))!["errors"]![0]!["detail"]!.GetValue<string>().ShouldContain("no metric 'nothing'");
        (await PatchAsync("""{"data":{"attributes":{"vus":3}}}"""))["errors"]![0]!["detail"]!.GetValue<string>().ShouldContain("externally-controlled");
        (await PatchAsync("nonsense"))["errors"]![0]!["status"]!.GetValue<string>().ShouldBe("400");
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");

        (await run).ExitCode.ShouldBe(103);
    }

    [Fact]
    public async Task A_connection_stays_open_after_its_answer()
    {
        var run = ScriptRunner.RunAsync("""
            import { sleep } from 'k6';
            export const options = { scenarios: { s: { executor: 'constant-vus', vus: 1, duration: '10m', gracefulStop: '0s' } } };
            export default function () { sleep(0.02); }
            """, _server, change: request => request with { Address = _address });
        await UntilAsync(run, async () => await GetAsync("/v1/status") is not null);

        using var caller = new TcpClient();
        await caller.ConnectAsync(IPEndPoint.Parse(_address), Cancelled);
        var stream = caller.GetStream();
        for (var i = 0; i < 2; i++)
        {
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"GET /v1/status HTTP/1.1\r\nHost: {_address}\r\n\r\n"), Cancelled);
            (await AnswerAsync(stream)).ShouldStartWith("HTTP/1.1 200");
        }
        await PatchAsync("""{"data":{"attributes":{"stopped":true}}}""");

        (await run).ExitCode.ShouldBe(103);
    }

    [Fact]
    public async Task An_address_that_is_taken_ends_with_exit_code_106()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var address = $"127.0.0.1:{((IPEndPoint)taken.LocalEndpoint).Port}";

        var run = await ScriptRunner.RunAsync("export default function () {}", change: request => request with { Address = address });

        run.ExitCode.ShouldBe(106);
        run.Error.ShouldContain($"the REST interface cannot listen at '{address}'");
    }

    private static async Task UntilAsync(Task<ScriptOutcome> run, Func<Task<bool>> holds)
    {
        while (!await holds())
        {
            if (run.IsCompleted) Assert.Fail($"the run has ended: {(await run).Error}");
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancelled);
        }
    }

    private async Task<string?> SetupAsync(HttpMethod method, string? data = null)
    {
        var (status, body) = await SendAsync(method, "/v1/setup", data);
        status.ShouldBe(HttpStatusCode.OK, body);
        var resource = JsonNode.Parse(body)!["data"]!;
        resource["type"]!.GetValue<string>().ShouldBe("setupData");
        return resource["attributes"]!["data"]?.ToJsonString();
    }

    private async Task<(HttpStatusCode Status, string Body)> SendAsync(HttpMethod method, string path, string? body = null)
    {
        using var request = new HttpRequestMessage(method, new Uri($"http://{_address}{path}")) { Content = body is null ? null : new StringContent(body) };
        using var answer = await _client.SendAsync(request, Cancelled);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancelled));
    }

    private async Task<JsonNode?> AttributesAsync() => (await GetAsync("/v1/status"))?["data"]?["attributes"];

    private async Task<JsonNode?> GetAsync(string path)
    {
        try
        {
            using var answer = await _client.GetAsync(new Uri($"http://{_address}{path}"), Cancelled);
            return await answer.Content.ReadFromJsonAsync<JsonNode>(Cancelled);
        }
        catch (HttpRequestException)
        {
            return null; // it does not listen yet
        }
    }

    private async Task<JsonNode> PatchAsync(string body)
    {
        using var content = new StringContent(body);
        using var answer = await _client.PatchAsync(new Uri($"http://{_address}/v1/status"), content, Cancelled);
        return (await answer.Content.ReadFromJsonAsync<JsonNode>(Cancelled))!;
    }

    // Until the document's last brace; an empty text when the connection is closed.
    private static async Task<string> AnswerAsync(NetworkStream stream)
    {
        var buffer = new byte[4096];
        var text = "";
        while (!text.EndsWith("}}}", StringComparison.Ordinal) && await stream.ReadAsync(buffer, Cancelled) is > 0 and var length)
            text += Encoding.UTF8.GetString(buffer, 0, length);
        return text;
    }
}
