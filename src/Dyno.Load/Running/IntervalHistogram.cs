using Dyno.Metrics.Histograms;

namespace Dyno.Load.Running;

/// <summary>
/// What many running histograms together took in since the last look. Reads them while their writers go on: each is
/// copied first, and a copy is never behind an earlier one.
/// </summary>
internal sealed class IntervalHistogram
{
    private readonly Histogram _copy = new();
    private Histogram _before = new();

    /// <summary>Everything since the start, as of the last look.</summary>
    public Histogram Total { get; private set; } = new();

    /// <summary>What came between the last two looks.</summary>
    public Histogram Interval { get; } = new();

    /// <summary>Looks again.</summary>
    public void Look(ReadOnlySpan<Histogram> sources)
    {
        (_before, Total) = (Total, _before);
        Total.Reset();
        foreach (var source in sources)
        {
            if (source.Count == 0) continue;
            _copy.CopyFrom(source);
            Total.Merge(_copy);
        }

        Interval.SetToDifference(Total, _before);
    }
}
