using System.Buffers.Binary;

namespace Dyno.K6.Crypto;

/// <summary>A message cut into blocks as MD4 and its descendants want it: a 1 bit, zeros, and the length in bits.</summary>
internal static class PaddedBlocks
{
    /// <summary>The padded message.</summary>
    /// <param name="message">Any bytes.</param>
    /// <param name="blockBytes">64 or 128.</param>
    /// <param name="isBigEndian">How the length is written.</param>
    public static byte[] Of(ReadOnlySpan<byte> message, int blockBytes, bool isBigEndian)
    {
        var lengthBytes = blockBytes / 8;
        var padded = new byte[(message.Length + 1 + lengthBytes + blockBytes - 1) / blockBytes * blockBytes];
        message.CopyTo(padded);
        padded[message.Length] = 0x80;
        var bits = (ulong)message.Length * 8;
        if (isBigEndian) BinaryPrimitives.WriteUInt64BigEndian(padded.AsSpan(padded.Length - 8), bits);
        else BinaryPrimitives.WriteUInt64LittleEndian(padded.AsSpan(padded.Length - lengthBytes), bits);
        return padded;
    }
}
