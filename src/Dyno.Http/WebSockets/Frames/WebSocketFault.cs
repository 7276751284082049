namespace Dyno.Http;

/// <summary>The reason why a server's bytes are not valid WebSocket traffic.</summary>
internal enum WebSocketFault : byte
{
    None, // no fault
    ReservedBits, // a reserved bit that no agreed extension uses
    ReservedOpcode, // an opcode that has no meaning
    Masked, // a masked frame: a server must not mask its frames
    FragmentedControl, // a fragmented ping, pong or close
    LargeControl, // a ping, pong or close with more than 125 bytes
    BadLength, // a length that is not in its shortest form, or that is 2^63 or more
    NothingToContinue, // a continuation frame without a message to continue
    UnfinishedMessage, // a new message within another one
    BadText, // text that is not UTF-8
    MessageTooLarge, // a message beyond the limit
    BadClose, // a close with one byte, or with a code that must not be sent
    BadCompression, // a compressed message that cannot be unpacked
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
