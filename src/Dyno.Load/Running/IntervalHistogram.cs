namespace Dyno.Load;

/// <summary>
/// Merges the values that many live histograms have recorded since the last look. The writers of the histograms continue, so each
/// histogram is copied first; a copy never holds less than an earlier copy.
/// </summary>
internal sealed class IntervalHistogram
{
    private readonly Histogram _copy = new();
    private Histogram _before = new();
    private Histogram _earlier = new();

    /// <summary>Everything since the start, as of the last look.</summary>
    public Histogram Total { get; private set; } = new();

    /// <summary>The values recorded between the last two looks.</summary>
    public Histogram Interval { get; } = new();

    /// <summary>Takes another look and updates <see cref="Total"/> and <see cref="Interval"/>.</summary>
    public void Look(ReadOnlySpan<Histogram> sources)
    {
        (_earlier, _before, Total) = (_before, Total, _earlier);
        Total.Reset();
        foreach (var source in sources)
        {
            if (source.Count == 0) continue;
            _copy.CopyFrom(source);
            Total.Merge(_copy);
        }

        Interval.SetToDifference(Total, _before);
    }

    /// <summary>Extends <see cref="Interval"/> by the interval before it.</summary>
    public void Widen() => Interval.SetToDifference(Total, _earlier);
}
