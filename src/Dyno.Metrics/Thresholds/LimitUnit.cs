namespace Dyno.Metrics.Thresholds;

/// <summary>How the limit of a short threshold is written.</summary>
internal sealed record LimitUnit
{
    private LimitUnit(Reader tryRead, string hint) => (TryRead, Hint) = (tryRead, hint);

    internal delegate bool Reader(string text, out double value);

    internal static LimitUnit Number { get; } = new(Quantity.TryNumber, "write a number, as in 0");

    internal static LimitUnit Time { get; } =
        new(Quantity.TryMilliseconds, "write a number with its unit (us, ms, s, m), as in 200ms");

    internal static LimitUnit Share { get; } =
        new(Quantity.TryShare, "write percent, as in 1%, or a fraction, as in 0.01");

    internal static LimitUnit PerSecond { get; } =
        new(Quantity.TryPerSecond, "write a number per second, as in 1000/s");

    internal Reader TryRead { get; }

    internal string Hint { get; }
}
