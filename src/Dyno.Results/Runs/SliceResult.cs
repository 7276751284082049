namespace Dyno.Results.Runs;

/// <summary>
/// One slice of a duet trial: the variants of a round are up at the same time, and the load visits one of them at a time. A slice ends
/// when what was in flight has been answered.
/// </summary>
public sealed record SliceResult
{
    /// <summary>The block it belongs to, from 0: in each block every variant is visited once.</summary>
    public required int Block { get; init; }

    /// <summary>When it began, in seconds since the measurement of the round began.</summary>
    public required double Seconds { get; init; }

    /// <summary>From its start to its last completion, or to its planned end where that is later, in seconds.</summary>
    public required double Length { get; init; }

    /// <summary>Requests completed in it, good and failed.</summary>
    public required long Requests { get; init; }

    /// <summary>Of these, failed.</summary>
    public required long Failed { get; init; }

    /// <summary>CPU time of the server's process in it, threads that ended included, in microseconds; null when it cannot be read.</summary>
    public double? CpuMicros { get; init; }

    /// <summary>
    /// The share of the server's CPUs, 0 to 1, that was neither idle nor the server's own in it: other work, or time that the hypervisor
    /// took. Null when it cannot be read.
    /// </summary>
    public double? OthersShare { get; init; }

    /// <summary>Seconds in which the generator did not run although it had asked to, in stalls of more than 100 ms.</summary>
    public double StalledSeconds { get; init; }

    /// <summary>
    /// Whether its block is set aside, for all variants, because something else took the machine (docs/measurement.md): it counts in the
    /// sums of the trial, and not in the comparison.
    /// </summary>
    public bool IsSetAside { get; init; }
}

/// <summary>What the trial of one variant was within its round of duet trials.</summary>
public sealed record DuetRecord
{
    /// <summary>Length of a slice as planned, in seconds; it grows where answers take longer.</summary>
    public required double SliceSeconds { get; init; }

    /// <summary>How many variants, the control included, were up at the same time.</summary>
    public required int Variants { get; init; }

    /// <summary>
    /// CPU time of the server while another variant was loaded, in the second half of the measurement, as a share of one CPU (0.01 is 1 %);
    /// null when it cannot be read. A variant that works in the background takes part in the noise of the others.
    /// </summary>
    public double? IdleCpuShare { get; init; }

    /// <summary>Connections that the server had closed between slices, opened again outside of them.</summary>
    public long ReopenedBetweenSlices { get; init; }

    /// <summary>Why the slices are longer than was asked; null when they are not.</summary>
    public string? Grown { get; init; }

    /// <summary>The slices of this variant, in the order of measuring, stored in columns.</summary>
    [System.Text.Json.Serialization.JsonConverter(typeof(Json.ColumnsConverter<SliceResult>))]
    public required System.Collections.Immutable.ImmutableArray<SliceResult> Slices { get; init; }
}
