namespace Dyno.Http;

/// <summary>
/// The client's side of one HTTP/2 connection (RFC 9113), without a socket. Received bytes go into <see cref="Read"/>, bytes to
/// send wait in <see cref="Out"/>. This part holds the state; the other parts of the class read and send.
/// </summary>
/// <remarks>For one thread. No allocation once the buffers have grown to the size that the load needs.</remarks>
internal sealed partial class Http2Session
{
    /// <summary>Flow-control window for the server in bytes, large enough never to limit an answer.</summary>
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
    private long _resets; // number of streams given up: their frames may still arrive

    /// <param name="index">Index of the connection at its owner.</param>
    /// <param name="slots">Largest number of concurrent streams.</param>
    /// <param name="scratch">Scratch memory of the thread.</param>
    /// <param name="encoderTableBytes">Bytes that the fields of the requests need in the dynamic table.</param>
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

    /// <summary>Why the connection is unusable; its owner then sends the rest of <see cref="Out"/> and closes it.</summary>
    public Http2Fault Fault { get; private set; }

    /// <summary>Whether no more streams can be opened; open streams continue to their end.</summary>
    public bool IsGoingAway { get; private set; }

    /// <summary>Error code of the server's GOAWAY.</summary>
    public ErrorCode GoAwayCode { get; private set; }

    /// <summary>Whether the server's SETTINGS have arrived.</summary>
    public bool SawSettings => _sawSettings;

    /// <summary>Number of open streams.</summary>
    public int Active { get; private set; }

    /// <summary>Number of concurrent streams that the server allows.</summary>
    public int MaxStreams => _maxStreams;

    /// <summary>Whether a stream may be opened now.</summary>
    public bool MayOpen => Active < _maxStreams && Active < _streams.Length && !IsGoingAway && Fault == Http2Fault.None;

    /// <summary>The fields of the last block read.</summary>
    public AnswerFields Fields => _scratch.Fields;

    public ref readonly Http2Stream Stream(int slot) => ref _streams[slot];

    /// <summary>Begins a new connection: resets all state and writes the connection preface.</summary>
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

    /// <summary>Lets no more streams be opened; open streams continue to their end.</summary>
    public void TakeNoMore() => IsGoingAway = true;

    /// <summary>Closes a stream whose connection has broken.</summary>
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
        BinaryPrimitives.WriteUInt32BigEndian(payload, 0); // the last stream of the server: always 0, because the server may open none
        BinaryPrimitives.WriteUInt32BigEndian(payload[4..], (uint)fault.Code());
        if (fault != Http2Fault.NotHttp2) Out.Write(FrameType.GoAway, 0, 0, payload);
    }

    private void FailStream(int slot, Http2Fault fault)
    {
        var stream = _streams[slot];
        Reset(slot, fault.Code());
        _listener.OnFault(this, slot, stream, fault);
    }

    // The preface string, the client's SETTINGS, and the connection's window, which SETTINGS cannot change (RFC 9113, 3.4 and 6.9.2).
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
