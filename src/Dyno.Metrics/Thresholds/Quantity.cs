namespace Dyno.Metrics;

/// <summary>Numbers with a unit: <c>200ms</c>, <c>1%</c>, <c>1000/s</c>.</summary>
internal static class Quantity
{
    private static readonly (string Unit, double Milliseconds)[] Times =
        [("ns", 1e-6), ("us", 1e-3), ("µs", 1e-3), ("μs", 1e-3), ("ms", 1), ("s", 1e3), ("m", 60e3), ("h", 3600e3)];

    private static readonly (string Unit, double PerSecond)[] Rates = [("/s", 1), ("/m", 1 / 60.0), ("/h", 1 / 3600.0)];

    private static readonly (string Unit, double Bytes)[] Sizes =
    [
        ("B", 1), ("kB", 1e3), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ];

    internal static bool TryNumber(string text, out double number)
    {
        const NumberStyles Style = NumberStyles.Float & ~NumberStyles.AllowLeadingWhite;
        return double.TryParse(text, Style, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);
    }

    internal static bool TryMilliseconds(string text, out double milliseconds) =>
        TryScaled(text, Times, out milliseconds);

    internal static bool TryPerSecond(string text, out double perSecond) =>
        TryScaled(text, Rates, out perSecond) || TryNumber(text, out perSecond);

    /// <summary>A number of bytes: <c>100MB</c>, <c>64MiB</c>, <c>1000</c>.</summary>
    internal static bool TryBytes(string text, out double bytes) => TryScaled(text, Sizes, out bytes) || TryNumber(text, out bytes);

    /// <summary>A share: <c>1%</c> or <c>0.01</c>.</summary>
    internal static bool TryShare(string text, out double share) =>
        TryScaled(text, [("%", 0.01)], out share) || TryNumber(text, out share);

    internal static bool TryDuration(string text, out TimeSpan duration)
    {
        duration = TimeSpan.Zero;
        if (!TryMilliseconds(text.Trim(), out var milliseconds)) return false;
        if (Math.Abs(milliseconds) > TimeSpan.FromDays(365).TotalMilliseconds) return false;
        duration = TimeSpan.FromMilliseconds(milliseconds);
        return true;
    }

    private static bool TryScaled(string text, ReadOnlySpan<(string Unit, double Factor)> units, out double value)
    {
        var end = text.AsSpan().LastIndexOfAnyInRange('0', '9') + 1;
        if (end > 0 && end < text.Length && text[end] == '.') end++; // "1.s"
        value = 0;
        var unit = text[end..].Trim();
        foreach (var (name, factor) in units)
        {
            if (unit != name || !TryNumber(text[..end], out var number)) continue;
            value = number * factor;
            return true;
        }

        return false;
    }
}
