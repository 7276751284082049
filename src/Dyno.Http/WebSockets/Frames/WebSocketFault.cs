namespace Dyno.Http.WebSockets;

/// <summary>The reason why a server's bytes are not valid WebSocket traffic.</summary>
internal enum WebSocketFault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>A reserved bit that no agreed extension uses.</summary>
    ReservedBits,

    /// <summary>An opcode that has no meaning.</summary>
    ReservedOpcode,

    /// <summary>A masked frame: a server must not mask its frames.</summary>
    Masked,

    /// <summary>A fragmented ping, pong or close.</summary>
    FragmentedControl,

    /// <summary>A ping, pong or close with more than 125 bytes.</summary>
    LargeControl,

    /// <summary>A length that is not in its shortest form, or that is 2^63 or more.</summary>
    BadLength,

    /// <summary>A continuation frame without a message to continue.</summary>
    NothingToContinue,

    /// <summary>A new message within another one.</summary>
    UnfinishedMessage,

    /// <summary>Text that is not UTF-8.</summary>
    BadText,

    /// <summary>A message beyond the limit.</summary>
    MessageTooLarge,

    /// <summary>A close with one byte, or with a code that must not be sent.</summary>
    BadClose,

    /// <summary>A compressed message that cannot be unpacked.</summary>
    BadCompression,
}

/// <summary>Descriptions and close codes of the faults.</summary>
internal static class WebSocketFaultTexts
{
    /// <summary>One clause for a message.</summary>
    public static string Describe(this WebSocketFault fault) => fault switch
    {
        WebSocketFault.None => "no fault",
        WebSocketFault.ReservedBits => "a frame has a reserved bit set",
        WebSocketFault.ReservedOpcode => "a frame has an opcode without a meaning",
        WebSocketFault.Masked => "a frame of the server is masked",
        WebSocketFault.FragmentedControl => "a ping, pong or close frame is fragmented",
        WebSocketFault.LargeControl => "a ping, pong or close frame has more than 125 bytes",
        WebSocketFault.BadLength => "a frame's length is not written in the shortest way",
        WebSocketFault.NothingToContinue => "a frame continues a message that never began",
        WebSocketFault.UnfinishedMessage => "a message begins within another one",
        WebSocketFault.BadText => "a text message is not UTF-8",
        WebSocketFault.MessageTooLarge => "a message exceeds the limit",
        WebSocketFault.BadClose => "a close frame has a code that is not allowed",
        WebSocketFault.BadCompression => "a compressed message cannot be decompressed",
        _ => fault.ToString(),
    };

    /// <summary>The close code that reports the fault to the server.</summary>
    public static int Code(this WebSocketFault fault) => fault switch
    {
        WebSocketFault.BadText => WebSocketCloseCode.BadData,
        WebSocketFault.MessageTooLarge => WebSocketCloseCode.TooLarge,
        WebSocketFault.BadCompression => WebSocketCloseCode.BadData,
        _ => WebSocketCloseCode.ProtocolError,
    };
}
