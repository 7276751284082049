namespace Dyno.Load;

/// <summary>
/// The order in which the variants are visited. Every block visits each variant once. The order is drawn for each pair of blocks and
/// mirrored in the second block of the pair (A B C, C B A), so that a drift of the machine over two blocks affects all variants alike.
/// </summary>
/// <remarks>Rounds have consecutive seeds. System.Random gives similar orders for such seeds; SplitMix64 mixes them.</remarks>
internal sealed class SliceOrder(long seed, int variants)
{
    private readonly int[] _order = [.. Enumerable.Range(0, variants)];
    private SplitMix64 _random = new(seed);
    private bool _isMirror = true;

    /// <summary>Makes the next block the first of a pair, whatever came before.</summary>
    public void BeginPair() => _isMirror = true;

    /// <summary>The order of the next block.</summary>
    public int[] Next()
    {
        _isMirror = !_isMirror;
        if (_isMirror) return [.. _order.Reverse()];
        for (var i = _order.Length - 1; i > 0; i--) // Fisher and Yates
        {
            var other = (int)(_random.Next() % (ulong)(i + 1));
            (_order[i], _order[other]) = (_order[other], _order[i]);
        }
        return [.. _order];
    }
}
