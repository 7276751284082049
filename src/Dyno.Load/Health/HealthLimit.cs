namespace Dyno.Load;

/// <summary>Unit of a limit's number.</summary>
public enum HealthLimitUnit
{
    /// <summary>A share, from 0 to 1.</summary>
    Share,

    /// <summary>A time, in milliseconds.</summary>
    Milliseconds,

    /// <summary>A load average per CPU.</summary>
    LoadPerCpu,
}

/// <summary>A limit of the health rules, by the name that the rules print; a rule with two limits has two names.</summary>
/// <param name="Unit">Unit of its number.</param>
public sealed record HealthLimit(string Name, HealthLimitUnit Unit, Func<HealthLimits, double> Of, Func<HealthLimits, double, HealthLimits> With)
{
    /// <summary>Every limit, once: command lines, experiment files and loads that are separate programs read them here.</summary>
    public static IReadOnlyList<HealthLimit> All { get; } =
    [
        Share("dropped-starts", l => l.DroppedStarts, (l, x) => l with { DroppedStarts = x }),
        Time("start-lag", l => l.StartLag, (l, x) => l with { StartLag = x }),
        Share("start-lag-of-median", l => l.StartLagOfMedian, (l, x) => l with { StartLagOfMedian = x }),
        Share("generator-saturated", l => l.WorkerBusy, (l, x) => l with { WorkerBusy = x }),
        Share("server-idle", l => l.ServerIdle, (l, x) => l with { ServerIdle = x }),
        Share("stalls", l => l.Stalled, (l, x) => l with { Stalled = x }),
        Time("clock-skew", l => l.ClockSkew, (l, x) => l with { ClockSkew = x }),
        Share("errors", l => l.Errors, (l, x) => l with { Errors = x }),
        Share("cut-iterations", l => l.CutIterations, (l, x) => l with { CutIterations = x }),
        Share("exceptions", l => l.Exceptions, (l, x) => l with { Exceptions = x }),
        Share("redirects", l => l.Redirects, (l, x) => l with { Redirects = x }),
        Share("resends", l => l.Resends, (l, x) => l with { Resends = x }),
        Share("outages", l => l.Outages, (l, x) => l with { Outages = x }),
        Share("cold-start", l => l.ColdStart, (l, x) => l with { ColdStart = x }),
        Share("throttled", l => l.Throttled, (l, x) => l with { Throttled = x }),
        Share("warm-up", l => l.RateRise, (l, x) => l with { RateRise = x }),
        new("load-average", HealthLimitUnit.LoadPerCpu, l => l.LoadAveragePerCpu, (l, x) => l with { LoadAveragePerCpu = x }),
        Share("steal", l => l.Steal, (l, x) => l with { Steal = x }),
        Share("other-processes", l => l.OtherProcesses, (l, x) => l with { OtherProcesses = x }),
        Share("near-ceiling", l => l.CalibratedCeiling, (l, x) => l with { CalibratedCeiling = x }),
    ];

    private static HealthLimit Share(string name, Func<HealthLimits, double> of, Func<HealthLimits, double, HealthLimits> with) =>
        new(name, HealthLimitUnit.Share, of, with);

    private static HealthLimit Time(string name, Func<HealthLimits, TimeSpan> of, Func<HealthLimits, TimeSpan, HealthLimits> with) =>
        new(name, HealthLimitUnit.Milliseconds, limits => of(limits).TotalMilliseconds, (limits, x) => with(limits, TimeSpan.FromMilliseconds(x)));
}
