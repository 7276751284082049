using System.Buffers;
using System.Text.Unicode;

namespace Dyno.Http.WebSockets;

/// <summary>
/// Puts messages together where somebody looks into them, or they are packed. A message that comes in one piece is not
/// copied. One thread.
/// </summary>
internal sealed class MessageAssembly(int connections)
{
    private const int KeptBytes = 64 * 1024; // a larger buffer is not kept for the next message
    private readonly ArrayBufferWriter<byte>?[] _pieces = new ArrayBufferWriter<byte>?[connections];
    private readonly WebSocketDeflate _deflate = new();

    /// <summary>A piece that is not the last one.</summary>
    public void Add(int connection, ReadOnlySpan<byte> piece) => (_pieces[connection] ??= new ArrayBufferWriter<byte>()).Write(piece);

    /// <summary>The last piece: the message, good until the next call for this connection.</summary>
    /// <param name="connection">Whose it is.</param>
    /// <param name="last">The piece.</param>
    /// <param name="reader">That has found it.</param>
    /// <param name="limit">The most bytes it may have unpacked.</param>
    /// <param name="message">The whole.</param>
    public WebSocketFault TryTake(int connection, ReadOnlySpan<byte> last, in WebSocketFrameReader reader, long limit, out ReadOnlySpan<byte> message)
    {
        message = last;
        if (_pieces[connection] is { WrittenCount: > 0 } pieces)
        {
            pieces.Write(last);
            message = pieces.WrittenSpan;
            if (pieces.Capacity > KeptBytes) _pieces[connection] = null;
            else pieces.ResetWrittenCount();
        }
        if (!reader.IsCompressed) return WebSocketFault.None;
        var fault = _deflate.TryUnpack(message, limit, out message);
        return fault == WebSocketFault.None && reader.IsText && !Utf8.IsValid(message) ? WebSocketFault.BadText : fault;
    }

    /// <summary>The connection is gone, and what it had begun.</summary>
    public void Forget(int connection) => _pieces[connection]?.ResetWrittenCount();
}
