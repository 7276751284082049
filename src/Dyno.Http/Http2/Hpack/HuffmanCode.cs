namespace Dyno.Http;

/// <summary>
/// The Huffman code of HPACK (RFC 7541, Appendix B). The code is canonical, so the lengths define it: codes of one length
/// follow each other in the order of their symbols. The decoder reads four bits at a time with a table of 256 states.
/// </summary>
internal static class HuffmanCode
{
    private const int EndOfText = 256;
    private const int LongestPadding = 7;
    private const int Nibbles = 16;

    private static readonly byte[] Lengths =
    [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15,
        6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23,
        23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22,
        22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
        27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27,
        26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    ];

    private static readonly uint[] Codes = Assign();
    private static readonly Step[] Steps = Build();

    /// <summary>The encoded length of <paramref name="text"/> in bytes.</summary>
    public static int LengthOf(ReadOnlySpan<byte> text)
    {
        long bits = 0;
        foreach (var symbol in text) bits += Lengths[symbol];
        return (int)((bits + 7) / 8);
    }

    /// <summary>Writes <paramref name="text"/> encoded and returns the encoded length; the last byte is padded with ones.</summary>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var (written, bits, count) = (0, 0UL, 0);
        foreach (var symbol in text)
        {
            bits = (bits << Lengths[symbol]) | Codes[symbol];
            count += Lengths[symbol];
            while (count >= 8) destination[written++] = (byte)(bits >> (count -= 8));
        }
        if (count > 0) destination[written++] = (byte)((bits << (8 - count)) | (0xFFu >> count));
        return written;
    }

    /// <summary>Decodes a text and returns its length; −1 when the bytes are not text in this code, −2 when the text does not fit.</summary>
    public static int Decode(ReadOnlySpan<byte> code, Span<byte> destination)
    {
        var (written, state, isWhole) = (0, 0, true);
        foreach (var value in code)
        {
            for (var shift = 4; shift >= 0; shift -= 4)
            {
                ref readonly var step = ref Steps[state * Nibbles + ((value >> shift) & 15)];
                if (step.Next < 0) return -1;
                (state, isWhole) = (step.Next, step.MayEnd);
                if (step.Symbol < 0) continue;
                if (written == destination.Length) return -2;
                destination[written++] = (byte)step.Symbol;
            }
        }
        return isWhole ? written : -1;
    }

    private static uint[] Assign()
    {
        var codes = new uint[Lengths.Length];
        uint next = 0;
        for (var length = 5; length <= 30; length++, next <<= 1)
            for (var symbol = 0; symbol < codes.Length; symbol++)
                if (Lengths[symbol] == length) codes[symbol] = next++;
        return codes;
    }

    // Builds a tree of bits, and then the step of each inner node for each value of four bits.
    private static Step[] Build()
    {
        var tree = new List<int[]> { new int[2] };
        for (var symbol = 0; symbol < Codes.Length; symbol++) Plant(tree, symbol);
        var steps = new Step[tree.Count * Nibbles];
        for (var node = 0; node < tree.Count; node++)
            for (var nibble = 0; nibble < Nibbles; nibble++) steps[node * Nibbles + nibble] = Walk(tree, node, nibble);
        return steps;
    }

    // A child above 0 is an inner node; a child below 0 is the symbol −child − 1.
    private static void Plant(List<int[]> tree, int symbol)
    {
        var node = 0;
        for (var bit = Lengths[symbol] - 1; bit >= 0; bit--)
        {
            ref var child = ref tree[node][(Codes[symbol] >> bit) & 1];
            if (bit == 0) child = -symbol - 1;
            else
            {
                if (child == 0)
                {
                    child = tree.Count;
                    tree.Add(new int[2]);
                }
                node = tree[node][(Codes[symbol] >> bit) & 1];
            }
        }
    }

    private static Step Walk(List<int[]> tree, int node, int nibble)
    {
        var symbol = -1;
        for (var bit = 3; bit >= 0; bit--)
        {
            node = tree[node][(nibble >> bit) & 1];
            if (node >= 0) continue;
            if (-node - 1 == EndOfText) return new Step(-1, -1, false);
            (symbol, node) = (-node - 1, 0);
        }
        return new Step((short)node, (short)symbol, IsPadding(tree, node));
    }

    // Padding is a prefix of the end-of-text code: fewer than eight ones.
    private static bool IsPadding(List<int[]> tree, int node)
    {
        for (var (at, bits) = (0, 0); bits <= LongestPadding; bits++, at = tree[at][1])
            if (at == node) return true;
        return false;
    }

    private readonly record struct Step(short Next, short Symbol, bool MayEnd);
}
