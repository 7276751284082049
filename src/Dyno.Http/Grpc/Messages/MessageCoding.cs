namespace Dyno.Http;

/// <summary>Decompression of received messages.</summary>
internal static class MessageCoding
{
    /// <summary>Decompresses a message.</summary>
    /// <exception cref="InvalidDataException">The encoding is unknown, or the message is too large.</exception>
    public static byte[] Unpack(ReadOnlySpan<byte> message, string encoding)
    {
        using var packed = new MemoryStream(message.ToArray());
        using Stream unpacking = encoding switch
        {
            "gzip" => new GZipStream(packed, CompressionMode.Decompress),
            "deflate" => new ZLibStream(packed, CompressionMode.Decompress),
            _ => throw new InvalidDataException("it is compressed, and the server does not say how (grpc-encoding)"),
        };
        using var whole = new MemoryStream();
        var piece = new byte[16 * 1024];
        for (int read; (read = unpacking.Read(piece)) > 0 && whole.Length <= GrpcAnswer.MaxMessageBytes;) whole.Write(piece, 0, read);
        return whole.Length <= GrpcAnswer.MaxMessageBytes ? whole.ToArray() : throw new InvalidDataException("it is larger than 4 MiB after decompression");
    }
}
