namespace Dyno.Cli.EndToEnd.Tests;

public sealed class RunTests : EndToEndTest
{
    [Fact]
    public async Task Loads_a_url_prints_the_report_and_keeps_the_result()
    {
        var outcome = await DynoAsync("run", Url, "-c", "2", "-d", "1s", "--warmup", "200ms", "--full");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain($"Target     GET {Url}");
        outcome.Out.ShouldContain("closed: 2 connections in a loop for 1 s, after 200 ms of warm-up");
        outcome.Out.ShouldContain("Statuses   200 × ");
        outcome.Error.ShouldContain($"dyno: running {Url}");
        outcome.Error.ShouldContain("dyno: kept as .dyno/runs/");
        Workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task A_report_fits_a_small_screen_and_says_once_in_a_folder_what_the_model_means()
    {
        var first = await DynoAsync("run", Url, "-c", "2", "-i", "50");
        var second = await DynoAsync("run", Url, "-c", "2", "-i", "50");
        var full = await DynoAsync("report", "last", "--full");

        first.Out.ShouldContain("closed model: ");
        second.Out.ShouldNotContain("closed model: ");
        second.Out.ShouldContain("the whole report: dyno report last --full");
        second.Out.TrimEnd().Split('\n').Length.ShouldBeLessThanOrEqualTo(24, second.Out);
        second.Out.ShouldNotContain("\nMachine  ");
        full.Out.ShouldContain("\nMachine  ");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_server_that_runs_already_has_its_counters_in_the_result()
    {
        if (!OperatingSystem.IsLinux()) return;
        foreach (var (level, seen) in new[] { ("minimal", "minimal"), ("full", "full"), ("off", null) })
        {
            var outcome = await DynoProcess.RunAsync(Workspace, "run", Url, "-c", "1", "-d", "3s", "--observe", level, "--result", "result.json", "--no-store", "-q");
            outcome.ExitCode.ShouldBe(0, outcome.ToString());
            var server = RunResultJson.ReadFile(Workspace["result.json"]).Server.ShouldNotBeNull();
            server.Runtime?.Level.ShouldBe(seen);
            (server.Runtime is null).ShouldBe(seen is null);
            server.RuntimeMissing.ShouldBeNull();
        }
    }

    [Fact]
    public async Task Offers_a_rate_and_shows_it_beside_the_achieved_one()
    {
        var outcome = await DynoAsync("run", Url, "--rate", "50/s", "-d", "1s", "--no-store", "-q", "--full");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("open: 50.0/s offered for 1 s");
        outcome.Out.ShouldContain("offered 50.0/s, begun ");
        outcome.Out.ShouldContain("  service ");
        Server.Seen.Count.ShouldBe(50);
    }

    [Fact]
    public async Task Says_nothing_on_stderr_when_quiet()
    {
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "-q", "--no-store");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldBeEmpty();
        Workspace.StoredRuns.ShouldBeEmpty();
    }

    [Fact]
    public async Task Sends_what_the_options_say()
    {
        var outcome = await DynoAsync("run", Url, "-X", "PUT", "-H", "X-One: 1", "-H", "X-Two: 2", "-b", "body", "-i", "1", "-c", "1", "-q");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Server.Seen.TryDequeue(out var seen).ShouldBeTrue();
        seen.Method.ShouldBe("PUT");
        seen.Headers["X-One"].ShouldBe("1");
        seen.Headers["X-Two"].ShouldBe("2");
        seen.Body.ShouldBe("body"u8.ToArray());
    }

    [Fact]
    public async Task Prints_again_what_run_printed()
    {
        var run = await DynoAsync("run", Url, "-i", "20", "-c", "2", "-q", "--result", "result.json", "--full");
        (await DynoAsync("report", "result.json", "--full")).Out.ShouldBe(run.Out);
        (await DynoAsync("report", "last", "--full")).Out.ShouldBe(run.Out);
        (await DynoAsync("report", "result.json", "-f", "json")).Out.ShouldBe(await File.ReadAllTextAsync(Workspace["result.json"], Cancelled));
        var hlog = await DynoAsync("report", "last", "-f", "hlog");
        hlog.Out.ShouldStartWith("#[");
        hlog.Out.ShouldContain("HISTFAAA");
    }

    [Fact]
    public async Task Prints_the_result_document_alone_when_asked_for_json()
    {
        var outcome = await DynoAsync("run", Url, "-i", "5", "-c", "1", "-f", "json", "--name", "five");
        var result = RunResultJson.Read(outcome.Out, "stdout");
        result.Plan.Name.ShouldBe("five");
        result.Measured.Totals.Requests.ShouldBe(5);
        result.Outcome.ShouldBe(RunOutcome.Completed);
    }

    [Fact]
    public async Task Writes_k6_s_summary_data()
    {
        var outcome = await DynoAsync("run", Url, "-i", "12", "-c", "1", "--summary-export", "summary.json", "--check", "status == 200",
            "--threshold", "http_req_duration: p(99)<60000", "-q");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        using var summary = JsonDocument.Parse(await File.ReadAllTextAsync(Workspace["summary.json"], Cancelled));
        var metrics = summary.RootElement.GetProperty("metrics");
        metrics.GetProperty("http_reqs").GetProperty("count").GetInt64().ShouldBe(12);
        metrics.GetProperty("http_req_duration").GetProperty("thresholds").GetProperty("p(99)<60000").GetBoolean().ShouldBeFalse();
        summary.RootElement.GetProperty("root_group").GetProperty("checks").GetProperty("status == 200").GetProperty("passes").GetInt64().ShouldBe(12);
    }

    [Theory]
    [InlineData("http_req_duration: p(99)<0.000001")]
    [InlineData("p99 < 1ns")]
    [InlineData("rate > 1000000000/s")]
    public async Task Exits_with_99_when_a_threshold_is_crossed(string threshold)
    {
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "-q", "--threshold", threshold);
        outcome.ExitCode.ShouldBe(99, outcome.ToString());
        outcome.Out.ShouldContain("Thresholds ✗ ");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(99, "--fail-on", "check")]
    public async Task Exits_with_99_for_a_failed_check_only_when_asked_to(int exitCode, params string[] failOn)
    {
        var outcome = await DynoAsync(["run", Url, "-i", "10", "-c", "1", "-q", "--check", "status == 201", .. failOn]);
        outcome.ExitCode.ShouldBe(exitCode, outcome.ToString());
        outcome.Out.ShouldContain("✗ status == 201  0 %  10 of 10 failed");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(97, "--fail-on", "void")]
    public async Task Says_void_first_and_exits_with_97_when_asked_to(int exitCode, params string[] failOn)
    {
        await using var slow = await KestrelServer.StartAsync(answer: async context =>
        {
            await Task.Delay(200, context.RequestAborted);
            await context.Response.Body.WriteAsync("slow"u8.ToArray());
        });
        var outcome = await DynoAsync(["run", slow.Url.ToString(), "--rate", "200/s", "-c", "2", "-d", "2s", "-q", .. failOn]);
        outcome.ExitCode.ShouldBe(exitCode, outcome.ToString());
        outcome.Out.ShouldStartWith(" VOID ");
        outcome.Out.ShouldContain("starts dropped");
    }

