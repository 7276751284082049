using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Http.Checks;
using Dyno.Http.Requests;
using Dyno.Http.Templates;
using Dyno.Results.Problems;

namespace Dyno.Http.WebSockets;

/// <summary>The messages of one step, ready to be put into frames. Immutable, thread-safe.</summary>
internal sealed class WebSocketMessages
{
    private readonly ImmutableArray<RequestSegment[]> _segments;
    private readonly ImmutableArray<byte[]> _fixed;  // payloads as they go, packed when that is asked for; empty with slots
    private readonly ImmutableArray<long> _keys;     // per fixed message its key
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
        MaxLength = segments.Length * (WebSocketFrames.LengthOf(MaxTextLength) + 64 + MaxTextLength / 1000); // packing may add a little
        if (HasSlots) return;
        ImmutableArray<byte[]> texts = [.. segments.Select(s => Text(s, 0, null))];
        _keys = [.. texts.Select(KeyOf)];
        var deflate = new WebSocketDeflate();
        _fixed = packs ? [.. texts.Select(t => deflate.Pack(t).ToArray())] : texts;
    }

    /// <summary>How many messages go out at once.</summary>
    public int Count => _segments.Length;

    /// <summary>How many messages answer them.</summary>
    public int Answers { get; }

    /// <summary>Whether they differ from one sending to the next.</summary>
    public bool HasSlots { get; }

    /// <summary>Whether they are packed once that is agreed on.</summary>
    public bool Packs { get; }

    /// <summary>The field by which an answer finds its message; null: the order.</summary>
    public FieldPath? Match { get; }

    /// <summary>Bytes of the longest message as text.</summary>
    public int MaxTextLength { get; }

    /// <summary>Bytes that all frames take at most.</summary>
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
    /// <param name="scratch">What a worker needs for it.</param>
    /// <param name="row">Of the feed.</param>
    /// <param name="isPacked">Whether packing was agreed on.</param>
    /// <param name="key">By which the answer finds the last message; 0 when the order decides.</param>
    public int Write(Span<byte> destination, WebSocketScratch scratch, int row, bool isPacked, out long key)
    {
        var length = 0;
        key = 0;
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

    /// <summary>The key of a message; 0 when the order decides, or it has none.</summary>
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

/// <summary>A field's value as a number: FNV-1a, 64 bits.</summary>
internal static class MessageKey
{
    public static long Of(ReadOnlySpan<byte> value)
    {
        var hash = 14695981039346656037UL;
        foreach (var b in value) hash = (hash ^ b) * 1099511628211UL;
        return hash == 0 ? 1 : (long)hash;
    }
}
