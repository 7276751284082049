using System.Buffers.Binary;
using System.Numerics;

namespace Dyno.K6.Crypto;

/// <summary>RIPEMD-160 (Dobbertin, Bosselaers, Preneel 1996; ISO/IEC 10118-3): two lines of 80 steps each. .NET has none.</summary>
internal static class Ripemd160
{
    private static readonly byte[] LeftWords =
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
        3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12, 1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
        4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
    ];

    private static readonly byte[] RightWords =
    [
        5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
        15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13, 8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
        12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
    ];

    private static readonly byte[] LeftShifts =
    [
        11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8, 7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
        11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5, 11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
        9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
    ];

    private static readonly byte[] RightShifts =
    [
        8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6, 9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
        9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5, 15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
        8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
    ];

    private static readonly uint[] LeftConstants = [0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e];
    private static readonly uint[] RightConstants = [0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0];

    /// <summary>The 20 bytes of the hash.</summary>
    public static byte[] HashData(ReadOnlySpan<byte> message)
    {
        Span<uint> state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
        Span<uint> x = stackalloc uint[16];
        ReadOnlySpan<byte> padded = PaddedBlocks.Of(message, 64, isBigEndian: false);
        for (; padded.Length > 0; padded = padded[64..])
        {
            for (var i = 0; i < 16; i++) x[i] = BinaryPrimitives.ReadUInt32LittleEndian(padded[(4 * i)..]);
            Block(state, x);
        }
        var hash = new byte[20];
        for (var i = 0; i < 5; i++) BinaryPrimitives.WriteUInt32LittleEndian(hash.AsSpan(4 * i), state[i]);
        return hash;
    }

    private static void Block(Span<uint> state, ReadOnlySpan<uint> x)
    {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4]);
        var (a2, b2, c2, d2, e2) = (a, b, c, d, e);
        for (var i = 0; i < 80; i++)
        {
            var left = BitOperations.RotateLeft(a + F(i / 16, b, c, d) + x[LeftWords[i]] + LeftConstants[i / 16], LeftShifts[i]) + e;
            (a, b, c, d, e) = (e, left, b, BitOperations.RotateLeft(c, 10), d);
            var right = BitOperations.RotateLeft(a2 + F(4 - i / 16, b2, c2, d2) + x[RightWords[i]] + RightConstants[i / 16], RightShifts[i]) + e2;
            (a2, b2, c2, d2, e2) = (e2, right, b2, BitOperations.RotateLeft(c2, 10), d2);
        }
        var first = state[1] + c + d2;
        state[1] = state[2] + d + e2;
        state[2] = state[3] + e + a2;
        state[3] = state[4] + a + b2;
        state[4] = state[0] + b + c2;
        state[0] = first;
    }

    private static uint F(int round, uint x, uint y, uint z) => round switch
    {
        0 => x ^ y ^ z,
        1 => (x & y) | (~x & z),
        2 => (x | ~y) ^ z,
        3 => (x & z) | (y & ~z),
        _ => x ^ (y | ~z),
    };
}
