namespace Dyno.Http.Tests;

public class EventStreamReaderTests
{
    [Theory]
    [InlineData("data: a\n\n", 1)]
    [InlineData("data: a\r\n\r\ndata: b\r\n\r\n", 2)]
    [InlineData("data: a\r\rdata: b\r\r", 2)]
    [InlineData("event: news\nid: 7\ndata: a\ndata: b\n\n", 1)]
    [InlineData("data\n\n", 1)]
    [InlineData("data:\n\n", 1)]
    [InlineData(": a comment\n\nid: 7\n\ndatum: x\n\nretry: 10\n\n", 0)]
    [InlineData("data: not ended\n", 0)]
    [InlineData("\n\n\ndata: a\n\n\n", 1)]
    [InlineData("\uFEFFdata: a\n\n", 1)]
    [InlineData("\uFEFF\n\ndata: a\n\n\uFEFFdata: b\n\n", 1)]
    public void Events_are_counted_wherever_their_bytes_are_cut(string text, int events)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        default(EventStreamReader).Read(bytes).ShouldBe(events);
        for (var cut = 1; cut < bytes.Length; cut++)
        {
            var reader = default(EventStreamReader);
            (reader.Read(bytes.AsSpan(0, cut)) + reader.Read(bytes.AsSpan(cut))).ShouldBe(events, $"cut at {cut}");
        }
        var single = default(EventStreamReader);
        bytes.Sum(b => single.Read([b])).ShouldBe(events);
    }
}
