namespace Dyno.Load;

/// <summary>Formats the figures in the messages of the health rules.</summary>
internal static class Figures
{
    public static string Percent(double share) =>
        (share * 100).ToString(share < 0.01 ? "0.##" : "0.#", CultureInfo.InvariantCulture) + " %";

    public static string Milliseconds(double milliseconds) =>
        milliseconds.ToString("0.##", CultureInfo.InvariantCulture) + " ms";

    public static string Count(double count) => count.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A count with its noun in the right number: <c>1 request</c>, <c>2,000 requests</c>.</summary>
    public static string Count(double count, string noun) => $"{Count(count)} {noun}{(count == 1 ? "" : "s")}";

    /// <summary>A part of a whole: <c>11 of 1,000 requests</c>, <c>all 1,000 requests</c>, <c>the only request</c>.</summary>
    public static string Of(long count, long whole, string noun) =>
        whole == 1 ? $"the only {noun}" : count == whole ? $"all {Count(whole, noun)}" : $"{Count(count)} of {Count(whole, noun)}";

    public static string Number(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);
}
