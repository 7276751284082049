namespace Dyno.Http;

/// <summary>A call whose method is known. Converts its texts to messages in the wire format. Immutable, thread-safe.</summary>
internal sealed class GrpcCall
{
    /// <summary>Length of the prefix of each message: a flag (1 byte) and the message's length (4 bytes).</summary>
    public const int PrefixBytes = 5;

    private const int MaxMessages = 1_000_000;
    private const int MaxAtOnce = 16 * 1024 * 1024;
    private readonly ImmutableArray<RequestSegment[]> _texts;
    private readonly ImmutableArray<ReadOnlyMemory<byte>> _fixed; // the message of each text; empty when there are slots
    private readonly bool _isCompressed;

    private GrpcCall(GrpcCallPlan plan, GrpcMethod method, ImmutableArray<RequestSegment[]> texts, int rows, bool isCompressed)
    {
        (Method, _texts, _isCompressed) = (method, texts, isCompressed);
        PauseNanos = (long)(plan.Pause.TotalMilliseconds * 1e6);
        Messages = plan.Messages > 0 ? plan.Messages : texts.Length;
        HasSlots = texts.Any(t => t.Any(s => s.IsSlot));
        MaxTextLength = texts.Max(t => Enumerable.Range(0, rows).Max(row => t.Sum(s => s.MaxLengthOf(row))));
        MaxMessageLength = PrefixBytes + JsonToWire.MaxLength(MaxTextLength) + (isCompressed ? 64 : 0);
        _fixed = HasSlots ? [] : [.. texts.Select(t => (ReadOnlyMemory<byte>)Fixed(t))];
        AtOnce = PauseNanos > 0 && Messages > 1 ? 1 : Messages;
        Body = HasSlots ? default : Enumerable.Range(0, AtOnce).SelectMany(i => _fixed[i % _fixed.Length].ToArray()).ToArray();
    }

    public GrpcMethod Method { get; }

    /// <summary>Number of messages that a call sends.</summary>
    public int Messages { get; }

    /// <summary>Number of messages that are sent together with the headers.</summary>
    public int AtOnce { get; }

    public long PauseNanos { get; }

    /// <summary>Whether messages differ from one call to the next.</summary>
    public bool HasSlots { get; }

    /// <summary>The messages that are sent together with the headers, when there are no slots.</summary>
    public ReadOnlyMemory<byte> Body { get; }

    /// <summary>Maximum length of one message as text, in bytes.</summary>
    public int MaxTextLength { get; }

    /// <summary>Maximum length of one message with its prefix, in bytes.</summary>
    public int MaxMessageLength { get; }

    /// <summary>Finds the method and reads the texts.</summary>
    /// <exception cref="UserFault">There is no such method, or a text does not fit its message.</exception>
    public static GrpcCall Create(GrpcCallPlan plan, GrpcSchema schema, string name = "", DataFeed? feed = null,
        ImmutableArray<GeneratedSlot> slots = default, bool isCompressed = false)
    {
        var method = Find(plan, schema);
        if (plan.Messages is < 0 or > MaxMessages) throw new UserFault($"{plan.Messages} messages per call", $"use 1 to {MaxMessages}");
        if (!method.IsClientStreaming && (plan.Messages > 1 || plan.Texts.Length > 1))
            throw new UserFault($"{method.Name} takes one message, not a stream of them", "send one message (no === between them, no --messages)");
        var builder = new RequestBuilder(name, feed, slots.IsDefault ? [] : slots);
        ImmutableArray<ReadOnlyMemory<byte>> texts = plan.Texts.IsDefaultOrEmpty ? ["{}"u8.ToArray()] : plan.Texts;
        try
        {
            var call = new GrpcCall(plan, method, [.. texts.Select(builder.BodyOf)], feed?.Rows.Length ?? 1, isCompressed);
            if (call.HasSlots) call.TryRows(feed);
            if (call.Body.Length > MaxAtOnce) throw new UserFault($"the messages of a call have {call.Body.Length:N0} bytes", "send fewer messages, or add a pause (--message-pause 1ms)");
            return call;
        }
        catch (GrpcMessageException e)
        {
            throw new UserFault($"the message for {method.Service}/{method.Name} is wrong: {e.Message.TrimStart('.')}", $"{method.Input.FullName} has {Fields(method.Input)}");
        }
    }

