namespace Dyno.Profiling;

/// <summary>Which method an instruction of a compiled method comes from, where calls were inlined (rich debug information).</summary>
internal sealed class InlineMap
{
    private const int NodeBytes = 20;
    private const int MappingBytes = 13;

    private readonly (uint Native, uint Node)[] _mappings;
    private readonly (ulong Method, uint Parent)[] _nodes;

    private InlineMap((uint, uint)[] mappings, (ulong, uint)[] nodes) => (_mappings, _nodes) = (mappings, nodes);

    /// <summary>Reads the runtime's map; null when it is cut short or has no inlined calls.</summary>
    public static InlineMap? Parse(List<byte> bytes)
    {
        ReadOnlySpan<byte> at = CollectionsMarshal.AsSpan(bytes);
        if (at.Length < 8) return null;
        long nodes = BitConverter.ToUInt32(at), mappings = BitConverter.ToUInt32(at[4..]);
        if (nodes == 0 || at.Length < 8 + nodes * NodeBytes + mappings * MappingBytes) return null;
        var ofNodes = at.Slice(8, (int)nodes * NodeBytes);
        var ofMappings = at.Slice(8 + ofNodes.Length, (int)mappings * MappingBytes);
        return new InlineMap(MappingsOf(ofMappings), NodesOf(ofNodes));
    }

    // A node has the number of its first child and of its next sibling; what is wanted is its parent.
    private static (ulong, uint)[] NodesOf(ReadOnlySpan<byte> at)
    {
        var nodes = new (ulong Method, uint Parent)[at.Length / NodeBytes];
        for (var i = 0; i < nodes.Length; i++) nodes[i].Method = BitConverter.ToUInt64(at[(i * NodeBytes)..]);
        for (var i = 0; i < nodes.Length; i++)
        {
            var hops = 0;
            for (var child = BitConverter.ToUInt32(at[(i * NodeBytes + 12)..]); child != 0 && child < nodes.Length && hops < nodes.Length; hops++)
            {
                nodes[child].Parent = (uint)i;
                child = BitConverter.ToUInt32(at[((int)child * NodeBytes + 16)..]);
            }
        }
        return nodes;
    }

    private static (uint, uint)[] MappingsOf(ReadOnlySpan<byte> at)
    {
        var mappings = new (uint Native, uint Node)[at.Length / MappingBytes];
        for (var i = 0; i < mappings.Length; i++)
            mappings[i] = (BitConverter.ToUInt32(at[(i * MappingBytes + 8)..]), BitConverter.ToUInt32(at[(i * MappingBytes + 4)..]));
        Array.Sort(mappings, (a, b) => a.Native.CompareTo(b.Native));
        return mappings;
    }

    /// <summary>The methods that were inlined at a place, innermost first; empty for the method's own code.</summary>
    /// <param name="offset">The place, in bytes from the method's first instruction.</param>
    public IEnumerable<ulong> MethodsAt(uint offset)
    {
        var node = NodeAt(offset);
        for (var hops = 0; node != 0 && node < _nodes.Length && hops < 64; hops++, node = _nodes[node].Parent) yield return _nodes[node].Method;
    }

    private uint NodeAt(uint offset)
    {
        int low = 0, high = _mappings.Length;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_mappings[middle].Native <= offset) low = middle + 1;
            else high = middle;
        }
        return low > 0 ? _mappings[low - 1].Node : 0;
    }
}
