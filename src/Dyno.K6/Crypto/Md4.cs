using System.Buffers.Binary;
using System.Numerics;

namespace Dyno.K6.Crypto;

/// <summary>MD4 (RFC 1320), for servers of long ago; .NET has none. Broken as a hash: nothing is secured by it.</summary>
internal static class Md4
{
    private static readonly int[] Order2 = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
    private static readonly int[] Order3 = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];

    /// <summary>The 16 bytes of the hash.</summary>
    public static byte[] HashData(ReadOnlySpan<byte> message)
    {
        Span<uint> state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
        Span<uint> x = stackalloc uint[16];
        ReadOnlySpan<byte> padded = PaddedBlocks.Of(message, 64, isBigEndian: false);
        for (; padded.Length > 0; padded = padded[64..])
        {
            for (var i = 0; i < 16; i++) x[i] = BinaryPrimitives.ReadUInt32LittleEndian(padded[(4 * i)..]);
            Block(state, x);
        }
        var hash = new byte[16];
        for (var i = 0; i < 4; i++) BinaryPrimitives.WriteUInt32LittleEndian(hash.AsSpan(4 * i), state[i]);
        return hash;
    }

    private static void Block(Span<uint> state, ReadOnlySpan<uint> x)
    {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3]);
        ReadOnlySpan<int> shifts1 = [3, 7, 11, 19], shifts2 = [3, 5, 9, 13], shifts3 = [3, 9, 11, 15];
        for (var i = 0; i < 16; i++)
            (a, b, c, d) = (d, BitOperations.RotateLeft(a + ((b & c) | (~b & d)) + x[i], shifts1[i % 4]), b, c);
        for (var i = 0; i < 16; i++)
            (a, b, c, d) = (d, BitOperations.RotateLeft(a + ((b & c) | (b & d) | (c & d)) + x[Order2[i]] + 0x5a827999, shifts2[i % 4]), b, c);
        for (var i = 0; i < 16; i++)
            (a, b, c, d) = (d, BitOperations.RotateLeft(a + (b ^ c ^ d) + x[Order3[i]] + 0x6ed9eba1, shifts3[i % 4]), b, c);
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    }
}
