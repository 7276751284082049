namespace Dyno.Profiling;

/// <summary>
/// Reads the .nettrace format, version 4, as .NET 8 to 11 write it, in one pass and without copies of payloads. A trace that is cut short
/// gives the events until there. TraceEvent reads the format too, but gives stacks only through a second file, and does not know the event
/// of inlined calls (docs/adr/0069).
/// </summary>
internal sealed class NetTraceReader(Stream stream)
{
    private const int BeginObject = 5;
    private const int MostBytes = 64 << 20; // of one block; the runtime writes blocks of 100 KiB
    private static readonly EventKind Unknown = new("", -1, 0);

    private readonly Dictionary<int, EventKind> _kinds = [];
    private readonly Dictionary<int, int> _stackOf = [];
    private readonly List<ulong[]> _stacks = [[]];
    private byte[] _buffer = new byte[1 << 18];
    private long _position;

    /// <summary>The stacks of the events so far, innermost address first; number 0 is empty.</summary>
    public IReadOnlyList<ulong[]> Stacks => _stacks;

    /// <summary>Reads the whole trace.</summary>
    /// <exception cref="InvalidDataException">Not a version 4 trace.</exception>
    public void Read(TraceHandler handler)
    {
        try
        {
            if (!Take(8).SequenceEqual("Nettrace"u8)) throw new InvalidDataException("not a .nettrace stream");
            Take(Length(Take(4)));
            while (Take(1)[0] == BeginObject) ReadObject(handler);
        }
        catch (EndOfStreamException)
        {
            // A process that ended leaves its last block unfinished.
        }
        catch (ArgumentOutOfRangeException wrong)
        {
            throw new InvalidDataException("a block of the .nettrace stream is damaged", wrong);
        }
    }

    private void ReadObject(TraceHandler handler)
    {
        Take(2 + 8); // the type's tags, its version and the version of its reader
        var name = Encoding.ASCII.GetString(Take(Length(Take(4))));
        Take(1);
        if (name == "Trace") Take(48);
        else
        {
            var size = Length(Take(4));
            Take((int)(-_position & 3));
            var block = Take(size);
            if (name == "StackBlock") ReadStacks(block);
            else if (name == "MetadataBlock") ReadEvents(block, null);
            else if (name == "EventBlock") ReadEvents(block, handler);
            else if (name == "SPBlock") _stackOf.Clear(); // numbers of stacks begin anew
        }
        Take(1);
    }

    private static int Length(ReadOnlySpan<byte> at) => BitConverter.ToInt32(at) is var length and >= 0 and <= MostBytes ? length
        : throw new InvalidDataException("a block of the .nettrace stream has no sound length");

    private ReadOnlySpan<byte> Take(int count)
    {
        if (_buffer.Length < count) _buffer = new byte[count * 2];
        stream.ReadExactly(_buffer, 0, count);
        _position += count;
        return _buffer.AsSpan(0, count);
    }

    private void ReadStacks(ReadOnlySpan<byte> at)
    {
        var (id, count) = (BitConverter.ToInt32(at), BitConverter.ToInt32(at[4..]));
        at = at[8..];
        for (var i = 0; i < count; i++)
        {
            var bytes = BitConverter.ToInt32(at);
            var stack = new ulong[bytes / 8];
            for (var a = 0; a < stack.Length; a++) stack[a] = BitConverter.ToUInt64(at[(4 + a * 8)..]);
            _stackOf[id + i] = _stacks.Count;
            _stacks.Add(stack);
            at = at[(4 + bytes)..];
        }
    }

    // Each field of a compressed header is written only where it differs from the event before.
    private void ReadEvents(ReadOnlySpan<byte> block, TraceHandler? handler)
    {
        if ((BitConverter.ToInt16(block[2..]) & 1) == 0) throw new InvalidDataException("the .nettrace stream has headers that are not compressed");
        var at = new TraceCursor(block[BitConverter.ToInt16(block)..]);
        int kind = 0, stack = 0, length = 0;
        while (at.HasMore)
        {
            var flags = at.Byte();
            if ((flags & 1) != 0) kind = (int)at.Varint();
            if ((flags & 2) != 0) at.SkipVarints(3);
            if ((flags & 4) != 0) at.SkipVarints(1); // the thread
            if ((flags & 8) != 0) stack = (int)at.Varint();
            at.SkipVarints(1); // the time
            at.Skip((flags & 16) != 0 ? 16 : 0);
            at.Skip((flags & 32) != 0 ? 16 : 0);
            if ((flags & 128) != 0) length = (int)at.Varint();
            var payload = at.Bytes(length);
            if (handler is null) ReadKind(payload);
            else handler(new TraceRecord(_kinds.GetValueOrDefault(kind & 0x7FFFFFFF, Unknown), _stackOf.GetValueOrDefault(stack), payload));
        }
    }

    private void ReadKind(ReadOnlySpan<byte> payload)
    {
        var at = new TraceCursor(payload);
        var id = at.Int32();
        var provider = at.Text();
        var number = at.Int32();
        at.Text();
        at.Skip(8); // keywords
        _kinds[id] = new EventKind(provider, number, at.Int32());
    }
}

/// <summary>A kind of event.</summary>
/// <param name="Provider">Who sends it.</param>
/// <param name="Id">Its number; numbers mean different things for different providers.</param>
internal sealed record EventKind(string Provider, int Id, int Version);

/// <summary>An event of a trace; valid only during the call of the handler.</summary>
/// <param name="stack">Its stack, a number of <see cref="NetTraceReader.Stacks"/>.</param>
internal readonly ref struct TraceRecord(EventKind kind, int stack, ReadOnlySpan<byte> payload)
{
    public EventKind Kind { get; } = kind;

    /// <summary>Its stack, a number of <see cref="NetTraceReader.Stacks"/>.</summary>
    public int Stack { get; } = stack;

    public ReadOnlySpan<byte> Payload { get; } = payload;
}

/// <summary>Receives each event of a trace.</summary>
internal delegate void TraceHandler(scoped in TraceRecord record);
