using System.Buffers;

namespace Dyno.Metrics;

/// <summary>Numbers for readers: three significant digits and a fitting unit, spelled the same way in every report.</summary>
public static partial class FigureText
{
    private const string Nano = "ns";
    private const double Micro = 1e3;
    private const double Milli = 1e6;
    private const double Second = 1e9;
    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdef");

    /// <summary>A time in a sentence: <c>2 ns</c>, <c>84.2 µs</c>, <c>1.23 ms</c>, <c>12.3 s</c>.</summary>
    public static string Time(double nanos)
    {
        var (value, unit) = Scaled(nanos);
        return $"{TimeDigits(value, unit)} {unit}";
    }

    /// <summary>A time in a column, its unit two letters wide: <c>84.2µs</c>, <c>1.23ms</c>, <c>12.3 s</c>.</summary>
    public static string TimeCell(double nanos)
    {
        var (value, unit) = Scaled(nanos);
        return $"{TimeDigits(value, unit)}{unit,2}";
    }

    /// <summary>A round time, its unit two letters wide: <c>50µs</c>, <c>1.5ms</c>, <c>2 s</c>.</summary>
    public static string RoundTime(double nanos)
    {
        var (value, unit) = Scaled(nanos);
        return $"{value.ToString("0.##", CultureInfo.InvariantCulture)}{unit,2}";
    }

    /// <summary>A rate per second: <c>31,204/s</c>, <c>12.3/s</c>, <c>0/s</c>.</summary>
    public static string Rate(double perSecond) => $"{Digits(perSecond)}/s";

    /// <summary>A whole number with thousands marked: <c>312,040</c>.</summary>
    public static string Count(long value) => value.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A count with its noun in the right number: <c>1 redirect</c>, <c>2,000 redirects</c>.</summary>
    public static string Count(long value, string noun) => $"{Count(value)} {noun}{(value == 1 ? "" : "s")}";

    /// <summary>A commit by its first 12 digits; a suffix after the hash (<c>-dirty</c>) stays.</summary>
    public static string Commit(string hash)
    {
        var digits = hash.AsSpan().IndexOfAnyExcept(HexDigits);
        if (digits < 0) digits = hash.Length;
        return digits <= 12 ? hash : $"{hash.AsSpan(0, 12)}{hash.AsSpan(digits)}";
    }

    /// <summary>Bytes in powers of 1,024, the usual units for memory: <c>84.2 MiB</c>.</summary>
    public static string Memory(double bytes) => Bytes(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);

    /// <summary>Bytes in powers of 1,000, the usual units for networks: <c>4.52 MB</c>.</summary>
    public static string Traffic(double bytes) => Bytes(bytes, 1000, ["B", "kB", "MB", "GB", "TB"]);

    /// <summary>A share of a whole: <c>12.3 %</c>. The text says 0 or 100 only for exactly 0 or 100.</summary>
    public static string Percent(double part, double whole)
    {
        if (whole <= 0) return "0 %";
        var percent = 100 * part / whole;
        if (part > 0 && percent < 0.01) return "< 0.01 %";
        if (part < whole && percent > 99.99) return "> 99.99 %";
        return percent.ToString(percent is 0 or 100 ? "0" : "0.##", CultureInfo.InvariantCulture) + " %";
    }

    /// <summary>A difference of two shares, without its sign: <c>40.07 points</c>.</summary>
    public static string Points(double shares)
    {
        var points = (100 * shares).ToString("0.##", CultureInfo.InvariantCulture);
        return points == "1" ? "1 point" : points + " points";
    }

    /// <summary>A duration of a plan, given in seconds: <c>10 s</c>, <c>1 min 30 s</c>, <c>500 ms</c>.</summary>
    public static string Length(double seconds)
    {
        if (seconds < 1) return $"{Math.Round(seconds * 1000, 3)} ms";
        if (seconds < 60) return $"{Math.Round(seconds, 3)} s";
        var (hours, rest) = (Math.Floor(seconds / 3600), seconds % 3600);
        var parts = new[] { (hours, "h"), (Math.Floor(rest / 60), "min"), (Math.Round(rest % 60, 1), "s") };
        return string.Join(' ', parts.Where(part => part.Item1 > 0).Select(part => $"{part.Item1} {part.Item2}"));
    }

    /// <summary>Three significant digits, or all digits before the point: <c>0.123</c>, <c>12.3</c>, <c>31,204</c>.</summary>
    public static string Digits(double value) => Math.Abs(value) switch
    {
        0 => "0",
        < 0.9995 => value.ToString("0.###", CultureInfo.InvariantCulture),
        < 9.995 => value.ToString("0.00", CultureInfo.InvariantCulture),
        < 99.95 => value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.ToString("N0", CultureInfo.InvariantCulture),
    };

    // The rounded value decides the unit, so that 999.9 µs becomes 1.00 ms and not 1,000 µs.
    private static (double Value, string Unit) Scaled(double nanos) => nanos switch
    {
        < 999.5 => (Math.Round(nanos), Nano),
        < 999.5 * Micro => (nanos / Micro, "µs"),
        < 999.5 * Milli => (nanos / Milli, "ms"),
        _ => (nanos / Second, "s"),
    };

    // Times are recorded in whole nanoseconds, so decimal places would be invented.
    private static string TimeDigits(double value, string unit) =>
        unit == Nano ? value.ToString("N0", CultureInfo.InvariantCulture) : Digits(value);

    private static string Bytes(double bytes, double step, string[] units)
    {
        var unit = 0;
        for (; bytes >= 0.9995 * step && unit < units.Length - 1; unit++) bytes /= step;
        return unit == 0 ? $"{Math.Round(bytes):N0} {units[0]}" : $"{Digits(bytes)} {units[unit]}";
    }
}
