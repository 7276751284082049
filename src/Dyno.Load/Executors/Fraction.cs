using System.Numerics;

namespace Dyno.Load;

/// <summary>An exact fraction of 0 or more, in lowest terms.</summary>
internal readonly record struct Fraction : IComparable<Fraction>
{
    private Fraction(long numerator, long denominator)
    {
        var divisor = (long)BigInteger.GreatestCommonDivisor(numerator, denominator);
        (Numerator, Denominator) = (numerator / divisor, denominator / divisor);
    }

    public static Fraction Zero { get; } = new(0, 1);

    public static Fraction One { get; } = new(1, 1);

    public long Numerator { get; }

    public long Denominator { get; }

    /// <summary>Reads <c>1/4</c>, <c>0.25</c>, <c>25%</c>, <c>0</c> or <c>1</c>.</summary>
    public static bool TryParse(string text, out Fraction fraction)
    {
        var parts = text.Trim().Split('/');
        fraction = Zero;
        if (parts.Length == 2) return TryQuotient(parts[0], parts[1], out fraction);
        var percent = parts[0].EndsWith('%');
        if (parts.Length != 1 || !TryDecimal(percent ? parts[0][..^1] : parts[0], out var value)) return false;
        var scale = percent ? 100L : 1L;
        while (value != decimal.Truncate(value)) { value *= 10; scale *= 10; }
        fraction = new Fraction((long)value, scale);
        return true;
    }

    /// <summary>The least common multiple of two denominators, capped at 2⁶² (larger values are rejected anyway).</summary>
    public static long CommonDenominator(long a, long b)
    {
        var multiple = new BigInteger(a) * b / BigInteger.GreatestCommonDivisor(a, b);
        return (long)BigInteger.Min(multiple, 1L << 62);
    }

    public long Times(long multiple) => (long)(new BigInteger(Numerator) * multiple / Denominator);

    public int CompareTo(Fraction other) =>
        (new BigInteger(Numerator) * other.Denominator).CompareTo(new BigInteger(other.Numerator) * Denominator);

    public override string ToString() => Denominator == 1 ? $"{Numerator}" : $"{Numerator}/{Denominator}";

    private static bool TryQuotient(string numerator, string denominator, out Fraction fraction)
    {
        fraction = Zero;
        var valid = TryWhole(numerator, out var n) && TryWhole(denominator, out var d) && d > 0;
        if (valid) fraction = new Fraction(n, long.Parse(denominator, CultureInfo.InvariantCulture));
        return valid;
    }

    private static bool TryWhole(string text, out long number) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    // Nine decimals keep numerator and denominator far inside 64 bits.
    private static bool TryDecimal(string text, out decimal value) =>
        decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out value)
        && value <= 100 && value.Scale <= 9;
}
