namespace Dyno.Reporting.Tests;

public sealed class ConsoleReportTests
{
    private static readonly ReportStyle Plain = new(100, HasColour: false) { Layout = ReportLayout.Full };

    [Fact]
    public void Shows_a_closed_run_on_one_screen() => Approval.Verify(ConsoleReport.Render(SampleRuns.Closed(), Plain), "closed");

    [Fact]
    public void Shows_offered_and_achieved_rate_of_an_open_run_side_by_side() =>
        Approval.Verify(ConsoleReport.Render(SampleRuns.Open(), Plain), "open");

    [Fact]
    public void Names_the_engine_of_scripts_with_the_generator()
    {
        var run = SampleRuns.Closed();
        var report = ConsoleReport.Render(run with { Generator = run.Generator with { ScriptEngine = "V8" } }, Plain);
        string.Join(' ', report.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)).ShouldContain("0 GCs; scripts in V8");
        ConsoleReport.Render(run, Plain).ShouldNotContain("scripts in");
    }

    [Fact]
    public void In_short_it_fits_a_screen_of_24_lines()
    {
        RunResult[] runs = [SampleRuns.Closed(), SampleRuns.Open(), SampleRuns.Void(), SampleRuns.Errors(), SampleRuns.OutOfTime()];
        var reports = runs.Select(run => ConsoleReport.Render(run, Small)).ToList();

        Approval.Verify(string.Join("\n------\n", reports), "short");
        reports.ShouldAllBe(report => report.TrimEnd().Split('\n').Length <= 24);
        reports.ShouldAllBe(report => report.Contains("Rate ", StringComparison.Ordinal) && report.Contains("  response ", StringComparison.Ordinal));
    }

    /// <summary>However much there is to say against a run, its target, its requests and its server stay on the screen.</summary>
    [Fact]
    public void In_short_a_strained_run_of_several_requests_keeps_its_target_its_requests_and_its_server()
    {
        var run = SampleRuns.Open();
        run = run with
        {
            Health = new HealthRecord
            {
                State = HealthState.Strained,
                Findings = [.. Enumerable.Range(1, 6).Select(i => new HealthFinding { Rule = $"rule-{i}", State = HealthState.Strained, Message = $"Reservation {i} about the machine, which is long enough to need a second line on the screen." })],
            },
            Server = run.Server! with { Runtime = new RuntimeObservation { Level = "full", AllocatedBytesPerRequest = 31_000, GcPauseShare = 0.0123 } },
            Explanations = [.. Enumerable.Range(1, 3).Select(i => new ExplanationRecord { Rule = $"why-{i}", Message = $"reason {i}", Evidence = [] })],
        };
        var report = ConsoleReport.Render(run with
        {
            Measured = run.Measured with
            {
                Steps = [.. Enumerable.Range(1, 6).Select(i => run.Measured.Steps[0] with { Name = $"GET /{i}" })],
            },
        }, Small);

        Approval.Verify(report, "short-strained");
        report.TrimEnd().Split('\n').Length.ShouldBeLessThanOrEqualTo(24);
    }

    [Fact]
    public void In_short_the_model_is_explained_where_that_is_wanted()
    {
        ConsoleReport.Render(SampleRuns.Closed(), Small).ShouldNotContain("closed model: ");
        ConsoleReport.Render(SampleRuns.Closed(), Small with { ExplainsModel = true }).ShouldContain("closed model: a connection sends when its last answer has arrived");
    }

    /// <summary>The last point of the series has 88 MiB.</summary>
    [Theory]
    [InlineData(68, 1_100, 100, "memory 84.0 MiB, 20.5 KiB for each of 1,000 open sockets")]
    [InlineData(90, 1_100, 100, "memory 84.0 MiB")]
    [InlineData(68, 0, 0, "memory 84.0 MiB")]
    public void Sockets_that_are_held_open_have_their_share_of_the_server_s_memory(int before, long opened, long reconnects, string words)
    {
        var run = SampleRuns.Open();
        run = run with
        {
            Server = run.Server! with { WorkingSetBeforeBytes = (long)before << 20 },
            Measured = run.Measured with
            {
                Statuses = ImmutableSortedDictionary<int, long>.Empty.Add(101, opened),
                Totals = run.Measured.Totals with { Reconnects = reconnects },
            },
        };
        var lines = ConsoleReport.Render(run, Small with { Width = 200 }).Split('\n');
        lines.Single(line => line.Contains("memory ", StringComparison.Ordinal)).TrimEnd().ShouldEndWith(words);
        var full = ConsoleReport.Render(run, Plain with { Width = 200 });
        full.Contains("open socket", StringComparison.Ordinal).ShouldBe(words.Contains("socket", StringComparison.Ordinal));
    }

    private static readonly ReportStyle Small = new(80, HasColour: false);

    [Fact]
    public void Says_void_before_every_number() => Approval.Verify(ConsoleReport.Render(SampleRuns.Void(), Plain), "void");

    [Fact]
    public void Shows_errors_by_kind_redirects_and_unreliable_quantiles() =>
        Approval.Verify(ConsoleReport.Render(SampleRuns.Errors(), Plain), "errors");

    [Fact]
    public void Calls_a_run_without_a_single_good_answer_not_usable()
    {
        var run = SampleRuns.Errors();
        var totals = run.Measured.Totals with { FailedRequests = run.Measured.Totals.Requests };
        var report = ConsoleReport.Render(run with { Measured = run.Measured with { Totals = totals } }, Plain);
        report.ShouldContain(" STRAINED  the numbers of a failing server: 100 % of the requests failed");
        report.ShouldContain(" STRAINED  do not quote these numbers as the server's: most requests failed");
    }

    [Theory]
    [InlineData(80)]
    [InlineData(60)]
    [InlineData(45)]
    public void Leaves_columns_out_where_the_screen_is_too_narrow_for_them(int width)
    {
        var lines = ConsoleReport.Render(SampleRuns.Errors(), new ReportStyle(width, HasColour: false) { Layout = ReportLayout.Full }).Split('\n');
        lines.Single(line => line.StartsWith("Latency ", StringComparison.Ordinal)).ShouldContain("p50");
        lines.Single(line => line.StartsWith("  response ", StringComparison.Ordinal)).ShouldContain("s ");
        lines.ShouldAllBe(line => line.Length <= width);
    }

    [Fact]
    public void Says_how_many_iterations_of_a_closed_run_never_began() =>
        Approval.Verify(ConsoleReport.Render(SampleRuns.OutOfTime(), Plain), "out-of-time");

    [Fact]
    public void Says_of_a_run_that_was_stopped_that_it_ended_before_its_iterations_began() =>
        ConsoleReport.Render(SampleRuns.OutOfTime() with { Outcome = RunOutcome.Interrupted }, Plain)
            .ShouldContain("96 of 100 iterations never began: the run ended early");

    [Fact]
    public void Counts_what_a_closed_scenario_leaves_over_apart_from_the_dropped_starts_of_an_open_one()
    {
        var run = SampleRuns.Open();
        var totals = run.Measured.Totals with { PlannedStarts = 199_900, DroppedStarts = 12, DroppedIterations = 812 };
        var report = ConsoleReport.Render(run with { Measured = run.Measured with { Totals = totals } }, Plain);
        report.ShouldContain("12 starts dropped (< 0.01 %)");
        report.ShouldContain("800 of 900 iterations never began: the time was up");
    }

    [Fact]
    public void Shows_a_reason_of_several_lines_in_one_line_and_lets_no_other_control_character_through()
    {
        var run = SampleRuns.Closed() with { Outcome = RunOutcome.Failed, OutcomeReason = "Error: nope\r\n\tat setup\e[31m" };
        ConsoleReport.Render(run, Plain).ShouldContain("Error: nope at setup\uFFFD[31m");
    }

    [Fact]
    public void Users_of_a_script_are_no_connections_and_a_ramp_has_a_beginning()
    {
        var run = SampleRuns.Closed();
        var plan = run.Plan with { Scenarios = [run.Plan.Scenarios[0] with { Driver = "script" }] };
        var report = ConsoleReport.Render(run with { Plan = plan }, Plain);
        report.ShouldContain("virtual users in a loop");
        report.ShouldContain("a virtual user sends when");

        var parameters = ImmutableSortedDictionary<string, string>.Empty.Add("startRate", "2").Add("timeUnit", "1s").Add("stages", "3s:20").Add("maxVUs", "4");
        plan = plan with { Scenarios = [plan.Scenarios[0] with { Executor = "ramping-arrival-rate", Parameters = parameters }] };
        ConsoleReport.Render(run with { Plan = plan }, Plain).ShouldContain("open: a rate that follows 3s:20 from 2.00/s, at most 4 virtual users");
    }

    [Fact]
    public void Streams_that_share_a_connection_are_told_once_and_one_is_one()
    {
        var run = SampleRuns.Closed();
        var parameters = ImmutableSortedDictionary<string, string>.Empty.Add("iterations", "1").Add("vus", "1");
        var scenario = run.Plan.Scenarios[0] with { Executor = "shared-iterations", Parameters = parameters, StreamsPerConnection = 100 };

        ModelInWords.Of(run with { Plan = run.Plan with { Scenarios = [scenario], WarmUpSeconds = 0 } }).Single()
            .ShouldBe("closed: 1 iteration shared by 1 stream (up to 100 on a connection), without a warm-up");
    }

    [Theory]
    [InlineData("random-arrival-rate", "minRate=10 maxRate=50 timeUnit=1s duration=10s maxVUs=4", "open: a changing random rate between 10 and 50.0/s for 10 s, at most 4 virtual users")]
    [InlineData("fixed-arrivals", "iterations=100 rate=20 timeUnit=1s maxVUs=4", "open: 100 starts at 20.0/s, at most 4 virtual users")]
    [InlineData("sequence", "parts=pause_1s", "closed: one part after the other: pause_1s")]
    [InlineData("externally-controlled", "vus=1 maxVUs=6 duration=0s", "closed: 1 virtual user at first, 6 at most, set through the REST interface")]
    [InlineData("of-a-later-dyno", "a=1", "closed: of-a-later-dyno, a 1")]
    public void Every_way_in_which_load_arrives_is_a_sentence(string executor, string parameters, string sentence)
    {
        var run = SampleRuns.Closed();
        var scenario = run.Plan.Scenarios[0] with
        {
            Driver = "script",
            Executor = executor,
            Parameters = parameters.Split(' ').Select(pair => pair.Split('=')).ToImmutableSortedDictionary(pair => pair[0], pair => pair[1]),
        };
        ModelInWords.Of(run with { Plan = run.Plan with { Scenarios = [scenario] } }).Single().ShouldStartWith($"{sentence},");
    }

    [Fact]
    public void A_run_without_requests_says_so_and_shows_no_empty_table()
    {
        var run = SampleRuns.Closed();
        var none = LatencyFigures.Of(new Histogram());
        var pair = new LatencyPair { Response = none, Service = none };
        run = run with
        {
            Plan = run.Plan with { Scenarios = [run.Plan.Scenarios[0] with { Steps = [] }] },
            Measured = new PhaseResult
            {
                DurationSeconds = 1,
                Totals = new Totals { Requests = 0, FailedRequests = 0, RequestsPerSecond = 0, Iterations = 5, IterationsPerSecond = 5 },
                Latency = pair,
                IterationDuration = pair,
                Steps = [],
            },
        };
        ConsoleReport.Render(run, Plain).ShouldContain("no request was sent");
        var page = RunExporters.All.Single(e => e.Format == "md").Export(run, Plain);
        page.ShouldContain("No request was sent.");
        page.ShouldNotContain("No request failed.");
        page.ShouldNotContain("## Latency");
        page.ShouldNotContain("| scenario | request |");
    }

    [Theory]
    [InlineData(12, "open scenarios: offered 20,000/s, begun 19,999/s; 12 starts dropped")]
    [InlineData(null, "open scenarios: offered 20,000/s; 12 starts dropped")]
    public void Sets_beside_the_rate_that_open_scenarios_offered_what_these_began_and_not_the_iterations_of_closed_ones(int? dropped, string line)
    {
        var run = SampleRuns.Open();
        var totals = run.Measured.Totals with { DroppedStarts = dropped, IterationsPerSecond = 88_000 };
        var report = ConsoleReport.Render(
            run with { Plan = run.Plan with { Model = LoadModel.Mixed }, Measured = run.Measured with { Totals = totals } }, Plain);
        report.ShouldContain(line);
        report.ShouldNotContain("88,000");
    }

    [Theory]
    [InlineData(null, RunOutcome.Completed, "142 iterations cut at the end of the graceful stop", "")]
    [InlineData(142, RunOutcome.Completed, "142 iterations cut at the end of the graceful stop", "")]
    [InlineData(2, RunOutcome.Completed, "2 iterations cut at the end of the graceful stop", "140 iterations cut by a ramp-down")]
    [InlineData(0, RunOutcome.Completed, "", "142 iterations cut by a ramp-down")]
    [InlineData(0, RunOutcome.Aborted, "", "142 iterations cut when the run was ended")]
    public void Says_what_cut_the_iterations_that_have_no_end(int? atEnd, RunOutcome outcome, string end, string before)
    {
        var run = SampleRuns.Closed();
        var totals = run.Measured.Totals with { InterruptedIterations = 142, CutAtEnd = atEnd };
        var lines = ConsoleReport.Render(run with { Outcome = outcome, Measured = run.Measured with { Totals = totals } }, Plain)
            .Split('\n').Where(line => line.Contains(" iterations cut ", StringComparison.Ordinal)).Select(line => line.Trim());
        lines.ShouldBe(((string[])[end, before]).Where(line => line.Length > 0));
    }

    [Theory]
    [InlineData(10.054, "to 31,200/s")]
    [InlineData(10.5, "to 60,000/s")]
    public void Leaves_a_last_interval_shorter_than_half_of_one_out_of_the_rates_over_time(double seconds, string range)
    {
        var run = SampleRuns.Closed();
        var tail = run.Measured.Series[0] with { P99Nanos = 9_000_000 };
        var measured = run.Measured with { DurationSeconds = seconds, Series = run.Measured.Series.Add(tail) };
        var report = ConsoleReport.Render(run with { Measured = measured }, Plain);
        report.ShouldContain(range);
        report.Contains("to 9.00 ms", StringComparison.Ordinal).ShouldBe(seconds == 10.5);
    }

    [Fact]
    public void Has_no_rates_over_time_when_there_is_but_one_interval_and_a_fragment()
    {
        var run = SampleRuns.Closed();
        var measured = run.Measured with { DurationSeconds = 1.1, Series = [.. run.Measured.Series.Take(2)] };
        ConsoleReport.Render(run with { Measured = measured }, Plain).ShouldNotContain("Over time");
    }

    [Fact]
    public void Is_right_at_80_columns() =>
        Approval.Verify(ConsoleReport.Render(SampleRuns.Open(), Plain with { Width = 80 }), "open-80-columns");

    [Fact]
    public void Has_colour_codes_only_when_the_screen_can_show_them() =>
        Approval.Verify(ConsoleReport.Render(SampleRuns.Void(), new ReportStyle(80, HasColour: true) { Layout = ReportLayout.Full }).Replace("\e", "␛"), "void-colour");

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(140)]
    public void Never_is_wider_than_the_screen(int width)
    {
        foreach (var run in (RunResult[])[SampleRuns.Closed(), SampleRuns.Open(), SampleRuns.Void(), SampleRuns.Errors()])
            foreach (var line in ConsoleReport.Render(run, new ReportStyle(width, HasColour: false) { Layout = ReportLayout.Full }).Split('\n'))
                line.Length.ShouldBeLessThanOrEqualTo(width, line);
    }

    [Fact]
    public void Fits_one_screen_of_fifty_five_lines() =>
        ConsoleReport.Render(SampleRuns.Open(), Plain).Split('\n').Length.ShouldBeLessThanOrEqualTo(55);

    [Fact]
    public void Lets_no_control_character_of_a_server_reach_the_terminal()
    {
        var run = SampleRuns.Errors();
        var error = new ErrorResult { Kind = "protocol", Count = 1, FirstExample = "GET /: \e[2J\a[red]not a colour[/]" };
        var report = ConsoleReport.Render(run with { Measured = run.Measured with { Errors = [error] } }, Plain);
        report.ShouldNotContain('\e');
        report.ShouldNotContain('\a');
        report.ShouldContain("[red]not a colour[/]");
    }

}