    [Theory]
    [InlineData("0%", true)]
    [InlineData("100%", false)]
    public async Task A_limit_of_health_is_the_users_choice(string limit, bool speaks)
    {
        await using var failing = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 500;
            return Task.CompletedTask;
        });
        var outcome = await DynoAsync("run", failing.Url.ToString(), "-i", "10", "-c", "1", "-q", "--full", "--health-limit", $"errors={limit}");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.Contains("(errors)", StringComparison.Ordinal).ShouldBe(speaks, outcome.ToString());
    }

    [Fact]
    public async Task Survives_a_server_that_refuses_and_calls_the_run_void()
    {
        var outcome = await DynoAsync("run", $"http://127.0.0.1:{FaultServers.RefusingPort()}/", "--rate", "20/s", "-d", "1s", "-q",
            "--threshold", "p99 < 250ms", "--fail-on", "void", "-f", "junit=run.xml");
        outcome.ExitCode.ShouldBe(97, outcome.ToString());
        File.ReadAllText(Workspace["run.xml"]).ShouldContain("failures=\"2\"");
        outcome.Error.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task A_closed_run_asks_once_before_it_loads_a_port_that_refuses()
    {
        var port = FaultServers.RefusingPort();
        var outcome = await DynoAsync("run", $"http://127.0.0.1:{port}/", "-c", "1", "-d", "10m", "-q");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldStartWith($"dyno: nothing listens at http://127.0.0.1:{port}: the connection is refused");
    }

    [Theory]
    [InlineData(404)]
    [InlineData(307)]
    public async Task A_url_that_answers_nothing_good_fails_a_threshold_or_is_void(int status)
    {
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            (context.Response.StatusCode, context.Response.Headers.Location) = (status, "/elsewhere");
            return Task.CompletedTask;
        });
        var outcome = await DynoAsync("run", server.Url.ToString(), "-i", "20", "-c", "1", "-q", "--fail-on", "void", "--fail-on", "check");
        outcome.ExitCode.ShouldBe(97, outcome.ToString());
        outcome.Out.ShouldContain("VOID");
    }

    [Fact]
    public async Task Survives_a_server_that_is_killed_in_the_middle()
    {
        // Its end is far away when the server goes, even on a machine that stands still for seconds.
        using var dyno = DynoProcess.Start(Workspace, "run", Url, "--rate", "50/s", "-d", "10s", "--result", "result.json");
        await dyno.WaitForAsync("measure");
        await Server.DisposeAsync();
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var measured = Dyno.Results.RunResultJson.ReadFile(Workspace["result.json"]).Measured;
        measured.Errors.ShouldContain(error => error.Kind == "refused", outcome.ToString());
        (measured.Totals.Requests - measured.Totals.FailedRequests).ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Knows_neither_colour_nor_live_line_without_a_terminal()
    {
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1");
        outcome.Out.ShouldNotContain('\e');
        outcome.Error.ShouldNotContain('\e');
        outcome.Error.ShouldNotContain('\r');
    }

    [Fact]
    public async Task Keeps_to_80_columns()
    {
        Workspace.Environment["COLUMNS"] = "80";
        var outcome = await DynoAsync("run", Url, "-c", "2", "-d", "1s");
        foreach (var line in outcome.Out.Split('\n')) line.Length.ShouldBeLessThanOrEqualTo(80, line);
    }
}
