namespace Dyno.Experiments;

/// <summary>The condition under which a claim holds: the figure lies in a range that includes its ends.</summary>
/// <param name="Low">Lower end; negative infinity for none.</param>
/// <param name="High">Upper end; positive infinity for none.</param>
public sealed record Condition(double Low, double High, string Text)
{
    private static readonly (string Suffix, decimal Factor)[] Units =
    [
        ("µs", 1e3m), ("us", 1e3m), ("ms", 1e6m), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("s", 1e9m), ("%", 0.01m), ("k", 1e3m),
    ];

    /// <summary>Reads <c>0.95..1.05</c>, <c>..15k</c>, <c>10..</c>, <c>380ms..450ms</c>. Times become nanoseconds.</summary>
    public static Condition? Parse(string text)
    {
        var dots = text.IndexOf("..", StringComparison.Ordinal);
        if (dots < 0) return null;
        var (low, high) = (text[..dots].Trim(), text[(dots + 2)..].Trim());
        if (low.Length + high.Length == 0) return null;
        var from = low.Length == 0 ? double.NegativeInfinity : Number(low);
        var to = high.Length == 0 ? double.PositiveInfinity : Number(high);
        return from is { } f && to is { } t && f <= t ? new Condition(f, t, text.Trim()) : null;
    }

    /// <summary>Whether an interval lies completely within the range (true), completely outside (false), or includes an end of it (null).</summary>
    public bool? Judge(double low, double high)
    {
        if (low >= Low && high <= High) return true;
        return high < Low || low > High ? false : null;
    }

    private static double? Number(string text)
    {
        var (suffix, factor) = Units.FirstOrDefault(u => text.EndsWith(u.Suffix, StringComparison.Ordinal), ("", 1));
        var digits = text[..^suffix.Length].Trim();
        return decimal.TryParse(digits, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            && Math.Abs(number) < 1e12m
            ? (double)(number * factor) // decimal: 95 % is 0.95 to the last digit
            : null;
    }
}
