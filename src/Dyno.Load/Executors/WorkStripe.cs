namespace Dyno.Load;

/// <summary>
/// Which of the work items 0, 1, 2 … belong to one taker: those whose number modulo <see cref="Cycle"/> is one of the
/// <see cref="Offsets"/>. The taker counts its own items 0, 1, 2 … too, and can deal them on. Immutable.
/// </summary>
public sealed class WorkStripe
{
    private readonly WorkStripe? _of;

    internal WorkStripe(ImmutableArray<int> offsets, int cycle, WorkStripe? of = null)
    {
        Offsets = offsets;
        Cycle = cycle;
        _of = of is { Cycle: 1, _of: null } ? null : of;
    }

    /// <summary>Length after which the dealing repeats.</summary>
    public int Cycle { get; }

    /// <summary>Places of a cycle that belong to the taker, ascending.</summary>
    public ImmutableArray<int> Offsets { get; }

    /// <summary>How many items of a cycle belong to the taker.</summary>
    public int PerCycle => Offsets.Length;

    /// <summary>Converts the taker's own item number <paramref name="own"/> to the item's number in the whole work.</summary>
    public long WholeOf(long own)
    {
        var (cycles, place) = Math.DivRem(own, PerCycle);
        var number = cycles * Cycle + Offsets[(int)place];
        return _of is null ? number : _of.WholeOf(number);
    }

    /// <summary>How many of the first <paramref name="total"/> items of the whole work belong to the taker.</summary>
    public long CountBelow(long total)
    {
        if (_of is not null) total = _of.CountBelow(total);
        if (total <= 0) return 0;
        var (cycles, rest) = Math.DivRem(total, Cycle);
        return cycles * PerCycle + PlacesBelow((int)rest);
    }

    /// <inheritdoc cref="CountBelow(long)"/>
    public int CountBelow(int total) => (int)CountBelow((long)total);

    /// <summary>Deals this taker's items on to <paramref name="takers"/>, one after the other.</summary>
    internal WorkStripe Part(int taker, int takers) => new([taker], takers, this);

    /// <summary>
    /// Deals this taker's items on in proportion to the capacity of each of the <paramref name="takers"/>, when
    /// <paramref name="capacity"/> is dealt one after the other. A taker without capacity gets nothing.
    /// </summary>
    internal WorkStripe PartByCapacity(int taker, int takers, int capacity)
    {
        var places = Enumerable.Range(0, Math.Max(1, capacity)).Where(place => place % takers == taker);
        return new WorkStripe([.. places], Math.Max(1, capacity), this);
    }

    private int PlacesBelow(int rest)
    {
        var at = Offsets.BinarySearch(rest);
        return at >= 0 ? at : ~at;
    }
}
