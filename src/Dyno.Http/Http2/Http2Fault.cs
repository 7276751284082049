
namespace Dyno.Http;

/// <summary>Why the bytes from a server are not usable HTTP/2.</summary>
internal enum Http2Fault : byte
{
    None, // no fault
    NotHttp2, // the first frame is not SETTINGS: the server does not speak HTTP/2
    FrameTooLarge, // a frame above the agreed maximum size
    BadLength, // a frame whose length does not fit its type
    BadPadding, // padding that is longer than its frame
    WrongStream, // a frame on a stream that was never opened, belongs to the server, or does not fit the frame type
    BadSetting, // a setting with a forbidden value
    BadWindow, // WINDOW_UPDATE with an increment of 0
    WindowExceeded, // more data than the window allows, or a window beyond 2^31 − 1
    BrokenHeaderBlock, // another frame within a field block, or CONTINUATION without a field block
    BadCompression, // compressed headers that cannot be read
    HeadersTooLarge, // headers above the size limit, perhaps a decompression bomb
    Push, // PUSH_PROMISE, although the client's SETTINGS disable push
    StreamEnded, // frames on a stream that has ended
    PingFlood, // too many PING frames without progress of an answer
    SettingsFlood, // too many SETTINGS frames without progress of an answer
    ContinuationFlood, // a field block in too many pieces
    EmptyDataFlood, // too many empty DATA frames without progress of an answer
    IdleFrameFlood, // too many other frames without progress of an answer
    BadAnswer, // an answer with no status or two, with a forbidden field or a wrong content-length. Ends only the stream.
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
