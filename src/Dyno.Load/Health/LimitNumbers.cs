namespace Dyno.Load.Health;

/// <summary>
/// Converts limits to numbers under the names that the rules print (times in milliseconds), and back. A load that runs as a separate
/// program receives its limits in this form. Pure functions.
/// </summary>
internal static class LimitNumbers
{
    private const string Prefix = "limit.";

    private static readonly Limit[] All =
    [
        new("dropped-starts", l => l.DroppedStarts, (l, x) => l with { DroppedStarts = x }),
        new("start-lag", l => l.StartLag.TotalMilliseconds, (l, x) => l with { StartLag = TimeSpan.FromMilliseconds(x) }),
        new("start-lag-of-median", l => l.StartLagOfMedian, (l, x) => l with { StartLagOfMedian = x }),
        new("generator-saturated", l => l.WorkerBusy, (l, x) => l with { WorkerBusy = x }),
        new("server-idle", l => l.ServerIdle, (l, x) => l with { ServerIdle = x }),
        new("stalls", l => l.Stalled, (l, x) => l with { Stalled = x }),
        new("clock-skew", l => l.ClockSkew.TotalMilliseconds, (l, x) => l with { ClockSkew = TimeSpan.FromMilliseconds(x) }),
        new("errors", l => l.Errors, (l, x) => l with { Errors = x }),
        new("cut-iterations", l => l.CutIterations, (l, x) => l with { CutIterations = x }),
        new("exceptions", l => l.Exceptions, (l, x) => l with { Exceptions = x }),
        new("redirects", l => l.Redirects, (l, x) => l with { Redirects = x }),
        new("resends", l => l.Resends, (l, x) => l with { Resends = x }),
        new("outages", l => l.Outages, (l, x) => l with { Outages = x }),
        new("cold-start", l => l.ColdStart, (l, x) => l with { ColdStart = x }),
        new("throttled", l => l.Throttled, (l, x) => l with { Throttled = x }),
        new("warm-up", l => l.RateRise, (l, x) => l with { RateRise = x }),
        new("load-average", l => l.LoadAveragePerCpu, (l, x) => l with { LoadAveragePerCpu = x }),
        new("steal", l => l.Steal, (l, x) => l with { Steal = x }),
        new("other-processes", l => l.OtherProcesses, (l, x) => l with { OtherProcesses = x }),
        new("near-ceiling", l => l.CalibratedCeiling, (l, x) => l with { CalibratedCeiling = x }),
    ];

    /// <summary>Every limit as a number.</summary>
    public static IEnumerable<KeyValuePair<string, double>> From(HealthLimits limits) =>
        All.Select(limit => KeyValuePair.Create(Prefix + limit.Name, limit.Of(limits)));

    /// <summary>Reads the limits from numbers that may include other values; null when there is no limit among them.</summary>
    public static HealthLimits? Of(IReadOnlyDictionary<string, double> numbers)
    {
        var given = All.Where(limit => numbers.ContainsKey(Prefix + limit.Name)).ToList();
        return given.Count == 0 ? null : given.Aggregate(new HealthLimits(), (limits, limit) => limit.With(limits, numbers[Prefix + limit.Name]));
    }

    private sealed record Limit(string Name, Func<HealthLimits, double> Of, Func<HealthLimits, double, HealthLimits> With);
}
