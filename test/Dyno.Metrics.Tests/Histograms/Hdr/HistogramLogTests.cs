namespace Dyno.Metrics.Tests;

public class HistogramLogTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 14, 15, 9, 26, 535, TimeSpan.Zero);

    internal static string Write(DateTimeOffset start, IEnumerable<HistogramLogInterval> intervals, params string[] comments)
    {
        using var output = new StringWriter();
        var writer = new HistogramLogWriter(output, start, comments);
        foreach (var interval in intervals) writer.Write(interval);
        return output.ToString();
    }

    [Fact]
    public void The_log_has_the_head_that_other_tools_expect()
    {
        var histogram = HistogramAssertions.Of([2_500_000]);
        var interval = new HistogramLogInterval(Start.AddMilliseconds(1_500), TimeSpan.FromSeconds(1), histogram, "a");
        var log = Write(Start, [interval], "[Logged by Dyno]", "two\nlines");
        log.ShouldBe($"""
            #[Logged by Dyno]
            #two lines
            #[Histogram log format version 1.3]
            #[StartTime: 1773500966.535 (seconds since epoch), 2026-03-14T15:09:26.5350000+00:00]
            #[BaseTime: 1773500966.535 (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            Tag=a,1.500,1.000,2.500,{HdrEncoding.EncodeBase64(histogram)}

            """);
    }

    [Fact]
    public void What_was_written_is_read_back()
    {
        var histogram = HistogramAssertions.Of(SeededValues.LikeLatencies(seed: 1, 1_000));
        var empty = new Histogram();
        var log = Write(Start,
        [
            new(Start, TimeSpan.FromSeconds(1), histogram, "a"),
            new(Start.AddSeconds(1), TimeSpan.FromMilliseconds(250), empty),
        ]);
        var reader = new HistogramLogReader(new StringReader(log));
        var (first, second) = (reader.Read().ShouldNotBeNull(), reader.Read().ShouldNotBeNull());
        (first.Start, first.Length, first.Tag).ShouldBe((Start, TimeSpan.FromSeconds(1), "a"));
        first.Histogram.ShouldHaveTheCountsOf(histogram);
        (second.Start, second.Length, second.Tag).ShouldBe((Start.AddSeconds(1), TimeSpan.FromMilliseconds(250), null));
        second.Histogram.ShouldEqual(empty);
        reader.Read().ShouldBeNull();
    }

    [Theory]
    [InlineData("#[StartTime: 1000000000.000 (seconds since epoch)]\n", "5.000", 1_000_000_005)]
    [InlineData("#[StartTime: 1000000000.000 (seconds since epoch)]\n", "1000000007.000", 1_000_000_007)]
    [InlineData("#[BaseTime: 1000000000.000 (seconds since epoch)]\n", "5.000", 1_000_000_005)]
    [InlineData("", "5.000", 5)]
    public void Relative_and_absolute_times_are_told_apart(string head, string stamp, long unixSeconds)
    {
        var line = $"{stamp},1.000,0.000,{HdrEncoding.EncodeBase64(new Histogram())}\r\n";
        new HistogramLogReader(new StringReader(head + line)).Read()!.Start.ShouldBe(DateTimeOffset.FromUnixTimeSeconds(unixSeconds));
    }

    [Theory]
    [InlineData("1.000,1.000,0.000", "line 2: expected start, length, maximum and histogram")]
    [InlineData("Tag=a", "line 2: expected start, length, maximum and histogram")]
    [InlineData("soon,1.000,0.000,AAAA", "line 2: 'soon' is not a time in seconds")]
    [InlineData("NaN,1.000,0.000,AAAA", "line 2: 'NaN' is not a time in seconds")]
    [InlineData("1e300,1.000,0.000,AAAA", "line 2: '1e300' is not a time in seconds")]
    [InlineData("1.000,-1,0.000,AAAA", "line 2: '-1' is not a time in seconds")]
    [InlineData("1.000,1.000,0.000,%%%%", "line 2: the text is not base64")]
    [InlineData("1.000,1.000,0.000,AAAA", "line 2: the content is too short for a histogram")]
    [InlineData("#[StartTime:]", "line 2: expected seconds since 1970 after the colon")]
    public void A_wrong_line_is_named(string line, string message) =>
        Should.Throw<HistogramFormatException>(() => new HistogramLogReader(new StringReader("# head\n" + line)).Read())
            .Message.ShouldStartWith(message);

    [Theory]
    [InlineData("a,b")]
    [InlineData("a b")]
    [InlineData("a\nb")]
    [InlineData("")]
    public void A_tag_that_would_break_the_line_is_refused(string tag)
    {
        var interval = new HistogramLogInterval(Start, TimeSpan.FromSeconds(1), new Histogram(), tag);
        Should.Throw<ArgumentException>(() => Write(Start, [interval])).Message.ShouldContain("is not a tag");
    }
}
