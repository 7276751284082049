namespace Dyno.Results;

/// <summary>The generator's judgement of its own measurement.</summary>
public sealed record HealthRecord
{
    /// <summary>The worst state among the findings.</summary>
    public required HealthState State { get; init; }

    /// <summary>The finding of every rule whose limit was passed, worst first; empty when the run is healthy.</summary>
    public required ImmutableArray<HealthFinding> Findings { get; init; }
}

/// <summary>Whether the numbers of a run can be trusted.</summary>
public enum HealthState
{
    /// <summary>No rule found a reason to doubt the numbers.</summary>
    Healthy,

    /// <summary>The numbers are usable, with the stated reservation.</summary>
    Strained,

    /// <summary>The numbers are not a measurement of the server.</summary>
    Void,
}

/// <summary>The finding of one rule.</summary>
public sealed record HealthFinding
{
    /// <summary>Stable identifier: <c>dropped-starts</c>, <c>start-lag</c>, <c>generator-saturated</c> …</summary>
    public required string Rule { get; init; }

    /// <summary>The state that the finding gives to the run.</summary>
    public required HealthState State { get; init; }

    /// <summary>One sentence with the figure, the limit, and what to do.</summary>
    public required string Message { get; init; }

    /// <summary>The observed figure, in the rule's unit.</summary>
    public double Value { get; init; }

    /// <summary>The limit that the figure passed, in the same unit.</summary>
    public double Limit { get; init; }
}

/// <summary>One threshold and its result.</summary>
public sealed record ThresholdRecord
{
    /// <summary>The metric with its tags, e.g. <c>http_req_duration{name:hello}</c>.</summary>
    public required string Metric { get; init; }

    /// <summary>The expression as written, e.g. <c>p(99)&lt;200</c>.</summary>
    public required string Expression { get; init; }

    /// <summary>Whether the threshold held.</summary>
    public required bool Passed { get; init; }

    /// <summary>The value on which the threshold was judged, in the metric's unit (times: milliseconds).</summary>
    public required double Value { get; init; }

    /// <summary>Whether the run ended because the threshold was crossed.</summary>
    public bool Aborted { get; init; }

    /// <summary>Whether the threshold failed because there was no good answer whose latency it could judge.</summary>
    public bool LacksGoodAnswers { get; init; }

    /// <summary>Whether the threshold failed because the run did not measure its figure.</summary>
    public bool NotMeasured { get; init; }

    /// <summary>
    /// Number of windows of a threshold that is judged window by window (<c>for 99% of minutes</c>): <see cref="Value"/> is the share in which it
    /// held, 0 to 1. Null for every other threshold.
    /// </summary>
    public long? Windows { get; init; }

    /// <summary>Whether the threshold is on an error budget: <see cref="Value"/> is the highest burn rate.</summary>
    public bool IsBurnRate { get; init; }
}

/// <summary>The cost and the behaviour of the load generator.</summary>
public sealed record GeneratorRecord
{
    /// <summary>CPU seconds of the generator's process during the measurement.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>CPU time per request during the measurement, in microseconds; 0 without requests.</summary>
    public required double CpuMicrosPerRequest { get; init; }

    /// <summary>Largest resident set, in bytes.</summary>
    public required long PeakWorkingSetBytes { get; init; }

    /// <summary>For each worker, the share of the measurement in which the worker neither waited nor spun on purpose, 0 to 1.</summary>
    public required ImmutableArray<double> WorkerBusy { get; init; }

    /// <summary>Stalls: gaps over 100 ms in which a worker did not run.</summary>
    public required int Stalls { get; init; }

    /// <summary>Seconds lost in stalls, over all workers.</summary>
    public required double StalledSeconds { get; init; }

    /// <summary>Garbage collections of the generator during the measurement, all generations.</summary>
    public required int GarbageCollections { get; init; }

    /// <summary>CPUs to which the generator was pinned, as a list (<c>1</c>, <c>0-3,8</c>); null when it was not pinned.</summary>
    public string? CpuSet { get; init; }

    /// <summary>
    /// The JavaScript engine that ran the load's scripts (<c>V8</c>; <c>JavaScriptCore</c> in earlier builds); null without scripts, and in results of
    /// earlier builds.
    /// </summary>
    public string? ScriptEngine { get; init; }
}
