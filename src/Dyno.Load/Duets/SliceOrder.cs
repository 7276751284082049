namespace Dyno.Load.Duets;

/// <summary>
/// Who is visited when: every block visits each variant once, in an order drawn per pair of blocks and mirrored in the second of them
/// (A B C, C B A), so that a drift of the machine over two blocks falls on all alike.
/// </summary>
internal sealed class SliceOrder(long seed, int variants)
{
    private readonly Random _random = new(unchecked((int)(seed ^ (seed >> 32))));
    private int[] _order = [.. Enumerable.Range(0, variants)];
    private bool _isMirror = true;

    /// <summary>The order of the next block.</summary>
    public int[] Next()
    {
        _isMirror = !_isMirror;
        if (_isMirror) return [.. _order.Reverse()];
        _order = [.. _order];
        _random.Shuffle(_order);
        return _order;
    }
}
