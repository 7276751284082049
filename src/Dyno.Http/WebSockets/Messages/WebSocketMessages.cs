namespace Dyno.Http;

/// <summary>The messages of one step, ready to be put into frames. Immutable, thread-safe.</summary>
internal sealed class WebSocketMessages
{
    private readonly ImmutableArray<RequestSegment[]> _segments;
    private readonly ImmutableArray<byte[]> _fixed;  // payloads, compressed if compression is asked for; empty when there are slots
    private readonly ImmutableArray<long> _keys;     // the key of each fixed message
    private readonly WebSocketOpcode _opcode;

    private WebSocketMessages(WebSocketPlan plan, ImmutableArray<RequestSegment[]> segments, int rows, bool packs)
    {
        _segments = segments;
        _opcode = plan.IsBinary ? WebSocketOpcode.Binary : WebSocketOpcode.Text;
        Packs = packs;
        Answers = plan.Answers ?? segments.Length;
        HasSlots = segments.Any(s => s.Any(p => p.IsSlot));
        Match = plan.MatchField is { } path ? FieldPath.Parse(path)
            ?? throw new UserFault($"\"{path}\" is not the path of a field", "write it like $.id") : null;
        MaxTextLength = segments.Select(s => Enumerable.Range(0, rows).Max(row => s.Sum(p => p.MaxLengthOf(row)))).DefaultIfEmpty().Max();
        MaxLength = segments.Length * (WebSocketFrames.LengthOf(MaxTextLength) + 64 + MaxTextLength / 1000); // compression may add a few bytes
        if (HasSlots) return;
        ImmutableArray<byte[]> texts = [.. segments.Select(s => Text(s, 0, null))];
        _keys = [.. texts.Select(KeyOf)];
        var deflate = new WebSocketDeflate();
        _fixed = packs ? [.. texts.Select(t => deflate.Pack(t).ToArray())] : texts;
    }

    /// <summary>Number of messages that are sent at once.</summary>
    public int Count => _segments.Length;

    public int Answers { get; }

    /// <summary>Whether the messages have slots and so differ each time they are sent.</summary>
    public bool HasSlots { get; }

    /// <summary>Whether the messages are compressed, provided that the handshake agreed on it.</summary>
    public bool Packs { get; }

    /// <summary>The field that matches an answer to its message; null: answers are matched by their order.</summary>
    public FieldPath? Match { get; }

    /// <summary>Length of the longest message as text, in bytes.</summary>
    public int MaxTextLength { get; }

    /// <summary>Maximum length of all frames together, in bytes.</summary>
    public int MaxLength { get; }

    /// <summary>Builds the messages of a plan.</summary>
    /// <exception cref="UserFault">The plan is unsound.</exception>
    public static WebSocketMessages Build(HttpRequestPlan plan, DataFeed? feed, bool packs)
    {
        var builder = new RequestBuilder(plan.Name, feed, plan.Slots);
        return new WebSocketMessages(plan.WebSocket!, [.. plan.WebSocket!.Messages.Select(builder.BodyOf)], feed?.Rows.Length ?? 1, packs);
    }

    /// <summary>Writes all frames and returns their length.</summary>
    /// <param name="destination">At least <see cref="MaxLength"/> bytes.</param>
    /// <param name="isPacked">Whether the handshake agreed on compression.</param>
    /// <param name="key">The key that matches the answer to the last message; 0 when answers are matched by their order.</param>
    public int Write(Span<byte> destination, WebSocketScratch scratch, int row, bool isPacked, out long key)
    {
        var length = 0;
        key = 0;
        scratch.Values.BeginRequest();
        for (var i = 0; i < _segments.Length; i++)
        {
            ReadOnlySpan<byte> payload;
            if (HasSlots)
            {
                payload = scratch.Text.AsSpan(0, Compose(_segments[i], row, scratch.Text, scratch.Values));
                key = KeyOf(payload);
                if (isPacked) payload = scratch.Deflate.Pack(payload);
            }
            else
            {
                payload = Packs && !isPacked ? Text(_segments[i], 0, null) : _fixed[i];
                key = _keys[i];
            }
            length += WebSocketFrames.Write(destination[length..], _opcode, payload, scratch.NextMask(), isPacked);
        }
        return length;
    }

    /// <summary>The key of a message; 0 when answers are matched by their order, or when the message has no key.</summary>
    public long KeyOf(ReadOnlySpan<byte> message)
    {
        if (Match is null) return 0;
        try
        {
            return Match.TryFind(message, out var value) ? MessageKey.Of(value.ValueSpan) : 0;
        }
        catch (JsonException)
        {
            return 0;
        }
    }

    private long KeyOf(byte[] message) => KeyOf(message.AsSpan());

    private byte[] Text(RequestSegment[] segments, int row, ValueMaker? values)
    {
        var text = new byte[Math.Max(1, MaxTextLength)];
        return text[..Compose(segments, row, text, values)];
    }

    private static int Compose(RequestSegment[] segments, int row, Span<byte> text, ValueMaker? values)
    {
        var length = 0;
        foreach (ref readonly var segment in segments.AsSpan()) length += segment.Write(row, text[length..], values, 0);
        return length;
    }
}

/// <summary>The hash of a field's value (FNV-1a, 64 bits), never 0.</summary>
internal static class MessageKey
{
    public static long Of(ReadOnlySpan<byte> value)
    {
        var hash = 14695981039346656037UL;
        foreach (var b in value) hash = (hash ^ b) * 1099511628211UL;
        return hash == 0 ? 1 : (long)hash;
    }
}
