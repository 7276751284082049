namespace Dyno.Load;

/// <summary>
/// Detects when the rate of a warm-up has become level, from counts that arrive about once a second. A rate can stay on a plateau for
/// seconds while the server's code is not yet optimised. The rate therefore does not count as level while the server's runtime is known to
/// compile.
/// </summary>
internal sealed class LevelDetector(WarmUpLevel rule)
{
    // Looks do not come exactly on the second. Without this tolerance, a sixth look just before 6 s would miss a window of six seconds.
    private const double SlackSeconds = 0.05;

    // An ASP.NET server compiles 110 to 660 methods a second while it warms up, and at most 41 a second once it is warm (docs/adr/0023).
    private const double MostCompiledPerSecond = 50;

    private readonly List<Counts> _looks = [new(0, 0, null)];

    /// <summary>Whether the rate was level at any look so far.</summary>
    public bool IsLevel { get; private set; }

    /// <summary>Takes one look.</summary>
    /// <param name="elapsed">Time since the warm-up began; longer than at the last look.</param>
    /// <param name="requests">Requests completed so far.</param>
    /// <param name="compiled">Methods that the server's runtime has compiled so far; null when the number is not known.</param>
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

        // Before a runtime's first report nothing is known, and what that one counts was compiled since.
        public double? CompiledPerSecondSince(Counts earlier) =>
            Seconds > earlier.Seconds ? (Compiled - (earlier.Compiled ?? 0)) / (Seconds - earlier.Seconds) : null;
    }
}
