namespace Dyno.Load;

/// <summary>
/// Decides when a variant that is loaded in slices is level. The means of the two halves of its last slices must differ by at most the
/// tolerance, or by no more than their own spread explains. In addition the runtime must have almost stopped compiling. The rule compares
/// the CPU time per request where it can be read, because other work on the machine hardly affects it, and because an offered rate is
/// level from the first second. The last slices are those of the last third of its load, at most of the rule's window: the costly first
/// second of a process, which is half of a short warm-up, says nothing about the end of it (docs/adr/0044).
/// </summary>
internal sealed class SliceLevel(WarmUpLevel rule)
{
    private const int FewestSlices = 6;
    private const double LookedAt = 1 / 3.0;          // of the load so far
    private const double MostExplained = 0.10;        // the spread explains at most this share of the mean
    private const double MostCompiledPerSecond = 50;  // per second of load (docs/adr/0023)

    private readonly List<Slice> _slices = [];

    /// <summary>Whether the variant was level at any slice so far.</summary>
    public bool IsLevel { get; private set; }

    /// <summary>Adds a slice.</summary>
    /// <param name="elapsed">How long the variant itself has been loaded, all its slices together.</param>
    /// <param name="figure">CPU time per request, or the rate; 0 without a request.</param>
    /// <param name="compiled">Methods that the runtime has compiled so far; null when that is not known.</param>
    public void Add(TimeSpan elapsed, double seconds, double figure, long? compiled)
    {
        _slices.Add(new Slice(elapsed.TotalSeconds, seconds, figure, compiled));
        if (elapsed < rule.Minimum) return;
        var span = Math.Min(rule.Window.TotalSeconds, elapsed.TotalSeconds * LookedAt);
        var window = Math.Max(FewestSlices, _slices.Count(s => s.Elapsed > elapsed.TotalSeconds - span));
        if (_slices.Count < window) return;
        var last = _slices[^window..];
        IsLevel |= IsSteady(last) && !Compiles(last);
    }

    private bool IsSteady(List<Slice> last)
    {
        var (first, second) = (last[..(last.Count / 2)], last[(last.Count / 2)..]);
        var (before, after) = (first.Average(s => s.Figure), second.Average(s => s.Figure));
        var mean = (before + after) / 2;
        if (mean <= 0) return false;
        var error = Math.Sqrt(Variance(first, before) / first.Count + Variance(second, after) / second.Count);
        return Math.Abs(after - before) <= Math.Max(rule.Tolerance * mean, Math.Min(2 * error, MostExplained * mean));
    }

    // A runtime reports once a second, and first some seconds after its start: until then nothing is known, and what it counts was compiled since.
    private static bool Compiles(List<Slice> last) =>
        (last[^1].Compiled - (last[0].Compiled ?? 0)) / last.Sum(s => s.Seconds) > MostCompiledPerSecond;

    private static double Variance(List<Slice> slices, double mean) => slices.Sum(s => (s.Figure - mean) * (s.Figure - mean)) / (slices.Count - 1);

    private sealed record Slice(double Elapsed, double Seconds, double Figure, long? Compiled);
}