    /// <summary>Writes message number <paramref name="index"/> of a call and returns its length.</summary>
    /// <param name="index">Number of the message, from 0; after the last text the first one follows again.</param>
    /// <param name="room">At least <see cref="MaxMessageLength"/> bytes.</param>
    /// <param name="text">At least <see cref="MaxTextLength"/> bytes.</param>
    /// <exception cref="GrpcMessageException">A value does not fit its field.</exception>
    public int Write(int index, int row, Span<byte> room, Span<byte> text, ValueMaker? values)
    {
        var length = 0;
        foreach (ref readonly var segment in _texts[index % _texts.Length].AsSpan()) length += segment.Write(row, text[length..], values, 0);
        var written = JsonToWire.Write(Method.Input, text[..length], room[PrefixBytes..]);
        room[0] = 0;
        if (_isCompressed) written = Compress(room[PrefixBytes..], written, room);
        BinaryPrimitives.WriteUInt32BigEndian(room[1..], (uint)written);
        return PrefixBytes + written;
    }

    /// <summary>Message number <paramref name="index"/> of a call without slots.</summary>
    public ReadOnlyMemory<byte> Known(int index) => _fixed[index % _fixed.Length];

    private byte[] Fixed(RequestSegment[] text)
    {
        var (room, copy) = (new byte[MaxMessageLength], new byte[Math.Max(1, MaxTextLength)]);
        return room[..Write(_texts.IndexOf(text), 0, room, copy, null)];
    }

    // Every row is converted once, so that a value that does not fit its field is reported before the run.
    private void TryRows(DataFeed? feed)
    {
        var (room, text) = (new byte[MaxMessageLength], new byte[Math.Max(1, MaxTextLength)]);
        var values = new ValueMaker(new Random(1), TimeProvider.System);
        for (var row = 0; row < (feed?.Rows.Length ?? 1); row++)
            for (var index = 0; index < _texts.Length; index++) Write(index, row, room, text, values);
    }

    // A message that would not get shorter is sent uncompressed, as other gRPC clients do.
    private static int Compress(Span<byte> message, int length, Span<byte> room)
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true)) gzip.Write(message[..length]);
        if (packed.Length >= length) return length;
        room[0] = 1;
        packed.GetBuffer().AsSpan(0, (int)packed.Length).CopyTo(message);
        return (int)packed.Length;
    }

    private static GrpcMethod Find(GrpcCallPlan plan, GrpcSchema schema)
    {
        if (schema.Methods.FirstOrDefault(m => m.Service == plan.Service && m.Name == plan.Method) is { } method) return method;
        var ofService = schema.Methods.Where(m => m.Service == plan.Service).Select(m => m.Name).ToList();
        if (ofService.Count > 0)
            throw new UserFault($"{plan.Service} has no method \"{plan.Method}\"", $"write {NearestWord.Find(plan.Method, ofService) ?? ofService[0]} (it has {string.Join(", ", ofService.Take(20))})");
        var services = schema.Services.ToList();
        throw new UserFault($"there is no service \"{plan.Service}\"", services.Count == 0
            ? "the files declare no service" : $"write {NearestWord.Find(plan.Service, services) ?? services[0]} (there are {string.Join(", ", services.Take(20))})");
    }

    private static string Fields(MessageType type) => type.Fields.IsEmpty ? "no fields: write {}"
        : string.Join(", ", type.Fields.Take(20).Select(f => $"{f.JsonName} ({(f.IsRepeated ? "list of " : "")}{f.Message?.FullName ?? f.Enum?.FullName ?? f.Kind.ToString().ToLowerInvariant()})"));
}
