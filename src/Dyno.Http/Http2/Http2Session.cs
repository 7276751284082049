using System.Buffers.Binary;

namespace Dyno.Http.Http2;

/// <summary>
/// The client's side of one HTTP/2 connection (RFC 9113): what its bytes mean and which bytes to send, without a socket.
/// Bytes received go into <see cref="Read"/>, bytes to send wait in <see cref="Out"/>. This part holds its state; its
/// siblings read and send.
/// </summary>
/// <remarks>One thread. No allocation once buffers have grown to what the load needs.</remarks>
internal sealed partial class Http2Session
{
    /// <summary>What the other side may have on its way to us: large enough never to be what limits an answer.</summary>
    public const int Window = 1 << 30;

    private const int TableBytes = HpackEncoder.DefaultTableBytes;
    private const int StreamsBeforeSettings = 100;
    private const int FirstWindow = 65_535;
    private const int LastStream = int.MaxValue - 2;

    private readonly Http2Scratch _scratch;
    private readonly IHttp2Listener _listener;
    private readonly StreamTable _slotOf;
    private readonly Http2Stream[] _streams;
    private readonly byte[] _preface;
    private HpackDecoder _decoder;
    private int _nextStream;
    private int _maxStreams;
    private int _maxFrame;
    private int _streamSendWindow;
    private long _sendWindow;
    private int _unannounced;
    private bool _sawSettings;
    private long _resets; // streams that we gave up: frames of theirs may still come

    /// <param name="index">Which connection of its owner it is.</param>
    /// <param name="slots">Streams at once at most.</param>
    /// <param name="scratch">Of the thread.</param>
    /// <param name="listener">Is told what happens.</param>
    /// <param name="encoderTableBytes">What the fields of the requests need.</param>
    public Http2Session(int index, int slots, Http2Scratch scratch, IHttp2Listener listener, int encoderTableBytes)
    {
        (Index, _scratch, _listener) = (index, scratch, listener);
        _slotOf = new StreamTable(slots);
        _streams = new Http2Stream[slots];
        _pending = new ReadOnlyMemory<byte>[slots];
        _copies = new byte[slots][];
        _line = new int[slots];
        _isInLine = new bool[slots];
        _preface = PrefaceOf(scratch.MaxHeadBytes);
        _decoder = new HpackDecoder(TableBytes, scratch.MaxHeadBytes);
        _encoderTableBytes = Math.Min(encoderTableBytes, TableBytes);
        Encoder = new HpackEncoder(_encoderTableBytes, useHuffman: true);
    }

    public int Index { get; }

    /// <summary>Bytes to be sent.</summary>
    public FrameBuffer Out { get; } = new();

    /// <summary>Why the connection is beyond use; whoever owns it sends what is left in <see cref="Out"/> and closes it.</summary>
    public Http2Fault Fault { get; private set; }

    /// <summary>The server takes no more streams here: those that are open go on to their end.</summary>
    public bool IsGoingAway { get; private set; }

    /// <summary>Why it goes.</summary>
    public ErrorCode GoAwayCode { get; private set; }

    /// <summary>Whether the server has said its first word.</summary>
    public bool SawSettings => _sawSettings;

    /// <summary>Streams that are open.</summary>
    public int Active { get; private set; }

    /// <summary>Streams the server allows at once.</summary>
    public int MaxStreams => _maxStreams;

    /// <summary>Whether a stream may be opened now.</summary>
    public bool MayOpen => Active < _maxStreams && Active < _streams.Length && !IsGoingAway && Fault == Http2Fault.None;

    /// <summary>The fields of the block read last.</summary>
    public AnswerFields Fields => _scratch.Fields;

    public ref readonly Http2Stream Stream(int slot) => ref _streams[slot];

    /// <summary>A new connection: forgets everything and writes what comes first on it.</summary>
    public void Begin()
    {
        _slotOf.Clear();
        Array.Clear(_streams);
        Array.Clear(_pending);
        Array.Clear(_isInLine);
        (_lineFirst, _lineLength) = (0, 0);
        Out.Clear();
        if (_sawSettings)
        {
            _decoder = new HpackDecoder(TableBytes, _scratch.MaxHeadBytes);
            Encoder = new HpackEncoder(_encoderTableBytes, useHuffman: true);
            Array.Clear(_blocks);
        }
        (Fault, IsGoingAway, GoAwayCode, Active) = (Http2Fault.None, false, ErrorCode.NoError, 0);
        (_nextStream, _maxStreams, _maxFrame) = (1, StreamsBeforeSettings, FrameHeader.DefaultMaxFrame);
        (_streamSendWindow, _sendWindow, _unannounced) = (FirstWindow, FirstWindow, 0);
        (_sawSettings, _resets) = (false, 0);
        BeginReading();
        Out.WriteRaw(_preface);
    }

    /// <summary>No stream is opened any more: those that are open go on to their end.</summary>
    public void TakeNoMore() => IsGoingAway = true;

    /// <summary>The connection has broken: nothing more comes of this stream.</summary>
    public void Forget(int slot) => Close(slot);

    private void Close(int slot)
    {
        _slotOf.Remove(_streams[slot].Id);
        _streams[slot].Id = 0;
        _pending[slot] = default;
        Active--;
    }

    private void Fail(Http2Fault fault)
    {
        if (Fault != Http2Fault.None) return;
        Fault = fault;
        Span<byte> payload = stackalloc byte[8];
        BinaryPrimitives.WriteUInt32BigEndian(payload, 0); // the last stream of the server's that we have seen: it may open none
        BinaryPrimitives.WriteUInt32BigEndian(payload[4..], (uint)fault.Code());
        if (fault != Http2Fault.NotHttp2) Out.Write(FrameType.GoAway, 0, 0, payload);
    }

    private void FailStream(int slot, Http2Fault fault)
    {
        var stream = _streams[slot];
        Reset(slot, fault.Code());
        _listener.OnFault(this, slot, stream, fault);
    }

    // The magic, our settings, and the window of the connection, which settings do not reach (RFC 9113, 3.4 and 6.9.2).
    private static byte[] PrefaceOf(int maxHeadBytes)
    {
        var buffer = new FrameBuffer();
        buffer.WriteRaw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8);
        Span<byte> settings = stackalloc byte[18];
        Put(settings, SettingId.EnablePush, 0);
        Put(settings[6..], SettingId.InitialWindowSize, Window);
        Put(settings[12..], SettingId.MaxHeaderListSize, (uint)maxHeadBytes);
        buffer.Write(FrameType.Settings, 0, 0, settings);
        buffer.Write(FrameType.WindowUpdate, 0, Window - FirstWindow);
        return buffer.Pending.ToArray();

        static void Put(Span<byte> at, SettingId id, uint value)
        {
            BinaryPrimitives.WriteUInt16BigEndian(at, (ushort)id);
            BinaryPrimitives.WriteUInt32BigEndian(at[2..], value);
        }
    }
}
