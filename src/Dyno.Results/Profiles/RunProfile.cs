namespace Dyno.Results;

/// <summary>
/// Which methods of a program use CPU time, allocate, throw and wait. It comes from its own launch after the run, so that nothing of it is
/// in the run's figures.
/// </summary>
public sealed record RunProfile
{
    /// <summary>What sampled the CPU time; as <see cref="ProfileRecord.Sampler"/>.</summary>
    public required string Sampler { get; init; }

    /// <summary>What that sampler sees and what it leaves out, in a sentence.</summary>
    public required string Bias { get; init; }

    /// <summary>CPU samples, those of the just-in-time compiler left out.</summary>
    public required long Samples { get; init; }

    /// <summary>CPU time per request in the run, in microseconds; null when it was not measured, and then no method has microseconds.</summary>
    public double? Micros { get; init; }

    /// <summary>Methods of the user's own projects, the one with the most CPU time first; ten at most. Then the areas of other code; five at most.</summary>
    public ImmutableArray<ProfiledMethod> Methods { get; init; } = [];

    /// <summary>Reservations, one sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>Files for other tools, relative to the directory where Dyno was started; empty when nothing is kept.</summary>
    public ImmutableArray<string> Files { get; init; } = [];

    /// <summary>
    /// The frames of the flame graph: the root first, each frame behind the one that calls it. The cost is <see cref="FlameFrame.Before"/>;
    /// there is no difference. In microseconds per request, or in percent of the CPU time when <see cref="Micros"/> is null.
    /// </summary>
    public ImmutableArray<FlameFrame> Graph { get; init; } = [];
}

/// <summary>A method and its cost, with all that it calls outside of the user's projects.</summary>
public sealed record ProfiledMethod
{
    /// <summary>Type and method as the source names them; in brackets, code without a method of the user's own projects.</summary>
    public required string Method { get; init; }

    /// <summary>The source file, relative to its repository or to the folder where Dyno was started; null when it is unknown.</summary>
    public string? File { get; init; }

    /// <summary>The line on which the method begins; null when it is unknown.</summary>
    public int? Line { get; init; }

    /// <summary>Its share of the program's CPU time, 0 to 1.</summary>
    public required double Share { get; init; }

    /// <summary>CPU time per request, in microseconds; null when that of a request is unknown.</summary>
    public double? Micros { get; init; }

    /// <summary>What it calls that costs most; null when its own code does.</summary>
    public string? Call { get; init; }

    /// <summary>The share of that call, or of its own code, in the program's CPU time, 0 to 1.</summary>
    public double CallShare { get; init; }

    /// <summary>Bytes that it allocates per request: its part, by samples, of what the runtime counted in the run; null when none were seen.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>The type that has most of these bytes.</summary>
    public string? AllocatedType { get; init; }

    /// <summary>Events that happen there, in words: exceptions, contentions, waits.</summary>
    public ImmutableArray<string> Events { get; init; } = [];
}
