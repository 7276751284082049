namespace Dyno.Metrics.Tests;

/// <summary>Thresholds that are judged window by window, and error budgets, on a simulated run with one look a second.</summary>
public sealed class BudgetTests
{
    private readonly Simulated _run = new();

    [Theory]
    [InlineData("p99 < 200ms for 99% of minutes", 0.99, 60)]
    [InlineData("failedShare < 1% for 95% of 10s", 0.95, 10)]
    [InlineData("http_req_duration: p(99)<200 for 50% of hours", 0.5, 3600)]
    [InlineData("rate > 100/s for 99.9% of seconds abortOnFail,delay=10s", 0.999, 1)]
    public void Reads_windows(string text, double share, double seconds)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        threshold!.Windows!.Share.ShouldBe(share, 1e-12);
        threshold.Windows.Length.ShouldBe(TimeSpan.FromSeconds(seconds));
        ThresholdParser.TryParse(threshold.ToString(), out var again, out error).ShouldBeTrue(error);
        again.ShouldBe(threshold);
    }

    [Fact]
    public void Reads_a_budget()
    {
        ThresholdParser.TryParse("errors burn < 14.4 of 0.1% over 5m and 1h abortOnFail", out var threshold, out var error).ShouldBeTrue(error);
        threshold!.Burn!.Budget.ShouldBe(0.001, 1e-12);
        threshold.Burn.Windows.ShouldBe([TimeSpan.FromHours(1), TimeSpan.FromMinutes(5)]);
        threshold.Expression.Limit.ShouldBe(14.4);
        threshold.AbortOnFail.ShouldBeTrue();
    }

    [Theory]
    [InlineData("p99 < 200ms for 99 of minutes", "write for 99% of minutes")]
    [InlineData("p99 < 200ms for 101% of minutes", "write for 99% of minutes")]
    [InlineData("p99 < 200ms for 99% of days", "write seconds, minutes, hours")]
    [InlineData("p99 < 200ms for 99% of 1500ms", "whole seconds")]
    [InlineData("server.gcPause < 5% for 99% of minutes", "known for the whole run only")]
    [InlineData("errors burn < 14.4", "write errors burn < 14.4 of 0.1% over 1h and 5m")]
    [InlineData("errors burn > 2 of 0.1% over 1h", "write < or <=")]
    [InlineData("errors burn < 0 of 0.1% over 1h", "a number above zero")]
    [InlineData("errors burn < 2 of 0.001 over 1h", "the share of requests that may fail")]
    [InlineData("errors burn < 2 of 0.1% over 1h and 1h", "'and' between them")]
    [InlineData("errors burn < 2 of 0.1% over 1h for 99% of minutes", "known for the whole run only")]
    public void Says_what_to_write_instead(string text, string remedy)
    {
        ThresholdParser.TryParse(text, out _, out var error).ShouldBeFalse();
        error!.ShouldContain(remedy);
    }

    [Fact]
    public void One_slow_minute_of_a_hundred_is_allowed_and_two_are_not()
    {
        var threshold = Of("p99 < 200ms for 99% of minutes");
        _run.Seconds(threshold, 6000, second => (100, 0, second / 60 == 30 ? 900 : 20)).Passed.ShouldBeTrue();
        var twice = new Simulated().Seconds(threshold, 6000, second => (100, 0, second / 60 is 30 or 31 ? 900 : 20));

        twice.Passed.ShouldBeFalse();
        twice.Windows.ShouldBe(100);
        twice.Value.ShouldBe(0.98, 1e-9);
    }

    [Fact]
    public void A_window_whose_requests_all_fail_quickly_does_not_hold()
    {
        var outcome = _run.Seconds(Of("p99 < 200ms for 100% of minutes"), 300, second => second / 60 == 2 ? (100, 100, 1) : (100, 0, 20));

        outcome.Passed.ShouldBeFalse();
        outcome.Value.ShouldBe(0.8, 1e-9);
    }

    [Fact]
    public void A_window_without_requests_does_not_count_for_a_latency_and_fails_a_rate()
    {
        static (int, int, double) Pausing(int second) => second / 60 == 2 ? (0, 0, 0) : (100, 0, 20);

        _run.Seconds(Of("p99 < 200ms for 100% of minutes"), 300, Pausing).Windows.ShouldBe(4);
        new Simulated().Seconds(Of("rate > 50/s for 100% of minutes"), 300, Pausing).Value.ShouldBe(0.8, 1e-9);
    }

    [Fact]
    public void A_run_shorter_than_a_window_is_judged_as_a_whole() =>
        _run.Seconds(Of("p99 < 200ms for 99% of hours"), 90, _ => (100, 0, 900)).Passed.ShouldBeFalse();

    [Fact]
    public void Nothing_measured_is_no_pass() => _run.Seconds(Of("p99 < 200ms for 99% of minutes"), 0, _ => (0, 0, 0)).IsNotMeasured.ShouldBeTrue();

    [Fact]
    public void Windows_end_the_run_as_other_thresholds_do()
    {
        var stopped = _run.StoppedAt(Of("p99 < 200ms for 90% of minutes abortOnFail,delay=150s"), 3600, _ => (100, 0, 900));

        stopped.ShouldBe(152);
    }

    [Fact]
    public void A_budget_burns_only_when_both_windows_say_so()
    {
        var threshold = Of("errors burn < 14.4 of 0.1% over 1h and 5m");
        // Five minutes with 5 % of errors in three hours: 50 times the budget in the short window, and 4.2 times in the long one.
        var brief = _run.Seconds(threshold, 10_800, second => (100, second is >= 7200 and < 7500 ? 5 : 0, 20));
        // Half an hour of it: 25 times in the long window.
        var longer = new Simulated().Seconds(threshold, 10_800, second => (100, second is >= 7200 and < 9000 ? 5 : 0, 20));

        brief.Passed.ShouldBeTrue();
        brief.Value.ShouldBe(50 * 300 / 3600.0, 0.05);
        longer.Passed.ShouldBeFalse();
        longer.Value.ShouldBe(25, 0.1);
    }

    [Fact]
    public void A_budget_that_burns_stops_the_run()
    {
        // 10 % of errors from second 600 on: 100 times the budget; the long window, which is the run so far, has 14.4 times after 101 seconds.
        var stopped = _run.StoppedAt(Of("errors burn < 14.4 of 0.1% over 1h and 1m abortOnFail"), 3600, second => (100, second >= 600 ? 10 : 0, 20));

        stopped!.Value.ShouldBeInRange(700, 704);
    }

    [Fact]
    public void Windows_of_a_week_are_followed_in_constant_memory()
    {
        var outcome = _run.Seconds(Of("errors burn < 1 of 1% over 168h and 6h"), 8 * 86_400, second => (1, second % 200 == 0 ? 1 : 0, 20), histogram: false);

        outcome.Passed.ShouldBeTrue();
        outcome.Value.ShouldBe(0.5, 0.01);
    }

    private static Threshold Of(string text) =>
        ThresholdParser.TryParse(text, out var threshold, out var error) ? threshold : throw new ArgumentException(error);

    /// <summary>Requests, failures and a response time for each second.</summary>
    private sealed class Simulated : IMetricSource
    {
        private readonly Histogram _times = new();
        private long _all, _failed;

        public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
        {
            value = 0;
            return false;
        }

        public MetricState? StateOf(MetricSelector selector) => selector.Name switch
        {
            "response_time" or "http_req_duration" => new MetricState(_all, _failed, Copy()),
            "http_reqs" => new MetricState(_all, 0),
            _ => new MetricState(_all, _failed) { IsShare = true },
        };

        public ThresholdOutcome Seconds(Threshold threshold, int seconds, Func<int, (int All, int Failed, double Millis)> second, bool histogram = true)
        {
            var evaluator = new ThresholdEvaluator([threshold], this);
            for (var i = 0; i < seconds; i++)
            {
                Take(second(i), histogram);
                evaluator.Look(TimeSpan.FromSeconds(i + 1));
            }
            evaluator.EndWindows(TimeSpan.FromSeconds(seconds));
            return evaluator.Finish()[0];
        }

        public int? StoppedAt(Threshold threshold, int seconds, Func<int, (int All, int Failed, double Millis)> second)
        {
            var evaluator = new ThresholdEvaluator([threshold], this);
            for (var i = 0; i < seconds; i++)
            {
                Take(second(i), histogram: true);
                evaluator.Look(TimeSpan.FromSeconds(i + 1));
                if (i % 2 == 1 && evaluator.ShouldAbort(TimeSpan.FromSeconds(i + 1))) return i + 1;
            }
            return null;
        }

        private void Take((int All, int Failed, double Millis) second, bool histogram)
        {
            (_all, _failed) = (_all + second.All, _failed + second.Failed);
            if (histogram && second.All > 0) _times.Record((long)(second.Millis * 1e6), second.All);
        }

        private Histogram Copy()
        {
            var copy = new Histogram();
            copy.Merge(_times);
            return copy;
        }
    }
}
