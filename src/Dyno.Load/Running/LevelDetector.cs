using Dyno.Load.Plans;

namespace Dyno.Load.Running;

/// <summary>
/// Finds out from the counts of a warm-up, given about once a second, when its rate has become level. A rate can rest for seconds on
/// the plateau of code that is not yet optimised: as long as the server's runtime is known to compile, it is not level.
/// </summary>
internal sealed class LevelDetector(WarmUpLevel rule)
{
    // Looks come a few milliseconds late; without this allowance the sixth of them would miss a window of six seconds.
    private const double SlackSeconds = 0.05;

    // A server of ASP.NET that warms up compiles 110 to 660 methods a second, one that is warm at most 41 (docs/adr/0023).
    private const double MostCompiledPerSecond = 50;

    private readonly List<Counts> _looks = [new(0, 0, null)];

    /// <summary>Whether level has been reached at some look.</summary>
    public bool IsLevel { get; private set; }

    /// <summary>Looks once.</summary>
    /// <param name="elapsed">Since the warm-up began; later than at the last look.</param>
    /// <param name="requests">Completed so far.</param>
    /// <param name="compiled">Methods that the server's runtime has compiled so far; null when that is not known.</param>
    /// <returns><see cref="IsLevel"/>.</returns>
    public bool Look(TimeSpan elapsed, long requests, long? compiled = null)
    {
        var now = new Counts(elapsed.TotalSeconds, requests, compiled);
        _looks.Add(now);
        if (now.Seconds + SlackSeconds < Math.Max(rule.Minimum.TotalSeconds, rule.Window.TotalSeconds)) return IsLevel;
        var middle = LookAt(now.Seconds - rule.Window.TotalSeconds / 2);
        var first = middle.RateSince(LookAt(now.Seconds - rule.Window.TotalSeconds));
        var second = now.RateSince(middle);
        var mean = (first + second) / 2;
        if (mean > 0 && Math.Abs(second - first) <= rule.Tolerance * mean && !(now.CompiledPerSecondSince(middle) > MostCompiledPerSecond)) IsLevel = true;
        return IsLevel;
    }

    private Counts LookAt(double seconds) => _looks.MinBy(look => Math.Abs(look.Seconds - seconds))!;

    private sealed record Counts(double Seconds, long Requests, long? Compiled)
    {
        public double RateSince(Counts earlier) => Seconds > earlier.Seconds ? (Requests - earlier.Requests) / (Seconds - earlier.Seconds) : 0;

        public double? CompiledPerSecondSince(Counts earlier) => Seconds > earlier.Seconds ? (Compiled - earlier.Compiled) / (Seconds - earlier.Seconds) : null;
    }
}
