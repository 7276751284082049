namespace Dyno.Http;

/// <summary>Assembles messages whose content is needed or that are compressed. A message that arrives in one piece is not copied. For one thread.</summary>
internal sealed class MessageAssembly(int connections)
{
    private const int KeptBytes = 64 * 1024; // a larger buffer is not kept for the next message
    private readonly ArrayBufferWriter<byte>?[] _pieces = new ArrayBufferWriter<byte>?[connections];
    private readonly WebSocketDeflate _deflate = new();

    /// <summary>Adds a piece that is not the last of its message.</summary>
    public void Add(int connection, ReadOnlySpan<byte> piece) => (_pieces[connection] ??= new ArrayBufferWriter<byte>()).Write(piece);

    /// <summary>Adds the last piece and returns the message, which is valid until the next call for this connection.</summary>
    /// <param name="limit">The largest accepted size after decompression, in bytes.</param>
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

    /// <summary>Discards the pieces of a connection that has ended.</summary>
    public void Forget(int connection) => _pieces[connection]?.ResetWrittenCount();
}
