namespace Dyno.Cli.EndToEnd.Tests;

public sealed class ProgressTests : IDisposable
{
    private readonly StringWriter _error = new() { NewLine = "\n" };

    public void Dispose() => _error.Dispose();

    [Fact]
    public void Shows_phase_time_left_rates_latency_drops_and_errors_in_one_line() =>
        ProgressText.Of(At(RunPhase.Measure, 3, 10) with
        {
            OfferedPerSecond = 20_000,
            DroppedIterations = 12,
            FailedRequests = 5,
            Errors = ImmutableSortedDictionary<string, long>.Empty.Add("reset", 1).Add("timeout", 4),
        }).ShouldBe("measure  7 s left  19,998/s (due 20,000/s)  p50 84.2 µs  p99 1.20 ms  12 dropped  5 failed (timeout 4, reset 1)");

    [Fact]
    public void Counts_iterations_where_they_end_the_run_not_the_ten_minutes_that_it_may_take() =>
        ProgressText.Of(At(RunPhase.Measure, 3, 600) with { Iterations = 1_200, PlannedIterations = 5_000 })
            .ShouldStartWith("measure  1,200 of 5,000 iterations  ");

    [Fact]
    public void Counts_down_to_the_cut_while_work_in_flight_ends() =>
        ProgressText.Of(At(RunPhase.Drain, 4, 10) with { CutIn = TimeSpan.FromSeconds(26.4), ActiveVirtualUsers = 12 })
            .ShouldStartWith("drain    12 in flight, cut in 27 s");

    [Fact]
    public void Says_no_time_left_when_the_run_was_stopped_long_before_its_end() =>
        ProgressText.Of(At(RunPhase.Drain, 4, 600) with { ActiveVirtualUsers = 12 }).ShouldStartWith("drain    12 in flight  ");

    [Fact]
    public void Rewrites_one_line_on_a_terminal_and_removes_it_in_the_end()
    {
        using (var progress = Progress(isLive: true))
        {
            progress.OnSnapshot(At(RunPhase.Measure, 1, 10));
            progress.OnSnapshot(At(RunPhase.Measure, 2, 10));
        }
        var text = _error.ToString();
        text.ShouldNotContain('\n');
        text.Split("\r\e[2K").Length.ShouldBe(4);
        text.ShouldEndWith("\r\e[2K");
    }

    [Fact]
    public void Never_lets_the_live_line_wrap()
    {
        using var progress = Progress(isLive: true, width: 40);
        progress.OnSnapshot(At(RunPhase.Measure, 1, 10));
        _error.ToString().Replace("\r\e[2K", "").Length.ShouldBe(39);
    }

    [Fact]
    public void Writes_a_line_every_five_seconds_and_at_each_phase_without_a_terminal()
    {
        using var progress = Progress(isLive: false);
        foreach (var second in Enumerable.Range(1, 2)) progress.OnSnapshot(At(RunPhase.WarmUp, second, 2));
        foreach (var second in Enumerable.Range(1, 12)) progress.OnSnapshot(At(RunPhase.Measure, second, 12));
        var lines = _error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines.Select(line => line[..26]).ShouldBe(
            ["dyno: warm-up  1 s left  1", "dyno: measure  11 s left  ", "dyno: measure  6 s left  1", "dyno: measure  1 s left  1"]);
    }

    [Fact]
    public void Says_nothing_but_warnings_when_quiet()
    {
        using var progress = new ProgressLines(ATerminal(isLive: true, width: 80), isQuiet: true);
        progress.Say("a stage");
        progress.Show("a stage");
        progress.OnSnapshot(At(RunPhase.Measure, 1, 10));
        progress.Warn("a warning");
        _error.ToString().ShouldBe("dyno: a warning\n");
    }

    private ProgressLines Progress(bool isLive, int width = 120) => new(ATerminal(isLive, width), isQuiet: false);

    private Terminal ATerminal(bool isLive, int width) => Terminal.OfThisProcess() with
    {
        Out = TextWriter.Null,
        Error = _error,
        Width = 100,
        OutHasColour = false,
        ErrorIsLive = isLive,
        ErrorWidth = width,
    };

    private static RunSnapshot At(RunPhase phase, int elapsed, int planned) => new()
    {
        Phase = phase,
        Elapsed = TimeSpan.FromSeconds(elapsed),
        Planned = TimeSpan.FromSeconds(planned),
        Requests = 1000,
        FailedRequests = 0,
        RequestsPerSecond = 19_998,
        DroppedIterations = 0,
        ActiveVirtualUsers = 1,
        P50Nanos = 84_200,
        P99Nanos = 1_200_000,
        Errors = ImmutableSortedDictionary<string, long>.Empty,
    };
}
