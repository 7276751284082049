namespace Dyno.Load;

/// <summary>Every limit of the health rules, with its default. Shares are from 0 to 1.</summary>
public sealed record HealthLimits
{
    /// <summary>Share of the starts of an open model that may be dropped. Default 0.1 %.</summary>
    public double DroppedStarts { get; init; } = 0.001;

    /// <summary>Start lag p99 that is always allowed. Default 1 ms.</summary>
    public TimeSpan StartLag { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Start lag p99 that is allowed as a share of the median response time. Default 10 %.</summary>
    public double StartLagOfMedian { get; init; } = 0.1;

    /// <summary>Busy share of the busiest worker of a closed model above which the generator counts as saturated. Default 95 %.</summary>
    public double WorkerBusy { get; init; } = 0.95;

    /// <summary>Share of its CPUs that a server must leave unused to count as idle. Default 10 %.</summary>
    public double ServerIdle { get; init; } = 0.1;

    /// <summary>Share of the window that a worker may lose in stalls of more than 100 ms. Default 0.1 %.</summary>
    public double Stalled { get; init; } = 0.001;

    /// <summary>How far the wall clock and the monotonic clock may drift apart during the measurement. Default 50 ms.</summary>
    public TimeSpan ClockSkew { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Failed requests per iteration. Default 1 %.</summary>
    public double Errors { get; init; } = 0.01;

    /// <summary>Share of the begun iterations that may be cut at the end of the graceful stop. Default 1 %.</summary>
    public double CutIterations { get; init; } = 0.01;

    /// <summary>Share of the iterations that may end with an exception of the script. Default 1 %.</summary>
    public double Exceptions { get; init; } = 0.01;

    /// <summary>Redirects per iteration. Default 1 %.</summary>
    public double Redirects { get; init; } = 0.01;

    /// <summary>Share of the requests that may be sent once more after their connection ended. Default 0.1 %.</summary>
    public double Resends { get; init; } = 0.001;

    /// <summary>Share of the measurement in which a closed model may get no good answer, in pauses of more than 100 ms. Default 2 %.</summary>
    public double Outages { get; init; } = 0.02;

    /// <summary>How much slower the first seconds of an open model may be than the second half. Default 200 %, which is three times as slow.</summary>
    public double ColdStart { get; init; } = 2;

    /// <summary>Share of the periods in which the server's control group may use up its CPU time. Default 1 %.</summary>
    public double Throttled { get; init; } = 0.01;

    /// <summary>How much the rate of a closed model may rise from the first half of the measurement to the second. Default 10 %.</summary>
    public double RateRise { get; init; } = 0.1;

    /// <summary>One-minute load average before the run, per logical CPU, above which the machine may be busy with something else. Default 0.5.</summary>
    public double LoadAveragePerCpu { get; init; } = 0.5;

    /// <summary>CPU time stolen by the hypervisor, as a share of the time of all CPUs. Default 1 %.</summary>
    public double Steal { get; init; } = 0.01;

    /// <summary>CPU time of other processes, as a share of the time of all CPUs. Default 10 %.</summary>
    public double OtherProcesses { get; init; } = 0.1;

    /// <summary>Rate as a share of the calibrated ceiling of this machine. Default 80 %.</summary>
    public double CalibratedCeiling { get; init; } = 0.8;
}
