namespace Dyno.Metrics;

/// <summary>Ratios for readers, as differences in percent or as factors.</summary>
public static partial class FigureText
{
    /// <summary>A ratio as a difference: <c>+4.2 %</c>; from about 11 upwards as a factor: <c>×163</c>.</summary>
    public static string Difference(double ratio) => IsFactor(ratio) ? Number(ratio, isFactor: true) : Number(ratio, isFactor: false) + " %";

    /// <summary>A ratio with its interval, as differences: <c>+4.2 % [+3.1, +5.2]</c>, <c>×163 [×94, ×281]</c>.</summary>
    public static string Difference(double ratio, double? low, double? high) => low is { } from && high is { } to
        ? $"{Difference(ratio)} [{Number(from, IsFactor(ratio))}, {Number(to, IsFactor(ratio))}]"
        : Difference(ratio);

    private static bool IsFactor(double ratio) => ratio >= 10.995;

    // The caller chooses one notation for a ratio and the ends of its interval, so that factors and percentages never mix.
    private static string Number(double ratio, bool isFactor) => isFactor
        ? string.Create(CultureInfo.InvariantCulture, $"×{(ratio < 9.995 ? Math.Round(ratio, 1) : Math.Round(ratio)):#,0.#}")
        : (100 * (ratio - 1)).ToString(Math.Abs(ratio - 1) < 0.0995 ? "+0.0;−0.0;0" : "+#,0;−0;0", CultureInfo.InvariantCulture);
}
