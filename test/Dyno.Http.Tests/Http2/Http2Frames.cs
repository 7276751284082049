using System.Buffers.Binary;

namespace Dyno.Http.Tests;

/// <summary>A server's side of a connection as bytes: frames, well-formed or not.</summary>
internal sealed class Http2Frames
{
    private readonly HpackEncoder _encoder = new(4096, useHuffman: true);
    private readonly List<byte> _bytes = [];

    public byte[] ToArray() => [.. _bytes];

    public Http2Frames Frame(FrameType type, byte flags, int stream, params byte[] payload)
    {
        var header = new byte[FrameHeader.Size];
        new FrameHeader(payload.Length, type, flags, stream).Write(header);
        _bytes.AddRange(header);
        _bytes.AddRange(payload);
        return this;
    }

    public Http2Frames Raw(params byte[] bytes)
    {
        _bytes.AddRange(bytes);
        return this;
    }

    public Http2Frames Settings(params (SettingId Id, uint Value)[] settings)
    {
        var payload = new byte[settings.Length * 6];
        for (var i = 0; i < settings.Length; i++)
        {
            BinaryPrimitives.WriteUInt16BigEndian(payload.AsSpan(i * 6), (ushort)settings[i].Id);
            BinaryPrimitives.WriteUInt32BigEndian(payload.AsSpan(i * 6 + 2), settings[i].Value);
        }
        return Frame(FrameType.Settings, 0, 0, payload);
    }

    public byte[] Block(params string[] fields)
    {
        var room = new byte[65_536];
        var written = 0;
        foreach (var field in fields)
        {
            var colon = field.IndexOf(':', 1);
            written += _encoder.Write(Encoding.Latin1.GetBytes(field[..colon]), Encoding.Latin1.GetBytes(field[(colon + 1)..].Trim()),
                HeaderIndexing.Always, room.AsSpan(written));
        }
        return room[..written];
    }

    public Http2Frames Headers(int stream, bool ends, params string[] fields) =>
        Frame(FrameType.Headers, (byte)(FrameFlags.EndHeaders | (ends ? FrameFlags.EndStream : 0)), stream, Block(fields));

    public Http2Frames Data(int stream, bool ends, string text) =>
        Frame(FrameType.Data, ends ? FrameFlags.EndStream : (byte)0, stream, Encoding.UTF8.GetBytes(text));

    public Http2Frames Number(FrameType type, int stream, uint number)
    {
        var payload = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(payload, number);
        return Frame(type, 0, stream, payload);
    }

    public Http2Frames GoAway(int last, ErrorCode code)
    {
        var payload = new byte[8];
        BinaryPrimitives.WriteUInt32BigEndian(payload, (uint)last);
        BinaryPrimitives.WriteUInt32BigEndian(payload.AsSpan(4), (uint)code);
        return Frame(FrameType.GoAway, 0, 0, payload);
    }
}
