namespace Dyno.Fleet;

/// <summary>The orders to the host of a program under test, one per line.</summary>
public static class SubjectOrders
{
    /// <summary>Watch the program; the level of observation follows.</summary>
    public const string Watch = "watch ";

    public const string Begin = "begin";

    /// <summary>The measurement is over; the number of its requests follows.</summary>
    public const string End = "end ";

    /// <summary>Report what the program has used of its CPUs; the number for the answer follows.</summary>
    public const string Read = "read ";

    /// <summary>Count the requests that the program has served, and end the watch.</summary>
    public const string Count = "count";

    public const string Stop = "stop";

    /// <summary>The number that follows an order; null when the line is another order.</summary>
    /// <param name="kind">The order that the number follows.</param>
    public static long? NumberOf(string order, string kind) => order.StartsWith(kind, StringComparison.Ordinal)
        && long.TryParse(order.AsSpan(kind.Length), CultureInfo.InvariantCulture, out var number) ? number : null;
}
