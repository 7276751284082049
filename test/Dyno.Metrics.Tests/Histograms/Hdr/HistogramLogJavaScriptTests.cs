namespace Dyno.Metrics.Tests;

public class HistogramLogJavaScriptTests : IClassFixture<HdrHistogramJs>
{
    private static readonly DateTimeOffset Start = new(2026, 3, 14, 15, 9, 26, 535, TimeSpan.Zero);

    [Fact]
    public void JavaScript_reads_the_log_that_Dyno_writes()
    {
        var intervals = Intervals();
        var log = HistogramLogTests.Write(Start, intervals);
        var read = HdrHistogramJs.Ask(new { op = "readLog", text = log });
        read.GetProperty("tags").EnumerateArray().Select(tag => tag.GetString()).ShouldBe(["NO TAG", "GET_/hello"]);
        var found = read.GetProperty("intervals").EnumerateArray().ToList();
        found.Count.ShouldBe(intervals.Length);
        for (var i = 0; i < intervals.Length; i++)
        {
            found[i].GetProperty("tag").GetString().ShouldBe(intervals[i].Tag);
            found[i].GetProperty("startMillis").GetDouble().ShouldBe(intervals[i].Start.ToUnixTimeMilliseconds(), 0.5);
            var end = intervals[i].Start + intervals[i].Length;
            found[i].GetProperty("endMillis").GetDouble().ShouldBe(end.ToUnixTimeMilliseconds(), 0.5);
            HdrJavaScriptTests.ShouldAgree(intervals[i].Histogram, found[i].GetProperty("histogram"));
        }
    }

    [Fact]
    public void Dyno_reads_the_log_that_JavaScript_writes()
    {
        var expected = Intervals();
        var written = HdrHistogramJs.Ask(new
        {
            op = "writeLog",
            startMillis = Start.ToUnixTimeMilliseconds(),
            intervals = expected.Select(interval => new
            {
                highest = interval.Histogram.Layout.HighestTrackable,
                digits = 3,
                tag = interval.Tag,
                start = interval.Start.ToUnixTimeMilliseconds() / 1000.0,
                end = (interval.Start + interval.Length).ToUnixTimeMilliseconds() / 1000.0,
                values = interval.Histogram.CountPairs()
                    .Select(pair => new[] { interval.Histogram.Layout.LowestAt(pair.Index), pair.Count }),
            }),
        });
        var reader = new HistogramLogReader(new StringReader(written.GetProperty("text").GetString()!));
        foreach (var interval in expected)
        {
            var read = reader.Read().ShouldNotBeNull();
            read.Tag.ShouldBe(interval.Tag);
            read.Start.ShouldBe(interval.Start, TimeSpan.FromMilliseconds(0.5));
            read.Length.ShouldBe(interval.Length);
            read.Histogram.ShouldHaveTheCountsOf(interval.Histogram);
        }

        reader.Read().ShouldBeNull();
        reader.StartTime.ShouldBe(Start);
    }

    private static HistogramLogInterval[] Intervals() =>
    [
        .. Enumerable.Range(0, 4).Select(i => new HistogramLogInterval(
            Start + TimeSpan.FromSeconds(i / 2),
            TimeSpan.FromSeconds(1),
            HistogramAssertions.Of(SeededValues.LikeLatencies(seed: i, 500)),
            i % 2 == 0 ? null : "GET_/hello")),
    ];
}
