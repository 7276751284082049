using System.Globalization;

namespace Dyno.Fleet.Subjects;

/// <summary>What the host of a program under test is told, a line each.</summary>
public static class SubjectOrders
{
    /// <summary>Watch it; the level of observation follows.</summary>
    public const string Watch = "watch ";

    /// <summary>The measurement begins.</summary>
    public const string Begin = "begin";

    /// <summary>The measurement is over; the number of its requests follows.</summary>
    public const string End = "end ";

    /// <summary>Say what it has used of its CPUs; the number that the answer is to bear comes behind it.</summary>
    public const string Read = "read ";

    /// <summary>Count what it has served, and watch it no longer.</summary>
    public const string Count = "count";

    /// <summary>Stop it.</summary>
    public const string Stop = "stop";

    /// <summary>The number behind an order; null when it is another order.</summary>
    /// <param name="order">The line.</param>
    /// <param name="kind">The order with a number behind it.</param>
    public static long? NumberOf(string order, string kind)
    {
        ArgumentNullException.ThrowIfNull(order);
        ArgumentNullException.ThrowIfNull(kind);
        return order.StartsWith(kind, StringComparison.Ordinal)
            && long.TryParse(order.AsSpan(kind.Length), CultureInfo.InvariantCulture, out var number) ? number : null;
    }
}
