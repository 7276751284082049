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

    /// <summary>Count what it has served, and watch it no longer.</summary>
    public const string Count = "count";

    /// <summary>Stop it.</summary>
    public const string Stop = "stop";
}
