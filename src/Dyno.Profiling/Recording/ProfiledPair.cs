namespace Dyno.Profiling;

/// <summary>The profiled launches of two variants, and what the judged trials say of them.</summary>
public sealed record ProfiledPair
{
    public required string Baseline { get; init; }

    /// <summary>The variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    public required ImmutableArray<LaunchProfile> Before { get; init; }

    public required ImmutableArray<LaunchProfile> After { get; init; }

    /// <summary>The launches of the control, a second copy of the baseline; empty when there is none.</summary>
    public ImmutableArray<LaunchProfile> Control { get; init; } = [];

    /// <summary>CPU time of the baseline per request in the judged trials, in microseconds; null when it is unknown.</summary>
    public double? Micros { get; init; }

    /// <summary>What the variant needed more in the judged trials, in microseconds; null when it is unknown.</summary>
    public double? MeasuredMicros { get; init; }

    /// <summary>Bytes that the baseline allocates per request, as its runtime counted them in the judged trials; null when they are unknown.</summary>
    public double? AllocatedBefore { get; init; }

    /// <summary>Bytes that the variant allocates per request, counted in the same way.</summary>
    public double? AllocatedAfter { get; init; }

    /// <summary>What sampled the CPU.</summary>
    public required SamplerRung Rung { get; init; }

    /// <summary>Why it was no better sampler; null when it was the best.</summary>
    public string? WhyNotBetter { get; init; }

    /// <summary>Samples that were lost.</summary>
    public long Lost { get; init; }

    /// <summary>Whether the verdict is that the variant is faster.</summary>
    public bool IsFaster { get; init; }

    /// <summary>Why the pair cannot be judged by its profile, whatever that shows, as the end of a sentence; null when it can.</summary>
    public string? WhyNoVerdict { get; init; }

    /// <summary>Whether the judged trials are certain that CPU time per request differs.</summary>
    public bool IsWorkDifferent { get; init; }
}
