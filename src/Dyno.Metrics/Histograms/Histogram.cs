using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Dyno.Metrics.Histograms;

/// <summary>
/// Counts values (nanoseconds, for every latency in Dyno) in log-linear buckets: constant memory, no allocation on
/// <see cref="Record(long)"/>, exact count, minimum and maximum, mergeable.
/// </summary>
/// <remarks>
/// One writer. Any thread may read a copy made by <see cref="CopyFrom"/> while the writer goes on: counts only grow, so
/// such a copy is at most a few recordings behind, never wrong by more.
/// </remarks>
public sealed unsafe class Histogram
{
    // Native zeroed memory: pages that hold no bucket in use are never touched, so an idle histogram costs a few KB
    // instead of 270, and the collector never moves or scans it.
    private readonly long* _counts;
    private long _total;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>Creates an empty histogram; <see cref="HistogramLayout.Latency"/> unless told otherwise.</summary>
    public Histogram(HistogramLayout? layout = null)
    {
        Layout = layout ?? HistogramLayout.Latency;
        _counts = (long*)NativeMemory.AllocZeroed((nuint)Layout.Length, sizeof(long));
    }

    /// <summary>Frees the counts.</summary>
    ~Histogram() => NativeMemory.Free(_counts);

    /// <summary>The bucket layout.</summary>
    public HistogramLayout Layout { get; }

    /// <summary>How many values were recorded.</summary>
    public long Count => Volatile.Read(ref _total);

    /// <summary>The exact smallest value; 0 when empty.</summary>
    public long Min => Count == 0 ? 0 : _min;

    /// <summary>The exact largest value, also when it lies above the highest bucket; 0 when empty.</summary>
    public long Max => _max;

    /// <summary>The counts per bucket, as they are now.</summary>
    public ReadOnlySpan<long> Counts => new(_counts, Layout.Length);

    /// <summary>Counts one value. Negative values count as 0; values above the layout fall into its last bucket.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long value) => Record(value, 1);

    /// <summary>Counts <paramref name="count"/> equal values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long value, long count)
    {
        if (value < 0) value = 0;
        if (value < _min) _min = value;
        if (value > _max) _max = value;
        _counts[Layout.IndexOf(Math.Min(value, Layout.HighestTrackable))] += count;
        Volatile.Write(ref _total, _total + count);
    }

    /// <summary>Adds every count of <paramref name="other"/>.</summary>
    /// <exception cref="ArgumentException">The layouts differ.</exception>
    public void Merge(Histogram other)
    {
        RequireSameLayout(other);
        if (other.Count == 0) return;
        for (var i = 0; i < Layout.Length; i++)
            if (other._counts[i] != 0) _counts[i] += other._counts[i];
        _total += other._total;
        _min = Math.Min(_min, other._min);
        _max = Math.Max(_max, other._max);
        GC.KeepAlive(other);
    }

    /// <summary>Makes this histogram a copy of <paramref name="other"/>, which its writer may go on using.</summary>
    /// <exception cref="ArgumentException">The layouts differ.</exception>
    public void CopyFrom(Histogram other)
    {
        RequireSameLayout(other);
        new ReadOnlySpan<long>(other._counts, Layout.Length).CopyTo(new Span<long>(_counts, Layout.Length));
        (_min, _max) = (other._min, other._max);
        _total = 0;
        foreach (var count in Counts) _total += count;
        GC.KeepAlive(other);
    }

    private void RequireSameLayout(Histogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (!Layout.Equals(other.Layout)) throw new ArgumentException("the histograms have different layouts", nameof(other));
    }
}
