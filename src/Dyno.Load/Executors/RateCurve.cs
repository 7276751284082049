namespace Dyno.Load;

/// <summary>One stage of a changing rate.</summary>
/// <param name="Duration">Time to reach the target; zero for a jump.</param>
/// <param name="Target">Rate at the end of the stage, in starts per time unit.</param>
public readonly record struct RateStage(TimeSpan Duration, double Target);

/// <summary>
/// A rate over time made of straight lines, and its inverse integral: the time at which the area under the rate
/// reaches n. The time is solved in closed form within a stage, from exact sums of the stages before, so nothing
/// drifts and fractions carry over. Immutable.
/// </summary>
internal sealed class RateCurve
{
    // Areas are sums of products of the user's numbers. They are exact in decimal, except for the last digit when a time unit divides badly.
    private const decimal Rounding = 1e-12m;
    private readonly ImmutableArray<Piece> _pieces;

    public RateCurve(double startRate, TimeSpan timeUnit, ImmutableArray<RateStage> stages)
    {
        var pieces = ImmutableArray.CreateBuilder<Piece>();
        var unitSeconds = (decimal)timeUnit.Ticks / TimeSpan.TicksPerSecond;
        var (from, begin, area) = ((decimal)startRate / unitSeconds, 0L, 0m);
        foreach (var stage in stages)
        {
            var to = (decimal)stage.Target / unitSeconds;
            var seconds = (decimal)stage.Duration.Ticks / TimeSpan.TicksPerSecond;
            var (nanos, added) = (stage.Duration.ToNanos(), (from + to) / 2 * seconds);
            if (nanos > 0) pieces.Add(new Piece(begin, nanos, (double)from, (double)to, area, added));
            area += added;
            begin += nanos;
            from = to;
        }

        _pieces = pieces.ToImmutable();
        TotalArea = area;
        EndNanos = begin;
    }

    /// <summary>Number of starts due over the whole curve, fraction included.</summary>
    public decimal TotalArea { get; }

    /// <summary>End of the last stage.</summary>
    public long EndNanos { get; }

    /// <summary>
    /// The first moment at which the area reaches <paramref name="area"/>; <see cref="long.MaxValue"/> if never.
    /// </summary>
    public long TimeOf(decimal area)
    {
        if (area > TotalArea + Rounding) return long.MaxValue;
        foreach (var piece in _pieces)
            if (piece.Area > 0 && area <= piece.Before + piece.Area + Rounding) return piece.TimeOf(area);
        return long.MaxValue;
    }

    private readonly record struct Piece(
        long BeginNanos, long DurationNanos, double From, double To, decimal Before, decimal Area)
    {
        /// <summary>Solves from·t + (to − from)/(2·d)·t² = a for t, in the form without cancellation: 2a / (from + √(from² + 2a(to − from)/d)).</summary>
        public long TimeOf(decimal area)
        {
            var a = (double)(area - Before);
            if (a <= 0) return BeginNanos;
            var root = Math.Sqrt(Math.Max(0, From * From + 2 * a * (To - From) / (DurationNanos / 1e9)));
            var nanos = Math.Round(2 * a / (From + root) * 1e9);
            return BeginNanos + (long)Math.Min(nanos, DurationNanos);
        }
    }
}
