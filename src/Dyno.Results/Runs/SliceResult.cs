namespace Dyno.Results;

/// <summary>
/// One slice of a duet trial: the variants of a round are up at the same time, and the load visits one of them at a time. A slice
/// ends when the requests in flight have been answered. Its rate is <see cref="Counted"/> ÷ <see cref="Length"/>.
/// </summary>
public sealed record SliceResult
{
    /// <summary>The block to which the slice belongs, from 0; each block visits every variant once.</summary>
    public required int Block { get; init; }

    /// <summary>Start of the slice, in seconds since the measurement of the round began.</summary>
    public required double Seconds { get; init; }

    /// <summary>
    /// The time of the counted requests, in seconds. In a closed model it is the mean over the virtual users of the time from the end of the
    /// first iteration to the end of the last: a user who waits for nothing more does not lengthen it, however long the slowest answer takes
    /// (docs/adr/0044). In an open model, and in documents of earlier builds, it is the time from the slice's start to its last
    /// completion, or to its planned end where that is later.
    /// </summary>
    public required double Length { get; init; }

    /// <summary>
    /// Requests, good and failed, that were answered in <see cref="Length"/>; null in documents of earlier builds, and then the same as
    /// <see cref="Requests"/>. It is a fraction where an iteration has several requests, because each user's first iteration is left out.
    /// </summary>
    public double? Counted { get; init; }

    /// <summary>Requests completed in the slice, good and failed.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests that failed.</summary>
    public required long Failed { get; init; }

    /// <summary>CPU time of the server's process in the slice, in microseconds, including threads that ended; null when it cannot be read.</summary>
    public double? CpuMicros { get; init; }

    /// <summary>
    /// The share of the server's CPUs, 0 to 1, that other work used or the hypervisor took during the slice: the CPUs were neither
    /// idle nor used by the server. Null when it cannot be read.
    /// </summary>
    public double? OthersShare { get; init; }

    /// <summary>Seconds in which the generator should have run and did not, in stalls of more than 100 ms.</summary>
    public double StalledSeconds { get; init; }

    /// <summary>
    /// Whether the slice's block is set aside, for all variants, because something else took the machine (docs/measurement.md). Such
    /// a slice counts in the sums of the trial, and not in the comparison.
    /// </summary>
    public bool IsSetAside { get; init; }
}

/// <summary>
/// A variant under load without pauses, after the slices of its round. Slices are right for a program that has no memory of the pauses
/// between them; this load shows whether it has one.
/// </summary>
public sealed record ContinuousLoad
{
    /// <summary>The time of the counted requests in seconds; see <see cref="SliceResult.Length"/>. The first third of the load is not part of it.</summary>
    public required double Length { get; init; }

    /// <summary>Requests, good and failed, that were answered in <see cref="Length"/>.</summary>
    public required double Counted { get; init; }

    /// <summary>Requests of the whole load, good and failed.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests of the whole load that failed.</summary>
    public required long Failed { get; init; }

    /// <summary>CPU time of the server's process during the whole load, in microseconds; null when it cannot be read.</summary>
    public double? CpuMicros { get; init; }

    /// <summary>Median response time of the good answers, in milliseconds; null without any.</summary>
    public double? P50Milliseconds { get; init; }

    /// <summary>99th percentile of the response time of the good answers, in milliseconds; null with fewer than 1,000.</summary>
    public double? P99Milliseconds { get; init; }
}

/// <summary>The part of one variant in a round of duet trials.</summary>
public sealed record DuetRecord
{
    /// <summary>Planned length of a slice, in seconds; slices are longer where answers take longer.</summary>
    public required double SliceSeconds { get; init; }

    /// <summary>Number of variants, the control included, that were up at the same time.</summary>
    public required int Variants { get; init; }

    /// <summary>
    /// CPU time of the server while another variant was loaded, in the second half of the measurement, as a share of one CPU (0.01 is
    /// 1 %); null when it cannot be read. A variant that works in the background adds noise to the figures of the others.
    /// </summary>
    public double? IdleCpuShare { get; init; }

    /// <summary>Connections that the server had closed between slices; they were opened again outside the slices.</summary>
    public long ReopenedBetweenSlices { get; init; }

    /// <summary>The reason why the slices are longer than asked for; null when they are not.</summary>
    public string? Grown { get; init; }

    /// <summary>The load without pauses after the slices; null in rounds that have none.</summary>
    public ContinuousLoad? Continuous { get; init; }

    /// <summary>The slices of this variant, in the order of measuring, stored in columns.</summary>
    public required System.Collections.Immutable.ImmutableArray<SliceResult> Slices { get; init; }
}
