namespace Dyno.K6;

/// <summary>
/// The addresses that <c>localIPs</c> names, for virtual users in turn: user 1 has the first, and after the last comes the
/// first again. Ranges are counted, not listed: an IPv6 network holds more than any memory. Immutable.
/// </summary>
internal sealed class AddressPool
{
    private readonly ImmutableArray<Block> _blocks;
    private readonly UInt128 _count;

    private AddressPool(ImmutableArray<Block> blocks)
    {
        _blocks = blocks;
        foreach (var block in blocks) _count = UInt128.MaxValue - _count < block.Count ? UInt128.MaxValue : _count + block.Count;
    }

    /// <summary>Number of addresses; an address that is named twice counts twice.</summary>
    public UInt128 Count => _count;

    /// <summary>The address of a virtual user.</summary>
    /// <param name="user">The <c>__VU</c> of the user; user 0, which runs setup() and teardown(), has the first address.</param>
    public IPAddress Of(int user)
    {
        var index = (UInt128)Math.Max(0, user - 1) % _count;
        foreach (var block in _blocks)
        {
            if (index < block.Count) return AddressOf(block.First + index, block.IsV6);
            index -= block.Count;
        }
        throw new InvalidOperationException("the blocks hold fewer addresses than they have");
    }

    /// <summary>Reads addresses, ranges (<c>a-b</c>) and networks (<c>a/24</c>) with commas between.</summary>
    /// <param name="wrong">The first part of the text that is not an address, a range or a network.</param>
    public static bool TryParse(string text, [NotNullWhen(true)] out AddressPool? pool, out string wrong)
    {
        (pool, wrong) = (null, "");
        var blocks = ImmutableArray.CreateBuilder<Block>();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries))
        {
            if (Read(part) is not { } block)
            {
                wrong = part;
                return false;
            }
            blocks.Add(block);
        }
        pool = new AddressPool(blocks.ToImmutable());
        return true;
    }

    private static Block? Read(string part)
    {
        if (part.Split('/') is [var network, var prefix]) return ReadNetwork(network, prefix);
        if (part.Split('-') is [var from, var to]) return ReadRange(from, to);
        return TryRead(part, out var one, out var isV6) ? new Block(one, one, isV6) : null;
    }

    private static Block? ReadRange(string from, string to) =>
        TryRead(from.Trim(), out var first, out var isV6) && TryRead(to.Trim(), out var last, out var isLastV6) && isV6 == isLastV6 && first <= last
            ? new Block(first, last, isV6) : null;

    // In an IPv4 network with more than two addresses, the first address names the network and the last one is its broadcast address.
    private static Block? ReadNetwork(string network, string prefix)
    {
        if (!TryRead(network, out var inside, out var isV6) || !byte.TryParse(prefix, out var length) || length > (isV6 ? 128 : 32)) return null;
        var free = (isV6 ? 128 : 32) - length;
        var mask = free == 128 ? UInt128.MaxValue : (UInt128.One << free) - 1;
        var (first, last) = (inside & ~mask, inside | mask);
        return isV6 || free < 2 ? new Block(first, last, isV6) : new Block(first + 1, last - 1, false);
    }

    private static bool TryRead(string text, out UInt128 value, out bool isV6)
    {
        (value, isV6) = (default, false);
        if (text.Contains('%')) return false; // a zone, which a Block does not keep
        // .NET would also read '10' and '10.1' as addresses.
        if (!IPAddress.TryParse(text, out var address) || (address.AddressFamily == AddressFamily.InterNetwork && text.Split('.').Length != 4)) return false;
        isV6 = address.AddressFamily == AddressFamily.InterNetworkV6;
        var bytes = address.GetAddressBytes();
        value = isV6 ? BinaryPrimitives.ReadUInt128BigEndian(bytes) : BinaryPrimitives.ReadUInt32BigEndian(bytes);
        return true;
    }

    private static IPAddress AddressOf(UInt128 value, bool isV6)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt128BigEndian(bytes, value);
        return new IPAddress(isV6 ? bytes : bytes[12..]);
    }

    private readonly record struct Block(UInt128 First, UInt128 Last, bool IsV6)
    {
        public UInt128 Count => Last - First == UInt128.MaxValue ? UInt128.MaxValue : Last - First + 1;
    }
}
