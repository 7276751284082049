namespace Dyno.Metrics;

/// <summary>The unit of a figure: how a value is written for people, and how a limit is read.</summary>
public sealed class FigureUnit
{
    private const double NanosPerMilli = 1e6;
    private const string PlainNumber = "write a number, as in 0";
    private const string Bytes = "write a number with its unit (kB, MB, GB, KiB, MiB, GiB), as in 100MB";
    private readonly Func<double, string> _say;
    private readonly Reader _tryRead;

    private FigureUnit(FigureDimension dimension, Func<double, string> say, Reader tryRead, string hint, double factor = 1) =>
        (Dimension, _say, _tryRead, Hint, Factor) = (dimension, say, tryRead, hint, factor);

    private delegate bool Reader(string text, out double value);

    /// <summary>A number without a unit.</summary>
    public static FigureUnit Number { get; } = new(FigureDimension.Number, FigureText.Digits, Quantity.TryNumber, PlainNumber);

    /// <summary>A whole number of things.</summary>
    public static FigureUnit Count { get; } = new(FigureDimension.Count, value => FigureText.Count((long)Math.Round(value)), Quantity.TryNumber, PlainNumber);

    /// <summary>Things per second.</summary>
    public static FigureUnit PerSecond { get; } = new(FigureDimension.Rate, FigureText.Rate, Quantity.TryPerSecond, "write a number per second, as in 1000/s");

    /// <summary>A share of a whole, 0 to 1.</summary>
    public static FigureUnit Share { get; } = new(FigureDimension.Share, value => FigureText.Percent(value, 1), Quantity.TryShare, "write percent, as in 1%, or a fraction, as in 0.01");

    /// <summary>A time in nanoseconds.</summary>
    public static FigureUnit Nanoseconds { get; } = Time(1);

    /// <summary>A time in microseconds.</summary>
    public static FigureUnit Microseconds { get; } = Time(1e3);

    /// <summary>A time in milliseconds.</summary>
    public static FigureUnit Milliseconds { get; } = Time(1e6);

    /// <summary>A time in seconds.</summary>
    public static FigureUnit Seconds { get; } = Time(1e9);

    /// <summary>Bytes in memory, written in powers of 1,024 (MiB).</summary>
    public static FigureUnit Memory { get; } = new(FigureDimension.Memory, FigureText.Memory, Quantity.TryBytes, Bytes);

    /// <summary>Bytes on the network, written in powers of 1,000 (MB).</summary>
    public static FigureUnit Traffic { get; } = new(FigureDimension.Traffic, FigureText.Traffic, Quantity.TryBytes, Bytes);

    /// <summary>Bytes on the network per second.</summary>
    public static FigureUnit TrafficPerSecond { get; } = new(FigureDimension.Traffic, value => $"{FigureText.Traffic(value)}/s", Quantity.TryBytes, Bytes);

    /// <summary>CPUs that were kept busy.</summary>
    public static FigureUnit Cpus { get; } = new(FigureDimension.Cpus, value => $"{FigureText.Digits(value)} CPUs", Quantity.TryNumber, PlainNumber);

    /// <summary>What the unit measures.</summary>
    public FigureDimension Dimension { get; }

    /// <summary>The factor that converts a value to the base unit of its dimension: nanoseconds for times, otherwise the unit itself.</summary>
    public double Factor { get; }

    /// <summary>What to write as a limit, as in <c>write percent, as in 1%</c>.</summary>
    internal string Hint { get; }

    /// <summary>A value with its unit.</summary>
    public string Say(double value) => _say(value);

    /// <summary>A difference of two values with its sign and unit: <c>+12</c>, <c>−3.4 ms</c>; shares differ by points: <c>−40.07 points</c>.</summary>
    public string SayDifference(double difference)
    {
        var sign = difference > 0 ? "+" : difference < 0 ? "−" : "";
        return Dimension == FigureDimension.Share ? $"{sign}{FigureText.Points(Math.Abs(difference))}" : sign + Say(Math.Abs(difference));
    }

    /// <summary>Reads a limit with its unit (<c>5%</c>, <c>100MB</c>) as a value in this unit.</summary>
    public bool TryRead(string text, out double value) => _tryRead(text, out value);

    private static FigureUnit Time(double nanos) => new(FigureDimension.Time, value => FigureText.Time(value * nanos),
        (string text, out double value) =>
        {
            var isTime = Quantity.TryMilliseconds(text, out var milliseconds);
            value = milliseconds * NanosPerMilli / nanos;
            return isTime;
        },
        "write a number with its unit (us, ms, s, m), as in 200ms", nanos);
}

/// <summary>What a unit measures.</summary>
public enum FigureDimension
{
    /// <summary>A number without a unit.</summary>
    Number,

    /// <summary>Whole things.</summary>
    Count,

    /// <summary>Things per second.</summary>
    Rate,

    /// <summary>A share of a whole.</summary>
    Share,

    /// <summary>A time.</summary>
    Time,

    /// <summary>Bytes in memory.</summary>
    Memory,

    /// <summary>Bytes on the network.</summary>
    Traffic,

    /// <summary>CPUs.</summary>
    Cpus,
}
