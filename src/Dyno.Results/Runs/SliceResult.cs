namespace Dyno.Results.Runs;

/// <summary>
/// One slice of a duet trial: the variants of a round are up at the same time, and the load visits one of them at a time. A slice
/// ends when the requests in flight have been answered.
/// </summary>
public sealed record SliceResult
{
    /// <summary>The block to which the slice belongs, from 0; each block visits every variant once.</summary>
    public required int Block { get; init; }

    /// <summary>Start of the slice, in seconds since the measurement of the round began.</summary>
    public required double Seconds { get; init; }

    /// <summary>Length of the slice in seconds, from its start to its last completion, or to its planned end where that is later.</summary>
    public required double Length { get; init; }

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

    /// <summary>The slices of this variant, in the order of measuring, stored in columns.</summary>
    [System.Text.Json.Serialization.JsonConverter(typeof(Json.ColumnsConverter<SliceResult>))]
    public required System.Collections.Immutable.ImmutableArray<SliceResult> Slices { get; init; }
}
