using Dyno.Load.Plans;

namespace Dyno.Load.Running;

/// <summary>Finds out from the counts of a warm-up, given about once a second, when its rate has become level.</summary>
internal sealed class LevelDetector(WarmUpLevel rule)
{
    // Looks come a few milliseconds late; without this allowance the sixth of them would miss a window of six seconds.
    private const double SlackSeconds = 0.05;

    private readonly List<(double Seconds, long Requests)> _looks = [(0, 0)];

    /// <summary>Whether level has been reached at some look.</summary>
    public bool IsLevel { get; private set; }

    /// <summary>Looks once.</summary>
    /// <param name="elapsed">Since the warm-up began; later than at the last look.</param>
    /// <param name="requests">Completed so far.</param>
    /// <returns><see cref="IsLevel"/>.</returns>
    public bool Look(TimeSpan elapsed, long requests)
    {
        var now = (Seconds: elapsed.TotalSeconds, Requests: requests);
        _looks.Add(now);
        if (now.Seconds + SlackSeconds < Math.Max(rule.Minimum.TotalSeconds, rule.Window.TotalSeconds)) return IsLevel;
        var middle = LookAt(now.Seconds - rule.Window.TotalSeconds / 2);
        var first = RateBetween(LookAt(now.Seconds - rule.Window.TotalSeconds), middle);
        var second = RateBetween(middle, now);
        var mean = (first + second) / 2;
        if (mean > 0 && Math.Abs(second - first) <= rule.Tolerance * mean) IsLevel = true;
        return IsLevel;
    }

    private (double Seconds, long Requests) LookAt(double seconds) => _looks.MinBy(look => Math.Abs(look.Seconds - seconds));

    private static double RateBetween((double Seconds, long Requests) from, (double Seconds, long Requests) to) =>
        to.Seconds > from.Seconds ? (to.Requests - from.Requests) / (to.Seconds - from.Seconds) : 0;
}
