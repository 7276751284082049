namespace Dyno.Load;

/// <summary>
/// Converts limits to numbers under the names that the rules print (times in milliseconds), and back. A load that runs as a separate
/// program receives its limits in this form. Pure functions.
/// </summary>
internal static class LimitNumbers
{
    private const string Prefix = "limit.";

    public static IEnumerable<KeyValuePair<string, double>> From(HealthLimits limits) =>
        HealthLimit.All.Select(limit => KeyValuePair.Create(Prefix + limit.Name, limit.Of(limits)));

    /// <summary>Reads the limits from numbers that may include other values; null when there is no limit among them.</summary>
    public static HealthLimits? Of(IReadOnlyDictionary<string, double> numbers)
    {
        var given = HealthLimit.All.Where(limit => numbers.ContainsKey(Prefix + limit.Name)).ToList();
        return given.Count == 0 ? null : given.Aggregate(new HealthLimits(), (limits, limit) => limit.With(limits, numbers[Prefix + limit.Name]));
    }
}
