namespace Dyno.Profiling;

/// <summary>One profiled launch of a program, and what its run says of it.</summary>
public sealed record ProfiledProgram
{
    public required LaunchProfile Launch { get; init; }

    /// <summary>CPU time per request in the run, in microseconds; null when it is unknown.</summary>
    public double? Micros { get; init; }

    /// <summary>Bytes allocated per request in the run, as the runtime counted them; null when they are unknown.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>What sampled the CPU.</summary>
    public required SamplerRung Rung { get; init; }

    /// <summary>Why it was no better sampler; null when it was the best.</summary>
    public string? WhyNotBetter { get; init; }

    /// <summary>Samples that were lost.</summary>
    public long Lost { get; init; }
}
