using System.Buffers.Binary;
using System.Numerics;
using System.Text;

namespace Dyno.K6.Crypto;

/// <summary>
/// SHA-512/224 and SHA-512/256 (FIPS 180-4): SHA-512 from other initial values, cut. .NET has neither. The constants are
/// computed from their definitions, roots of the first primes.
/// </summary>
internal static class TruncatedSha512
{
    private static readonly ulong[] Constants = [.. Primes(80).Select(p => Fraction(p, 3))];
    private static readonly ulong[] Initial = [.. Primes(8).Select(p => Fraction(p, 2))];
    private static readonly ulong[] Initial224 = InitialOf("SHA-512/224");
    private static readonly ulong[] Initial256 = InitialOf("SHA-512/256");

    /// <summary>The hash.</summary>
    /// <param name="message">Any bytes.</param>
    /// <param name="bits">224 or 256.</param>
    public static byte[] HashData(ReadOnlySpan<byte> message, int bits)
    {
        var state = (ulong[])(bits == 224 ? Initial224 : Initial256).Clone();
        Hash(state, message);
        var hash = new byte[64];
        for (var i = 0; i < 8; i++) BinaryPrimitives.WriteUInt64BigEndian(hash.AsSpan(8 * i), state[i]);
        return hash[..(bits / 8)];
    }

    // 5.3.6: the hash of the name, begun from SHA-512's own values with every other bit turned over.
    private static ulong[] InitialOf(string name)
    {
        ulong[] state = [.. Initial.Select(h => h ^ 0xa5a5a5a5a5a5a5a5)];
        Hash(state, Encoding.ASCII.GetBytes(name));
        return state;
    }

    private static void Hash(ulong[] state, ReadOnlySpan<byte> message)
    {
        ReadOnlySpan<byte> padded = PaddedBlocks.Of(message, 128, isBigEndian: true);
        Span<ulong> w = stackalloc ulong[80];
        for (; padded.Length > 0; padded = padded[128..])
        {
            for (var i = 0; i < 16; i++) w[i] = BinaryPrimitives.ReadUInt64BigEndian(padded[(8 * i)..]);
            for (var i = 16; i < 80; i++)
                w[i] = w[i - 16] + (Right(w[i - 15], 1) ^ Right(w[i - 15], 8) ^ (w[i - 15] >> 7))
                    + w[i - 7] + (Right(w[i - 2], 19) ^ Right(w[i - 2], 61) ^ (w[i - 2] >> 6));
            Block(state, w);
        }
    }

    private static void Block(ulong[] state, ReadOnlySpan<ulong> w)
    {
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]);
        for (var i = 0; i < 80; i++)
        {
            var first = h + (Right(e, 14) ^ Right(e, 18) ^ Right(e, 41)) + ((e & f) ^ (~e & g)) + Constants[i] + w[i];
            var second = (Right(a, 28) ^ Right(a, 34) ^ Right(a, 39)) + ((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d + first, c, b, a, first + second);
        }
        ReadOnlySpan<ulong> added = [a, b, c, d, e, f, g, h];
        for (var i = 0; i < 8; i++) state[i] += added[i];
    }

    private static ulong Right(ulong value, int bits) => BitOperations.RotateRight(value, bits);

    private static IEnumerable<int> Primes(int count) =>
        Enumerable.Range(2, 500).Where(n => !Enumerable.Range(2, Math.Max(0, (int)Math.Sqrt(n) - 1)).Any(d => n % d == 0)).Take(count);

    /// <summary>The first 64 bits after the point of a prime's square or cube root.</summary>
    private static ulong Fraction(int prime, int degree)
    {
        var scaled = (BigInteger)prime << (64 * degree);
        var (low, high) = (BigInteger.Zero, BigInteger.One << 70);
        while (high - low > 1)
        {
            var middle = (low + high) >> 1;
            if (BigInteger.Pow(middle, degree) <= scaled) low = middle;
            else high = middle;
        }
        return (ulong)(low & ulong.MaxValue);
    }
}
