namespace Dyno.Metrics;

/// <summary>Judges a condition window by window. It keeps one state of the metric and two counts, however long the run. One thread.</summary>
internal sealed class WindowJudge(Threshold threshold, WindowShare windows, IMetricSource source)
{
    private const double NearlyWhole = 0.95;

    private MetricState? _begin;
    private TimeSpan _beginAt;

    public long Count { get; private set; }

    /// <summary>Those in which the condition held.</summary>
    public long Held { get; private set; }

    /// <summary>The share that held; null before the first window.</summary>
    public double? Share => Count == 0 ? null : (double)Held / Count;

    /// <summary>Whether so many of the windows hold as is demanded.</summary>
    public bool Holds => Held >= windows.Share * Count - 1e-9;

    /// <summary>Looks at the metric; closes the window when its time is over.</summary>
    /// <param name="elapsed">Time since the measurement began.</param>
    public void Look(TimeSpan elapsed)
    {
        _begin ??= source.StateOf(threshold.Selector)?.Empty();
        if (_begin is not null && elapsed - _beginAt >= windows.Length) Close(elapsed);
    }

    /// <summary>Ends the run: a rest that is shorter than a window counts only where there is no whole one.</summary>
    public void Finish(TimeSpan elapsed)
    {
        if (_begin is null || elapsed <= _beginAt) return;
        // The last start of a run of whole windows comes just before its end.
        if (Count == 0 || elapsed - _beginAt >= NearlyWhole * windows.Length) Close(elapsed);
    }

    private void Close(TimeSpan elapsed)
    {
        if (source.StateOf(threshold.Selector) is not { } now) return;
        if (now.Since(_begin!, threshold.Expression.Aggregation, (elapsed - _beginAt).TotalSeconds) is { } value)
        {
            Count++;
            if (threshold.Expression.Holds(value)) Held++;
        }
        // Late looks must not move the windows that follow: the next one begins where this one should have ended.
        (_begin, _beginAt) = (now, _beginAt + windows.Length * Math.Max(1, Math.Floor((elapsed - _beginAt) / windows.Length)));
    }
}
