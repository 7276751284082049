using System.Collections.Concurrent;
using System.Text;
using System.Text.Json.Nodes;
using Dyno.K6.Logs;
using Dyno.K6.VirtualUsers;
using Dyno.Testing.Servers;
using Microsoft.AspNetCore.Http;

namespace Dyno.K6.Tests.Logs;

/// <summary>Lines on their way to a real server. With a period of an hour everything goes at the end, in one push.</summary>
public sealed class LokiLogTests
{
    private const string Late = ",pushPeriod=1h";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly PatientTime Patient = new();
    private readonly ConcurrentQueue<string> _told = new();

    [Fact]
    public async Task Posts_lines_as_streams_of_their_labels()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        var time = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero).AddTicks(67);
        await WriteAsync($"{server.Url}{Late},label.app=shop,header.X-Scope-OrgID=7",
            new LogLine(time, "info", "one", "console"), new LogLine(time.AddSeconds(1), "info", "\"two\"\n", "console"), new LogLine(time, "error", "three", ""));

        var request = server.Seen.ShouldHaveSingleItem();
        request.Method.ShouldBe("POST");
        request.Target.ShouldBe("/loki/api/v1/push");
        request.Headers["Content-Type"].ShouldBe("application/json");
        request.Headers["X-Scope-OrgID"].ShouldBe("7");
        Encoding.UTF8.GetString(request.Body).ShouldBe("""
            {"streams":[{"stream":{"app":"shop","level":"info","source":"console"},"values":[["1767323045000006700","one"],["1767323046000006700","\"two\"\n"]]},
            {"stream":{"app":"shop","level":"error"},"values":[["1767323045000006700","three"]]}]}
            """.ReplaceLineEndings(""));
        _told.ShouldBeEmpty();
    }

    [Fact]
    public async Task Posts_what_there_is_every_period()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        var log = LokiLog.Start(LokiSettingsReader.Read($"loki={server.Url},pushPeriod=20ms"), _told.Enqueue, Patient);
        log.Offer(Line("first"));
        await UntilAsync(() => Messages(server).Contains("first"));
        log.Offer(Line("second"));
        await UntilAsync(() => Messages(server).Contains("second"));
        await log.DisposeAsync();
        Messages(server).ShouldBe(["first", "second"]);
    }

    [Fact]
    public async Task Sends_no_more_than_the_limit_and_says_in_one_line_how_many_were_dropped()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},limit=3", [.. Enumerable.Range(1, 10).Select(i => Line($"line {i}"))]);
        Messages(server).ShouldBe(["line 1", "line 2", "line 3", "7 log lines were dropped: more than 3 in 1h (limit, pushPeriod)"], ignoreOrder: true);
    }

    [Fact]
    public async Task Counts_anew_in_the_next_period()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        var clock = new SetClock();
        var log = LokiLog.Start(LokiSettingsReader.Read($"loki={server.Url},limit=1,pushPeriod=1m"), _told.Enqueue, clock);
        foreach (var line in (string[])["a", "b", "c"]) log.Offer(Line(line));
        clock.Pass(TimeSpan.FromMinutes(1));
        log.Offer(Line("d"));
        await log.DisposeAsync();
        Messages(server).ShouldBe(["a", "2 log lines were dropped: more than 1 in 1m (limit, pushPeriod)", "d"], ignoreOrder: true);
    }

    [Fact]
    public async Task Sends_nothing_below_the_level()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},level=warn", Line("a", "debug"), Line("b"), Line("c", "warning"), Line("d", "error"));
        Messages(server).ShouldBe(["c", "d"], ignoreOrder: true);
    }

    [Fact]
    public async Task Cuts_the_middle_out_of_a_long_message()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},msgMaxSize=5", Line("12345"), Line("abcdefghij"));
        Messages(server).ShouldBe(["12345", "abc … 5 characters are left out … ij"]);
    }

    [Fact]
    public async Task Labels_that_are_not_allowed_stand_behind_the_message()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},allowedLabels=[app],label.app=shop,label.env=test", new LogLine(default(DateTimeOffset).AddYears(2000), "info", "hello", "console"));
        Body(server).ShouldContain("\"stream\":{\"app\":\"shop\"}");
        Messages(server).ShouldBe(["hello env=test level=info source=console"]);
    }

    [Fact]
    public async Task A_line_without_an_allowed_label_keeps_its_level()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},allowedLabels=[none]", new LogLine(DateTimeOffset.UnixEpoch, "info", "hello", "console"));
        Body(server).ShouldContain("\"stream\":{\"level\":\"info\"}");
        Messages(server).ShouldBe(["hello source=console"]);
    }

    [Fact]
    public async Task No_secret_is_sent()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        var loki = LokiLog.Start(LokiSettingsReader.Read($"loki={server.Url}{Late},msgMaxSize=40"), _told.Enqueue, Patient);
        var log = new ScriptLog(null, LogFormat.Text, isVerbose: false, TimeProvider.System) { Receiver = loki.Offer };
        log.Hide("open sesame");
        log.Write("info", "say open sesame", "console");
        log.Write("info", "password=hunter2", "console");
        log.Write("info", $"{new string('x', 12)} password={new string('h', 100)}", "console");
        log.Write("debug", "not asked for");
        await loki.DisposeAsync();
        Messages(server).ShouldBe(["say ***SECRET_REDACTED***", "password=***", "xxxxxxxxxxxx password=***"]);
        Body(server).ShouldNotContain("hh");
    }

    [Fact]
    public async Task A_user_in_the_URL_is_a_header()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"http://me:pass@127.0.0.1:{server.Port}/push{Late}", Line("hello"));
        server.Seen.ShouldHaveSingleItem().Headers["Authorization"].ShouldBe("Basic bWU6cGFzcw==");
    }

    [Fact]
    public async Task Profile_says_what_a_push_took()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        await WriteAsync($"{server.Url}{Late},profile", Line("a"), Line("b"));
        _told.ShouldHaveSingleItem().ShouldContain("2 lines took");
    }

    [Fact]
    public async Task A_dead_receiver_is_said_once()
    {
        var log = LokiLog.Start(LokiSettingsReader.Read($"loki=http://me:pass@127.0.0.1:{FaultServers.RefusingPort()},pushPeriod=1ms"), _told.Enqueue, Patient);
        log.Offer(Line("a"));
        await UntilAsync(() => !_told.IsEmpty);
        log.Offer(Line("b"));
        await log.DisposeAsync();
        _told.ShouldHaveSingleItem().ShouldStartWith("--log-output: the log cannot reach http://127.0.0.1");
        _told.ShouldHaveSingleItem().ShouldNotContain("pass");
    }

    [Fact]
    public async Task A_receiver_that_never_answers_is_left_behind_at_the_end()
    {
        using var server = FaultServers.NeverAnswering();
        await WriteAsync(TimeProvider.System, $"{server.Url}{Late}", Line("a"));
        _told.ShouldHaveSingleItem().ShouldContain("the server did not answer in time");
    }

    [Fact]
    public async Task Takes_no_more_lines_than_there_is_room_for_and_says_so_when_there_is()
    {
        await using var server = await KestrelServer.StartAsync(answer: NoContent);
        var clock = new SetClock();
        var log = LokiLog.Start(LokiSettingsReader.Read($"loki={server.Url},pushPeriod=1h,limit=1000000,msgMaxSize=4000000"), _told.Enqueue, clock);
        var (text, room) = (new string('x', 1_000_000), LokiLog.MostWaiting / 1_000_000 + 1);
        for (var i = 0; i < room + 5; i++) log.Offer(Line(text));
        await clock.FireAsync(); // the period's push, while the log goes on
        await UntilAsync(() => Messages(server).Count == room);
        await log.DisposeAsync();
        server.Seen.Count.ShouldBeGreaterThan(room / 2); // a request is about a million characters long
        Messages(server)[^1].ShouldBe("5 log lines were dropped: more than Loki took");
    }

    [Fact]
    public async Task A_receiver_that_is_back_gets_what_waited()
    {
        var isBack = false;
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = Volatile.Read(ref isBack) ? 204 : 503;
            return Task.CompletedTask;
        });
        var log = LokiLog.Start(LokiSettingsReader.Read($"loki={server.Url},pushPeriod=1ms"), _told.Enqueue, Patient);
        log.Offer(Line("a"));
        await UntilAsync(() => !_told.IsEmpty);
        Volatile.Write(ref isBack, true);
        log.Offer(Line("b"));
        await log.DisposeAsync();
        _told.ShouldHaveSingleItem().ShouldContain("503");
        MessagesOf(server.Seen.Skip(1)).Distinct().ShouldBe(["a", "b"]);
    }

    [Fact]
    public async Task What_a_receiver_refuses_is_not_sent_again()
    {
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 400;
            return Task.CompletedTask;
        });
        await WriteAsync($"{server.Url}{Late}", Line("a"));
        Messages(server).ShouldBe(["a"]);
        _told.ShouldHaveSingleItem().ShouldContain("400");
    }

    private static Task NoContent(HttpContext context)
    {
        context.Response.StatusCode = 204;
        return Task.CompletedTask;
    }

    private static LogLine Line(string message, string level = "info") => new(TimeProvider.System.GetUtcNow(), level, message, "console");

    private Task WriteAsync(string where, params LogLine[] lines) => WriteAsync(Patient, where, lines);

    private async Task WriteAsync(TimeProvider time, string where, params LogLine[] lines)
    {
        var log = LokiLog.Start(LokiSettingsReader.Read("loki=" + where), _told.Enqueue, time);
        foreach (var line in lines) log.Offer(line);
        await log.DisposeAsync();
    }

    private static string Body(KestrelServer server) => Encoding.UTF8.GetString(server.Seen.Single().Body);

    private static List<string> Messages(KestrelServer server) => MessagesOf(server.Seen);

    private static List<string> MessagesOf(IEnumerable<SeenRequest> requests) =>
        [.. requests.SelectMany(r => JsonNode.Parse(r.Body)!["streams"]!.AsArray()).SelectMany(s => s!["values"]!.AsArray()).Select(v => v![1]!.GetValue<string>())];

    private static async Task UntilAsync(Func<bool> hasHappened)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (!hasHappened()) await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, patience.Token);
    }

    /// <summary>A clock whose limits are twenty times as long: nothing is lost where the machine stands still for a while.</summary>
    private class PatientTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, dueTime > TimeSpan.Zero ? 20 * dueTime : dueTime, period);
    }

    /// <summary>A clock that the test moves, and whose first timer ends when the test says so.</summary>
    private sealed class SetClock : PatientTime
    {
        private readonly TaskCompletionSource<Action> _first = new();
        private long _passed;

        public void Pass(TimeSpan time) => Interlocked.Add(ref _passed, time.Ticks);

        public async Task FireAsync() => (await _first.Task.WaitAsync(Patience))();

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Interlocked.Read(ref _passed);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _first.TrySetResult(() => callback(state));
            return base.CreateTimer(callback, state, dueTime, period);
        }
    }
}
