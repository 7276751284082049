namespace Dyno.Http.Tests;

/// <summary>A session with its own ear: what it was told, as lines.</summary>
internal sealed class SessionUnderTest : IHttp2Listener
{
    private byte[] _kept = [];

    public SessionUnderTest(int slots = 4, int maxHeadBytes = 16_384)
    {
        Session = new Http2Session(0, slots, new Http2Scratch(maxHeadBytes, keepsText: false), this, 4096);
        Session.Begin();
        Sent = Take();
    }

    public Http2Session Session { get; }

    public List<string> Told { get; } = [];

    /// <summary>Whether bodies are told, or only counted.</summary>
    public bool TellsBodies { get; init; } = true;

    public byte[] Sent { get; private set; }

    public int Open(int slot, string body = "", bool isTemporary = false)
    {
        var room = new byte[1024];
        var length = Session.Encoder.Begin(room);
        length += Session.Encoder.Write(":method"u8, "GET"u8, HeaderIndexing.WhenItFits, room.AsSpan(length));
        return Session.Open(slot, room.AsSpan(0, length), Encoding.UTF8.GetBytes(body), isTemporary, ends: true, hasNoBody: false);
    }

    /// <summary>Gives it bytes as they come from a socket, in pieces that end at <paramref name="cuts"/>.</summary>
    public void Receive(byte[] bytes, params int[] cuts)
    {
        var from = 0;
        foreach (var cut in cuts.Append(bytes.Length))
        {
            _kept = [.. _kept, .. bytes[from..cut]];
            from = cut;
            _kept = _kept[Session.Read(_kept)..];
        }
    }

    /// <summary>What it wants to send, as frames in words.</summary>
    public List<string> Frames()
    {
        var frames = new List<string>();
        for (var bytes = Take(); bytes.Length > 0;)
        {
            var header = FrameHeader.Read(bytes);
            var payload = bytes.AsSpan(FrameHeader.Size, header.Length);
            var text = header.Type is FrameType.Headers or FrameType.Data ? $"{payload.Length} bytes" : Convert.ToHexString(payload);
            frames.Add($"{header.Type} {header.Stream} {header.Flags:x} {text}");
            bytes = bytes[(FrameHeader.Size + header.Length)..];
        }
        return frames;
    }

    public byte[] Take()
    {
        var bytes = Session.Out.Pending.ToArray();
        Session.Out.Taken(bytes.Length);
        return bytes;
    }

    public void OnHead(Http2Session session, int slot) => Told.Add($"head {slot} {session.Stream(slot).Status}");

    public void OnBody(Http2Session session, int slot, ReadOnlySpan<byte> body)
    {
        if (!TellsBodies) return;
        // Pieces of one body are one line: how they were cut is not what matters.
        var text = $"body {slot} ";
        if (Told.Count > 0 && Told[^1].StartsWith(text, StringComparison.Ordinal)) Told[^1] += Encoding.Latin1.GetString(body);
        else Told.Add(text + Encoding.Latin1.GetString(body));
    }

    public void OnTrailers(Http2Session session, int slot) => Told.Add($"trailers {slot} {session.Fields.GrpcStatus}");

    public void OnEnd(Http2Session session, int slot, in Http2Stream stream) => Told.Add($"end {slot} {stream.Status} {stream.BodyBytes}");

    public void OnReset(Http2Session session, int slot, in Http2Stream stream, ErrorCode code, bool wasNotBegun) => Told.Add($"reset {slot} {code} {wasNotBegun}");

    public void OnFault(Http2Session session, int slot, in Http2Stream stream, Http2Fault fault) => Told.Add($"fault {slot} {fault}");

    public void OnSent(Http2Session session, int slot) => Told.Add($"sent {slot}");
}
