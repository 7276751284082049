namespace Dyno.Http.Tests;

public class EventStreamTextTests
{
    [Theory]
    [InlineData("data: a\n\n", "||a|")]
    [InlineData("event: news\nid: 7\ndata: a\ndata:b\ndata:  c\n\n", "7|news|a/b/ c|")]
    [InlineData("id: 1\rdata: a\r\rdata: b\r\r", "1||a|", "||b|")]
    [InlineData("data: a\r\n\r\ndata: b\r\n\r\n", "||a|", "||b|")]
    [InlineData(": connected\n\n: still\n: here\ndata: x\n\n", "|||connected", "||x|still/here")]
    [InlineData("retry: 10\nfield: x\n\n\n\n")]
    [InlineData("data\n\ndata:\n\n", "|||", "|||")]
    [InlineData("data: not ended\n")]
    [InlineData("\uFEFFdata: größer\n\n", "||größer|")]
    [InlineData("event: \uFEFFx\n\n", "|\uFEFFx||")]
    public void Events_are_read_wherever_their_bytes_are_cut(string text, params string[] events)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var expected = string.Join('\n', events);
        for (var cut = 0; cut < bytes.Length; cut++) Read(bytes[..cut], bytes[cut..]).ShouldBe(expected, $"cut at {cut}");
        Read([.. bytes.Select(b => (byte[])[b])]).ShouldBe(expected);
    }

    [Fact]
    public void A_block_over_the_limit_is_refused()
    {
        var reader = new EventStreamText(_ => { }, maxBytes: 100);
        for (var i = 0; i < 10; i++) reader.Read(Encoding.UTF8.GetBytes($"data: {new string('x', 80)}\n\n"));
        reader.Read(Encoding.UTF8.GetBytes($"data: {new string('x', 80)}\n"));
        Should.Throw<InvalidDataException>(() => reader.Read(Encoding.UTF8.GetBytes("data: and twenty more"))).Message.ShouldBe("an event exceeds 100 bytes");
    }

    private static string Read(params byte[][] pieces)
    {
        var found = new List<string>();
        var reader = new EventStreamText(e => found.Add($"{e.Id}|{e.Name}|{e.Data}|{e.Comment}".Replace('\n', '/')));
        foreach (var piece in pieces) reader.Read(piece);
        return string.Join('\n', found);
    }
}
