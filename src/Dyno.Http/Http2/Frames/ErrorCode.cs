namespace Dyno.Http;

/// <summary>Why a stream or a connection ends (RFC 9113, 7).</summary>
internal enum ErrorCode : uint
{
    NoError,
    ProtocolError,
    InternalError,
    FlowControlError,
    SettingsTimeout,
    StreamClosed,
    FrameSizeError,
    RefusedStream,
    Cancel,
    CompressionError,
    ConnectError,
    EnhanceYourCalm,
    InadequateSecurity,
    Http11Required,
}

/// <summary>The names of the codes in the standard.</summary>
internal static class ErrorCodeText
{
    private static readonly string[] Names =
    [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED", "FRAME_SIZE_ERROR",
        "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ];

    public static string Name(this ErrorCode code) => (uint)code < Names.Length ? Names[(int)code] : $"error code {(uint)code}";
}
