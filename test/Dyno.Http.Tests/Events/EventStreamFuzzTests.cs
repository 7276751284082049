namespace Dyno.Http.Tests;

/// <summary>Random event streams: no split changes what is read, and both readers count the same blocks with data.</summary>
public sealed class EventStreamFuzzTests
{
    private static readonly string[] Parts = ["data", ":", " ", "x", "\n", "\r", "\r\n", "\n\n", "event: a", "id", "id: 7", "\uFEFF", "\0", "ü", "data: y\n\n", "retry: 5"];

    [Fact]
    public void No_split_of_a_stream_changes_what_is_read() => FuzzRounds.Run(20_000, 17, random => ("events.txt", Stream(random)), (_, bytes) =>
    {
        var whole = Read([bytes]);
        var cut = bytes.Length / 2;
        Read([bytes[..cut], bytes[cut..]]).ShouldBe(whole);
        Read([.. bytes.Select(one => (byte[])[one])]).ShouldBe(whole);
    });

    private static (string Events, int Count) Read(byte[][] pieces)
    {
        var (events, reader, count) = (new List<ServerSentEvent>(), default(EventStreamReader), 0);
        var text = new EventStreamText(events.Add);
        foreach (var piece in pieces)
        {
            text.Read(piece);
            count += reader.Read(piece);
        }
        return (string.Join("|", events), count);
    }

    private static byte[] Stream(Random random)
    {
        var text = new StringBuilder();
        for (var i = random.Next(1, 30); i > 0; i--) text.Append(Parts[random.Next(Parts.Length)]);
        var bytes = Encoding.UTF8.GetBytes(text.ToString());
        if (random.Next(3) == 0) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return bytes;
    }
}
