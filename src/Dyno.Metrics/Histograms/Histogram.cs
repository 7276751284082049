using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Dyno.Metrics;

/// <summary>
/// Counts values (nanoseconds, for every latency in Dyno) in log-linear buckets: constant memory, no allocation on
/// <see cref="Record(long)"/>, exact count, minimum and maximum, mergeable.
/// </summary>
/// <remarks>
/// One thread writes. Any thread may read <see cref="Count"/>, <see cref="Min"/> and <see cref="Max"/>, or a copy made by
/// <see cref="CopyFrom"/>, while the writer continues: counts only grow, so such a copy is at most a few recordings behind,
/// never wrong by more. Every other member needs an idle writer. The counts live outside the managed heap until the
/// histogram is collected: code that needs a fresh view repeatedly keeps one target and refills it
/// (<see cref="CopyFrom"/>, <see cref="SetToDifference"/>).
/// </remarks>
public sealed unsafe partial class Histogram
{
    // The block is native zeroed memory. Pages without a used bucket are never touched, so an idle histogram costs a
    // few KB instead of 270; the collector never moves or scans the block; and no two workers write to one cache
    // line. Invariant of every use: `this` is reachable until the last access through the pointer (GC.KeepAlive,
    // which costs no instruction).
    private readonly Block* _block;

    // Copies of the layout's figures, so that Record reads one cache line.
    private readonly long _top;
    private readonly long _subBucketMask;
    private readonly int _leadingZeroBase;
    private readonly int _halfCountMagnitude;

    /// <summary>Creates an empty histogram; <see cref="HistogramLayout.Latency"/> unless set otherwise.</summary>
    public Histogram(HistogramLayout? layout = null)
    {
        Layout = layout ?? HistogramLayout.Latency;
        _top = Layout.Top;
        _subBucketMask = Layout.SubBucketMask;
        _leadingZeroBase = Layout.LeadingZeroBase;
        _halfCountMagnitude = Layout.HalfCountMagnitude;
        _block = (Block*)NativeMemory.AllocZeroed((nuint)(sizeof(Block) + (long)Layout.Length * sizeof(long)));
        *_block = Block.Empty;
    }

    ~Histogram() => NativeMemory.Free(_block);

    public HistogramLayout Layout { get; }

    /// <summary>Number of recorded values.</summary>
    public long Count
    {
        get
        {
            var count = Volatile.Read(ref _block->Total);
            GC.KeepAlive(this);
            return count;
        }
    }

    /// <summary>The exact smallest value; 0 when empty.</summary>
    public long Min
    {
        get
        {
            var (min, max) = (_block->Min, _block->Max);
            GC.KeepAlive(this);
            return min > max ? 0 : min;
        }
    }

    /// <summary>The exact largest value, also when it lies above the highest bucket; 0 when empty.</summary>
    public long Max
    {
        get
        {
            var max = _block->Max;
            GC.KeepAlive(this);
            return Math.Max(0, max);
        }
    }

    private long* Counts => (long*)(_block + 1);

    /// <summary>Counts one value. A negative value counts as 0; a value above the layout falls into the last bucket.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long value) => Record(value, 1);

    /// <summary>Counts <paramref name="count"/> equal values.</summary>
    /// <param name="value">The value; see <see cref="Record(long)"/>.</param>
    /// <param name="count">How often it occurred, at least 1 (not checked: this is the hot path).</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long value, long count)
    {
        var block = _block;
        if (value < block->Min || value > block->Max) value = block->Widen(value);
        var tracked = Math.Min(value, _top);
        // HistogramLayout.IndexOf, on fields of this object.
        var bucket = _leadingZeroBase - BitOperations.LeadingZeroCount((ulong)(tracked | _subBucketMask));
        ((long*)(block + 1))[(bucket << _halfCountMagnitude) + (int)(tracked >> bucket)] += count;
        Volatile.Write(ref block->Total, block->Total + count);
        GC.KeepAlive(this);
    }

    /// <summary>Removes all values. The writer must be idle.</summary>
    public void Reset()
    {
        if (TryGetUsedRange(out var first, out var last)) Range(first, last).Clear();
        *_block = Block.Empty;
        GC.KeepAlive(this);
    }

    /// <summary>Adds every count of <paramref name="other"/>, whose writer must be idle.</summary>
    /// <exception cref="ArgumentException">The layouts differ.</exception>
    public void Merge(Histogram other)
    {
        RequireSameLayout(other);
        if (!other.TryGetUsedRange(out var first, out var last)) return;
        var added = other.Range(first, last);
        var counts = Range(first, last);
        for (var i = 0; i < added.Length; i++)
            if (added[i] != 0) counts[i] += added[i]; // no write to pages that stay zero
        _block->Min = Math.Min(_block->Min, other._block->Min);
        _block->Max = Math.Max(_block->Max, other._block->Max);
        Volatile.Write(ref _block->Total, _block->Total + other._block->Total);
        GC.KeepAlive(other);
        GC.KeepAlive(this);
    }

    /// <summary>Makes this histogram a copy of <paramref name="other"/>, whose writer may continue.</summary>
    /// <exception cref="ArgumentException">The layouts differ.</exception>
    public void CopyFrom(Histogram other)
    {
        RequireSameLayout(other);
        if (ReferenceEquals(this, other)) return;
        Reset();
        // The bounds are read first: a value that is recorded outside them from here on belongs to the next copy.
        var (min, max) = (Volatile.Read(ref other._block->Min), Volatile.Read(ref other._block->Max));
        if (min > max) return;
        var (first, last) = (Layout.IndexOf(min), Layout.IndexOf(max));
        var counts = Range(first, last);
        other.Range(first, last).CopyTo(counts);
        var total = 0L;
        foreach (var count in counts) total += count;
        if (total > 0) *_block = new Block { Total = total, Min = min, Max = max };
        GC.KeepAlive(other);
        GC.KeepAlive(this);
    }

    /// <summary>Sets the bounds after counts were read from elsewhere; they must enclose every bucket in use.</summary>
    internal void SetBounds(long min, long max) => (_block->Min, _block->Max) = (min, max);

    /// <summary>Adds to one bucket. The caller must then pass the bounds to <see cref="Extend"/>.</summary>
    internal void AddAt(int index, long count)
    {
        Counts[index] += count;
        _block->Total += count;
        GC.KeepAlive(this);
    }

    /// <summary>Widens the bounds so that they enclose these values.</summary>
    internal void Extend(long min, long max) =>
        SetBounds(Math.Min(_block->Min, min), Math.Max(_block->Max, max));

    private bool TryGetUsedRange(out int first, out int last)
    {
        (first, last) = (0, -1);
        if (_block->Min > _block->Max) return false;
        (first, last) = (Layout.IndexOf(_block->Min), Layout.IndexOf(_block->Max));
        return true;
    }

    private Span<long> Range(int first, int last) => new(Counts + first, last - first + 1);

    private void RequireSameLayout(Histogram other)
    {
        if (!Layout.Equals(other.Layout))
            throw new ArgumentException("the histograms have different layouts", nameof(other));
    }

    /// <summary>The head of the memory block, before the counts.</summary>
    private struct Block
    {
        internal long Total;

        // Min and Max bound every bucket in use, so scans stay between their buckets. An empty histogram has Min > Max.
        internal long Min;
        internal long Max;

        internal static Block Empty => new() { Min = long.MaxValue, Max = -1 };

        /// <summary>Widens the bounds to enclose a value; a negative value counts as 0.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal long Widen(long value)
        {
            if (value < 0) value = 0;
            if (value < Min) Min = value;
            if (value > Max) Max = value;
            return value;
        }
    }
}
