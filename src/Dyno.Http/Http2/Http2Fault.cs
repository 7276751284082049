
namespace Dyno.Http.Http2;

/// <summary>Why the bytes from a server are not usable HTTP/2.</summary>
internal enum Http2Fault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>The first frame is not SETTINGS: the server does not speak HTTP/2.</summary>
    NotHttp2,

    /// <summary>A frame above the agreed maximum size.</summary>
    FrameTooLarge,

    /// <summary>A frame whose length does not fit its type.</summary>
    BadLength,

    /// <summary>Padding that is longer than its frame.</summary>
    BadPadding,

    /// <summary>A frame on a stream that was never opened, belongs to the server, or does not fit the frame type.</summary>
    WrongStream,

    /// <summary>A setting with a forbidden value.</summary>
    BadSetting,

    /// <summary>WINDOW_UPDATE with an increment of 0.</summary>
    BadWindow,

    /// <summary>More data than the window allows, or a window beyond 2^31 − 1.</summary>
    WindowExceeded,

    /// <summary>Another frame within a field block, or CONTINUATION without a field block.</summary>
    BrokenHeaderBlock,

    /// <summary>Compressed headers that cannot be read.</summary>
    BadCompression,

    /// <summary>Headers above the size limit, perhaps a decompression bomb.</summary>
    HeadersTooLarge,

    /// <summary>PUSH_PROMISE, although the client's SETTINGS disable push.</summary>
    Push,

    /// <summary>Frames on a stream that has ended.</summary>
    StreamEnded,

    /// <summary>Too many PING frames without progress of an answer.</summary>
    PingFlood,

    /// <summary>Too many SETTINGS frames without progress of an answer.</summary>
    SettingsFlood,

    /// <summary>A field block in too many pieces.</summary>
    ContinuationFlood,

    /// <summary>Too many empty DATA frames without progress of an answer.</summary>
    EmptyDataFlood,

    /// <summary>Too many other frames without progress of an answer.</summary>
    IdleFrameFlood,

    /// <summary>An answer with no status or two, with a forbidden field or a wrong content-length. Ends only the stream.</summary>
    BadAnswer,
}

/// <summary>Descriptions and HTTP/2 error codes of the faults.</summary>
internal static class Http2FaultTexts
{
    /// <summary>The error code sent to the server.</summary>
    public static ErrorCode Code(this Http2Fault fault) => fault switch
    {
        Http2Fault.None => ErrorCode.NoError,
        Http2Fault.FrameTooLarge or Http2Fault.BadLength => ErrorCode.FrameSizeError,
        Http2Fault.WindowExceeded => ErrorCode.FlowControlError,
        Http2Fault.BadCompression => ErrorCode.CompressionError,
        Http2Fault.StreamEnded => ErrorCode.StreamClosed,
        Http2Fault.HeadersTooLarge or Http2Fault.PingFlood or Http2Fault.SettingsFlood or Http2Fault.ContinuationFlood
            or Http2Fault.EmptyDataFlood or Http2Fault.IdleFrameFlood => ErrorCode.EnhanceYourCalm,
        _ => ErrorCode.ProtocolError,
    };

    /// <summary>One clause for the user.</summary>
    public static string Describe(this Http2Fault fault) => fault switch
    {
        Http2Fault.None => "no fault",
        Http2Fault.NotHttp2 => "the server does not speak HTTP/2 here",
        Http2Fault.FrameTooLarge => "a frame exceeds the largest size agreed on",
        Http2Fault.BadLength => "a frame has a length that its kind cannot have",
        Http2Fault.BadPadding => "a frame is shorter than its padding",
        Http2Fault.WrongStream => "a frame refers to a stream that it must not refer to",
        Http2Fault.BadSetting => "SETTINGS has a value that is not allowed",
        Http2Fault.BadWindow => "WINDOW_UPDATE has an increment of 0",
        Http2Fault.WindowExceeded => "the server exceeded a flow-control window",
        Http2Fault.BrokenHeaderBlock => "a header block is interrupted, or CONTINUATION comes without one",
        Http2Fault.BadCompression => "the compressed headers cannot be read",
        Http2Fault.HeadersTooLarge => "the headers exceed the limit",
        Http2Fault.Push => "the server pushes although push is disabled",
        Http2Fault.StreamEnded => "frames follow on a stream that has ended",
        Http2Fault.PingFlood => "flood of PING frames",
        Http2Fault.SettingsFlood => "flood of SETTINGS frames",
        Http2Fault.ContinuationFlood => "flood of CONTINUATION frames",
        Http2Fault.EmptyDataFlood => "flood of empty DATA frames",
        Http2Fault.IdleFrameFlood => "flood of frames that do not advance any answer",
        Http2Fault.BadAnswer => "the answer has no valid status, a forbidden field or another length than it says",
        _ => fault.ToString(),
    };
}
