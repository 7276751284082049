
namespace Dyno.Http.Http2;

/// <summary>Why what a server sends is not usable HTTP/2.</summary>
internal enum Http2Fault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>The first frame is not SETTINGS: the server does not speak HTTP/2.</summary>
    NotHttp2,

    /// <summary>A frame beyond the largest agreed on.</summary>
    FrameTooLarge,

    /// <summary>A frame whose length does not fit its kind.</summary>
    BadLength,

    /// <summary>Padding that is longer than its frame.</summary>
    BadPadding,

    /// <summary>A stream that was never opened, belongs to the server, or does not go with the kind of frame.</summary>
    WrongStream,

    /// <summary>A setting with a value it must not have.</summary>
    BadSetting,

    /// <summary>A window moved by nothing, or beyond 2^31 − 1.</summary>
    BadWindow,

    /// <summary>More data than the window allows.</summary>
    WindowExceeded,

    /// <summary>Another frame within a block of headers, or CONTINUATION without one.</summary>
    BrokenHeaderBlock,

    /// <summary>Compressed headers that cannot be read.</summary>
    BadCompression,

    /// <summary>Headers beyond the limit, perhaps a bomb of few bytes.</summary>
    HeadersTooLarge,

    /// <summary>PUSH_PROMISE, which was refused from the start.</summary>
    Push,

    /// <summary>Frames on a stream that has ended.</summary>
    StreamEnded,

    /// <summary>PING after PING, and no answers.</summary>
    PingFlood,

    /// <summary>SETTINGS after SETTINGS, and no answers.</summary>
    SettingsFlood,

    /// <summary>A block of headers in too many pieces.</summary>
    ContinuationFlood,

    /// <summary>DATA without a byte, again and again.</summary>
    EmptyDataFlood,

    /// <summary>Other frames that bring no answer further, again and again.</summary>
    IdleFrameFlood,

    /// <summary>An answer without a status, with two, with a forbidden field or a length that is not true. Ends its stream only.</summary>
    BadAnswer,
}

/// <summary>The faults in words, and as the codes that tell the server.</summary>
internal static class Http2FaultTexts
{
    /// <summary>What the server is told.</summary>
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

    /// <summary>One clause for a person.</summary>
    public static string Describe(this Http2Fault fault) => fault switch
    {
        Http2Fault.None => "no fault",
        Http2Fault.NotHttp2 => "the server does not speak HTTP/2 here",
        Http2Fault.FrameTooLarge => "a frame exceeds the largest size agreed on",
        Http2Fault.BadLength => "a frame has a length that its kind cannot have",
        Http2Fault.BadPadding => "a frame is shorter than its padding",
        Http2Fault.WrongStream => "a frame is about a stream it cannot be about",
        Http2Fault.BadSetting => "SETTINGS has a value that is not allowed",
        Http2Fault.BadWindow => "WINDOW_UPDATE moves a window by nothing or too far",
        Http2Fault.WindowExceeded => "the server sent more data than the window allows",
        Http2Fault.BrokenHeaderBlock => "a block of headers is interrupted, or goes on without a beginning",
        Http2Fault.BadCompression => "the compressed headers cannot be read",
        Http2Fault.HeadersTooLarge => "the headers exceed the limit",
        Http2Fault.Push => "the server pushes although it was told not to",
        Http2Fault.StreamEnded => "frames follow on a stream that has ended",
        Http2Fault.PingFlood => "flood of PING frames",
        Http2Fault.SettingsFlood => "flood of SETTINGS frames",
        Http2Fault.ContinuationFlood => "flood of CONTINUATION frames",
        Http2Fault.EmptyDataFlood => "flood of empty DATA frames",
        Http2Fault.IdleFrameFlood => "flood of frames that bring no answer further",
        Http2Fault.BadAnswer => "the answer has no valid status, a forbidden field or another length than it says",
        _ => fault.ToString(),
    };
}
