using System.Globalization;

namespace Dyno.Metrics.Tests;

public class ThresholdParserTests
{
    [Theory]
    // k6's form
    [InlineData("http_req_duration: p(99)<200", "http_req_duration", "p(99)", ThresholdOperator.Less, 200)]
    [InlineData("http_req_duration:p(99)<200", "http_req_duration", "p(99)", ThresholdOperator.Less, 200)]
    [InlineData("http_req_duration{name:hello}: p(99)<200", "http_req_duration{name:hello}", "p(99)", ThresholdOperator.Less, 200)]
    [InlineData("http_reqs{name:GET http://x:1/}:rate>=5", "http_reqs{name:GET http://x:1/}", "rate", ThresholdOperator.GreaterOrEqual, 5)]
    [InlineData("http_reqs{scenario:a, name:b}: rate > 0.9", "http_reqs{name:b,scenario:a}", "rate", ThresholdOperator.Greater, 0.9)]
    [InlineData("http_req_failed: rate===0", "http_req_failed", "rate", ThresholdOperator.Equal, 0)]
    [InlineData("vus: value<100", "vus", "value", ThresholdOperator.Less, 100)]
    [InlineData("data_received: count<1e9", "data_received", "count", ThresholdOperator.Less, 1e9)]
    // the short form
    [InlineData("p99 < 200ms", "response_time", "p(99)", ThresholdOperator.Less, 200)]
    [InlineData("p99.9<1.5s", "response_time", "p(99.9)", ThresholdOperator.Less, 1500)]
    [InlineData("p50<1s", "response_time", "p(50)", ThresholdOperator.Less, 1000)]
    [InlineData("p(99) <= 250 us", "response_time", "p(99)", ThresholdOperator.LessOrEqual, 0.25)]
    [InlineData("p95 < 250µs", "response_time", "p(95)", ThresholdOperator.Less, 0.25)]
    [InlineData("p95 < 1m", "response_time", "p(95)", ThresholdOperator.Less, 60_000)]
    [InlineData("avg < 5ms", "response_time", "avg", ThresholdOperator.Less, 5)]
    [InlineData("med < 5ms", "response_time", "med", ThresholdOperator.Less, 5)]
    [InlineData("max < 2s", "response_time", "max", ThresholdOperator.Less, 2000)]
    [InlineData("errors == 0", "failed_requests", "count", ThresholdOperator.Equal, 0)]
    [InlineData("error_rate < 1%", "http_req_failed", "rate", ThresholdOperator.Less, 0.01)]
    [InlineData("error_rate < 0.5", "http_req_failed", "rate", ThresholdOperator.Less, 0.5)]
    [InlineData("rate > 1000/s", "http_reqs{expected_response:true}", "rate", ThresholdOperator.Greater, 1000)]
    [InlineData("rate > 600/m", "http_reqs{expected_response:true}", "rate", ThresholdOperator.Greater, 10)]
    [InlineData("rate>1000", "http_reqs{expected_response:true}", "rate", ThresholdOperator.Greater, 1000)]
    [InlineData("requestRate > 1000/s", "http_reqs", "rate", ThresholdOperator.Greater, 1000)]
    [InlineData("errors < 2%", "http_req_failed", "rate", ThresholdOperator.Less, 0.02)]
    [InlineData("failedShare < 2%", "http_req_failed", "rate", ThresholdOperator.Less, 0.02)]
    [InlineData("mean < 5ms", "response_time", "avg", ThresholdOperator.Less, 5)]
    [InlineData("iterations > 10/s", "iterations", "rate", ThresholdOperator.Greater, 10)]
    [InlineData("server.gcPause < 5%", "server.gcPause", "value", ThresholdOperator.Less, 0.05)]
    [InlineData("server.workingSet < 100MB", "server.workingSet", "value", ThresholdOperator.Less, 1e8)]
    [InlineData("server.peakWorkingSet<1.5GiB", "server.peakWorkingSet", "value", ThresholdOperator.Less, 1.5 * (1 << 30))]
    [InlineData("server.cpuPerRequest < 50us", "server.cpuPerRequest", "value", ThresholdOperator.Less, 50)]
    [InlineData("timeToReady < 1500ms", "timeToReady", "value", ThresholdOperator.Less, 1.5)]
    [InlineData("server.exceptions == 0", "server.exceptions", "value", ThresholdOperator.Equal, 0)]
    [InlineData("service.redis.commandsPerRequest <= 2", "service.redis.commandsPerRequest", "value", ThresholdOperator.LessOrEqual, 2)]
    [InlineData("dropped == 0", "dropped_iterations", "count", ThresholdOperator.Equal, 0)]
    [InlineData("checks > 99%", "checks", "rate", ThresholdOperator.Greater, 0.99)]
    public void Both_forms_are_read(string text, string selector, string figure, ThresholdOperator comparison, double limit)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        threshold!.Selector.ToString().ShouldBe(selector);
        threshold.Expression.Aggregation.ToString().ShouldBe(figure);
        threshold.Expression.ThresholdOperator.ShouldBe(comparison);
        threshold.Expression.Limit.ShouldBe(limit, 1e-12);
        (threshold.AbortOnFail, threshold.DelayAbortEval).ShouldBe((false, TimeSpan.Zero));
    }

    [Theory]
    [InlineData("p99 < 200ms abortOnFail", 0)]
    [InlineData("p99 < 200ms,abortOnFail", 0)]
    [InlineData("p99 < 200ms AbortOnFail", 0)]
    [InlineData("p99 < 200ms abortOnFail,delay=10s", 10_000)]
    [InlineData("http_req_duration: p(99)<200 abortOnFail,delay=1.5m", 90_000)]
    [InlineData("http_req_duration{name:a}: p(99)<200 abortOnFail, delayAbortEval = 500ms", 500)]
    public void The_end_can_make_it_stop_the_run(string text, double delayMilliseconds)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        threshold!.AbortOnFail.ShouldBeTrue();
        threshold.DelayAbortEval.ShouldBe(TimeSpan.FromMilliseconds(delayMilliseconds));
        threshold.Expression.Text.ShouldNotContain("abort", Case.Insensitive);
        threshold.Expression.Limit.ShouldBe(200);
    }

    [Theory]
    [InlineData("", "is not a threshold: write http_req_duration: p(99)<200, or one of p99 < 200ms")]
    [InlineData("fast please", "is not a threshold")]
    [InlineData("http_req_duraton: p(99)<200", "there is no metric 'http_req_duraton' in this run: the metrics are checks, data_received")]
    [InlineData("http_req_waiting: p(99)<200", "there is no metric 'http_req_waiting' in this run")]
    [InlineData("http_req_duration{url:x}: p(99)<200", "has no tag 'url' in this run: the tags are expected_response, name, scenario")]
    [InlineData("iterations{name:x}: count>0", "'iterations' has no tag 'name' in this run: the tags are scenario")]
    [InlineData("http_req_duration: rate<200", "is a Trend, which has no rate: it has avg, min, max, med, p(N)")]
    [InlineData("http_reqs: p(99)<200", "is a Counter, which has no p(99): it has count, rate")]
    [InlineData("checks: count>1", "is a Rate, which has no count: it has rate")]
    [InlineData("vus: max<5", "is a Gauge, which has no max: it has value")]
    [InlineData("http_req_duration: p(99)<200ms", "'200ms' is not a number")]
    [InlineData("http_req_duration{name:a: p(99)<200", "has no closing brace")]
    [InlineData(": p(99)<200", "'' is not a metric name")]
    [InlineData("p99 < 200", "'200' is not a limit for p99: write a number with its unit (us, ms, s, m), as in 200ms")]
    [InlineData("p99 < 200kg", "'200kg' is not a limit for p99")]
    [InlineData("p101 < 200ms", "'p101' is not a figure: write one of p99 < 200ms")]
    [InlineData("count < 5", "'count' is not a figure")]
    [InlineData("errors == 1ms", "'1ms' is not a limit for errors: write a number")]
    [InlineData("error_rate < 5ms", "'5ms' is not a limit for error_rate: write percent")]
    [InlineData("rate > 5ms", "'5ms' is not a limit for rate: write a number per second")]
    [InlineData("p99 < 200ms abortOnFail,10s", "write abortOnFail or abortOnFail,delay=10s")]
    [InlineData("p99 < 200ms abortOnFail,delay=soon", "write abortOnFail or abortOnFail,delay=10s")]
    [InlineData("p99 < 200ms abortOnFail,delay=-1s", "write abortOnFail or abortOnFail,delay=10s")]
    [InlineData("p99 < 200ms abortOnFail,delay=9e99h", "write abortOnFail or abortOnFail,delay=10s")]
    public void What_is_wrong_is_said_with_what_is_allowed(string text, string message)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeFalse();
        threshold.ShouldBeNull();
        error!.ShouldContain(message);
    }

    [Fact]
    public void A_script_has_more_metrics_and_any_tag_and_its_own()
    {
        var catalog = MetricCatalog.Script.With([new("errors", MetricType.Rate)]);
        ThresholdParser.TryCreate("http_req_waiting{my_tag:1}", "p(95)<10", catalog, out var threshold, out _).ShouldBeTrue();
        threshold!.Type.ShouldBe(MetricType.Trend);
        ThresholdParser.TryParse("errors: rate<0.1", catalog, out threshold, out _).ShouldBeTrue();
        threshold!.Type.ShouldBe(MetricType.Rate);
    }

    [Theory]
    [InlineData("p99 < 200ms", "p99 < 200ms")]
    [InlineData("rate>1000/s", "rate>1000/s")]
    [InlineData("error_rate < 1% abortOnFail", "error_rate < 1% abortOnFail")]
    [InlineData("http_req_duration:p(99)<200", "http_req_duration: p(99)<200")]
    [InlineData("http_req_duration{name:\"a,b\"}: p(99)<200, abortOnFail,delay=1m", "http_req_duration{name:\"a,b\"}: p(99)<200 abortOnFail,delay=60000ms")]
    public void What_a_threshold_says_of_itself_can_be_typed(string typed, string said)
    {
        ThresholdParser.TryParse(typed, out var threshold, out _).ShouldBeTrue();
        threshold!.ToString().ShouldBe(said);
    }

    [Fact]
    public void A_short_form_that_was_narrowed_to_one_request_is_said_in_k6s()
    {
        ThresholdParser.TryParse("p99.9 <= 1.5s", out var threshold, out _).ShouldBeTrue();
        (threshold! with { Selector = new("response_time", [new("name", "GET /a, b")]) }).ToString()
            .ShouldBe("response_time{name:\"GET /a, b\"}: p(99.9)<=1500");
    }

    [Fact]
    public void Every_threshold_says_what_reads_back_as_itself()
    {
        var random = new Random(32);
        string[] shorts = ["p50", "p99.9", "avg", "min", "max", "med"];
        string[] operators = ["<", "<=", ">", ">=", "==", "===", "!="];
        string[] names = ["hello", "GET /a/b?x=1&y=2", "a, b", " blanks ", "it's", "say \"x\", twice", "über:alles", "{id}"];
        for (var i = 0; i < 2_000; i++)
        {
            var number = (random.Next(3) == 0 ? random.NextDouble() : random.Next(10_000)).ToString("R", CultureInfo.InvariantCulture);
            var text = random.Next(5) switch
            {
                0 => $"{shorts[random.Next(shorts.Length)]} {operators[random.Next(operators.Length)]} {number}{(random.Next(2) == 0 ? "ms" : "s")}",
                1 => $"error_rate{operators[random.Next(operators.Length)]}{number}%",
                2 => $"rate {operators[random.Next(operators.Length)]} {number}{(random.Next(2) == 0 ? "/s" : "")}",
                3 => $"errors {operators[random.Next(operators.Length)]} {number}",
                _ => $"response_time : p( {random.Next(100)} ) {operators[random.Next(operators.Length)]} {number}",
            };
            if (random.Next(3) == 0) text += random.Next(2) == 0 ? " abortOnFail" : $" abortOnFail,delay={random.Next(1, 900)}ms";
            ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue($"{text}: {error}");
            if (random.Next(2) == 0)
                threshold = threshold! with { Selector = new(threshold.Selector.Name, [new("name", names[random.Next(names.Length)])]) };

            ThresholdParser.TryParse(threshold!.ToString(), out var again, out error).ShouldBeTrue($"{threshold}: {error}");
            (again! with { Expression = again.Expression with { Text = "" } }).ShouldBe(threshold with { Expression = threshold.Expression with { Text = "" } });
        }
    }

    [Fact]
    public void Whatever_is_typed_ends_in_a_threshold_or_an_error()
    {
        var random = new Random(31);
        string[] pieces =
        [
            "http_req_duration", "{", "}", "name", ":", ",", "p(", "99", ")", "<", ">=", "==", "!", "200", "ms", "%", "/s",
            "abortOnFail", "delay=", " ", "\"", "'", "é", ".", "-", "e9", "errors", "rate", "\0",
        ];
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => pieces[random.Next(pieces.Length)]));
            var valid = ThresholdParser.TryParse(text, out var threshold, out var error);
            (threshold is not null).ShouldBe(valid, text);
            string.IsNullOrEmpty(error).ShouldBe(valid, text);
        }
    }
}
