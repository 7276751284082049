namespace Dyno.Metrics;

/// <summary>
/// Follows the burn rate of an error budget. It keeps some thousand counts at equal distances, however long the windows and the run. One thread.
/// </summary>
internal sealed class BurnJudge(Threshold threshold, BurnBudget budget, IMetricSource source)
{
    private const int MostMoments = 4096;

    private readonly TimeSpan _between = budget.Longest / MostMoments > TimeSpan.FromSeconds(1) ? budget.Longest / MostMoments : TimeSpan.FromSeconds(1);
    private readonly List<(TimeSpan At, long All, long Failed)> _moments = [];
    private int _oldest;
    private (TimeSpan At, long All, long Failed) _now;

    /// <summary>The highest burn rate so far, the lowest of the windows at each moment; null before one was measured.</summary>
    public double? Peak { get; private set; }

    /// <summary>Looks at the metric. A window that is longer than the run covers the run, once the shortest window is full.</summary>
    /// <param name="elapsed">Time since the measurement began.</param>
    public void Look(TimeSpan elapsed)
    {
        if (source.StateOf(threshold.Selector) is not { } state) return;
        _now = (elapsed, state.Count, state.Part);
        if (_moments.Count == 0) _moments.Add((TimeSpan.Zero, 0, 0));
        if (elapsed >= budget.Shortest) Judge();
        if (elapsed - Newest.At >= _between) Keep();
    }

    /// <summary>Ends the run: one that is shorter than the shortest window is judged as a whole.</summary>
    public void Finish()
    {
        if (Peak is null && _moments.Count > 0) Judge();
    }

    private (TimeSpan At, long All, long Failed) Newest => _moments[(_oldest + _moments.Count - 1) % _moments.Count];

    private void Judge()
    {
        double? least = null;
        foreach (var window in budget.Windows)
        {
            var from = NotAfter(_now.At - window);
            if (_now.All == from.All) continue; // nothing was sent: nothing burns
            var burn = (_now.Failed - from.Failed) / (double)(_now.All - from.All) / budget.Budget;
            if (least is null || burn < least) least = burn;
        }
        if (least > (Peak ?? double.NegativeInfinity)) Peak = least;
    }

    // A ring: once it is full, the newest moment takes the place of the oldest.
    private void Keep()
    {
        if (_moments.Count <= MostMoments) _moments.Add(_now);
        else
        {
            _moments[_oldest] = _now;
            _oldest = (_oldest + 1) % _moments.Count;
        }
    }

    private (TimeSpan At, long All, long Failed) NotAfter(TimeSpan time)
    {
        var (low, high) = (0, _moments.Count - 1);
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            if (_moments[(_oldest + middle) % _moments.Count].At <= time) low = middle;
            else high = middle - 1;
        }
        return _moments[(_oldest + low) % _moments.Count];
    }
}
