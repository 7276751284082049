using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Dyno.Http.Tests;

/// <summary>Writes frames as a server does, right or wrong.</summary>
internal static class ServerFrames
{
    public static byte[] Frame(int first, byte[] payload, bool isMasked = false)
    {
        using var frame = new MemoryStream();
        frame.WriteByte((byte)first);
        var mask = isMasked ? 0x80 : 0;
        Span<byte> length = stackalloc byte[8];
        if (payload.Length < 126) frame.WriteByte((byte)(mask | payload.Length));
        else if (payload.Length <= ushort.MaxValue)
        {
            frame.WriteByte((byte)(mask | 126));
            BinaryPrimitives.WriteUInt16BigEndian(length, (ushort)payload.Length);
            frame.Write(length[..2]);
        }
        else
        {
            frame.WriteByte((byte)(mask | 127));
            BinaryPrimitives.WriteInt64BigEndian(length, payload.Length);
            frame.Write(length);
        }
        if (isMasked) frame.Write([0, 0, 0, 0]);
        frame.Write(payload);
        return frame.ToArray();
    }

    public static byte[] Text(string text) => Frame(0x81, Encoding.UTF8.GetBytes(text));

    public static byte[] Close(int code, string reason = "") =>
        Frame(0x88, code == 0 ? [] : [(byte)(code >> 8), (byte)code, .. Encoding.UTF8.GetBytes(reason)]);

    /// <summary>The answer to a handshake, as RFC 6455 asks for it.</summary>
    public static byte[] Accept(string request, string more = "")
    {
        var key = request.Split("Sec-WebSocket-Key: ")[1].Split('\r')[0];
#pragma warning disable CA5350 // the standard asks for it
        var accept = Convert.ToBase64String(SHA1.HashData(Encoding.ASCII.GetBytes(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
#pragma warning restore CA5350
        return Encoding.ASCII.GetBytes($"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n{more}\r\n");
    }
}

/// <summary>What a reader made of a stream: messages and controls in order, and how it ended.</summary>
internal sealed record ReadFrames(IReadOnlyList<string> Seen, WebSocketFault Fault)
{
    public static ReadFrames Of(byte[] bytes, int[] cuts, long limit = WebSocketLimits.DefaultMaxMessageBytes, bool mayCompress = false)
    {
        var (reader, seen, message) = (new WebSocketFrameReader(), new List<string>(), new MemoryStream());
        var limits = new WebSocketLimits(limit, mayCompress);
        var at = 0;
        foreach (var end in cuts.Append(bytes.Length))
            while (at < end)
            {
                var found = reader.Read(bytes.AsSpan(at, end - at), limits, out var consumed, out var length);
                at += consumed;
                var payload = bytes.AsSpan(at - length, length);
                if (found == WebSocketRead.Failed) return new ReadFrames(seen, reader.Fault);
                if (found == WebSocketRead.NeedMore) break;
                if (found is WebSocketRead.Piece or WebSocketRead.Message) message.Write(payload);
                if (found == WebSocketRead.Message)
                {
                    seen.Add($"{(reader.IsCompressed ? "packed " : "")}{(reader.IsText ? "text" : "binary")} {Convert.ToHexString(message.ToArray())}");
                    message.SetLength(0);
                }
                else if (found != WebSocketRead.Piece) seen.Add($"{found}{(found == WebSocketRead.Close ? $" {reader.CloseCode}" : "")} {Convert.ToHexString(payload)}");
            }
        return new ReadFrames(seen, WebSocketFault.None);
    }
}
