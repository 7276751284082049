namespace Dyno.Results;

/// <summary>
/// Why a variant needs more or less CPU time than its baseline, by method. It comes from launches of its own after the judged trials, whose
/// rates and times count for nothing.
/// </summary>
public sealed record ProfileRecord
{
    /// <summary>The baseline.</summary>
    public required string Baseline { get; init; }

    /// <summary>The variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The explanation in one or two sentences, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>What sampled the CPU time: <c>perf</c>, <c>perfThreads</c>, <c>eventPipe</c>, or <c>events</c> when nothing could.</summary>
    public required string Sampler { get; init; }

    /// <summary>What that sampler sees and what it leaves out, in a sentence.</summary>
    public required string Bias { get; init; }

    /// <summary>Launches of each variant.</summary>
    public required int Launches { get; init; }

    /// <summary>CPU samples of all launches of both variants.</summary>
    public required long Samples { get; init; }

    /// <summary>CPU time of the baseline per request, in microseconds, as the judged trials measured it.</summary>
    public double? BeforeMicros { get; init; }

    /// <summary>What the costs are parts of: <see cref="BeforeMicros"/>, or 100 where that is unknown, so that they are percent.</summary>
    [JsonIgnore]
    public double Whole => BeforeMicros ?? 100;

    /// <summary>Why the profile gives no verdict on the own code, as the end of a sentence; null where it does, and in results of earlier builds.</summary>
    public string? WhyNoVerdict { get; init; }

    /// <summary>What the variant needs more per request by its profile, in microseconds.</summary>
    public double? DifferenceMicros { get; init; }

    /// <summary>How far <see cref="DifferenceMicros"/> is uncertain: half the width of its 95 % interval; null in results of earlier builds.</summary>
    public double? DifferenceNoise { get; init; }

    /// <summary>
    /// The share of the samples in methods of the programs' own projects and in what these call (0.4 is 40 %); null in results of earlier builds.
    /// Where it is near 0, a profile says nothing about these methods.
    /// </summary>
    public double? OwnShare { get; init; }

    /// <summary>
    /// No method of the programs' own projects costs more by more than this, in microseconds per request, at a confidence of 95 % for all of them
    /// together; null where a profile says nothing about them, and in results of earlier builds.
    /// </summary>
    public double? MostMoreMicros { get; init; }

    /// <summary>The same for what a method saves.</summary>
    public double? MostLessMicros { get; init; }

    /// <summary>
    /// What the methods that differ for certain cost more together, in microseconds per request: all of them hold together at a confidence of 99 %.
    /// 0 where none does; null where a profile says nothing about them, and in results of earlier builds.
    /// </summary>
    public double? OwnMicros { get; init; }

    /// <summary>How far <see cref="OwnMicros"/> is uncertain: half the width of its 95 % interval; null where none differs.</summary>
    public double? OwnNoise { get; init; }

    /// <summary>
    /// The smallest cost that nine of ten such profiles would be sure of in a small method, in microseconds per request; null as <see cref="OwnMicros"/>.
    /// </summary>
    public double? SeenMicros { get; init; }

    /// <summary>The same in the largest method.</summary>
    public double? SeenInLargestMicros { get; init; }

    /// <summary>What the variant needed more per request in the judged trials, in microseconds.</summary>
    public double? MeasuredMicros { get; init; }

    /// <summary>
    /// The part of the profile's difference that the first row explains (0.8 is 80 %), at most 1; null when no row is certain, when the
    /// difference is less certain than the row, and when the row is no part of it.
    /// </summary>
    public double? Explained { get; init; }

    /// <summary>
    /// The methods whose cost differs for certain, ten at most: those that the revisions touch first, then their callers, the largest difference
    /// first; but a method that is half of the difference comes before those that are not.
    /// </summary>
    public ImmutableArray<ProfileRow> Rows { get; init; } = [];

    /// <summary>Reservations, one sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>Files with all stacks, relative to the comparison; empty when nothing is kept.</summary>
    public ImmutableArray<string> Files { get; init; } = [];

    /// <summary>The frames of the differential flame graph: the root first, each frame behind the one that calls it; empty without CPU samples.</summary>
    public ImmutableArray<FlameFrame> Graph { get; init; } = [];
}

/// <summary>A method whose cost differs.</summary>
public sealed record ProfileRow
{
    /// <summary>Type and method as the source names them; in brackets, code without a method of the user's own projects.</summary>
    public required string Method { get; init; }

    /// <summary>The source file, relative to the repository where there is one; null when it is unknown.</summary>
    public string? File { get; init; }

    /// <summary>The line on which the method begins; null when it is unknown.</summary>
    public int? Line { get; init; }

    /// <summary>
    /// How the compared revisions touch it: <c>new</c> or <c>changed</c>, or <c>calls</c> when it calls a method that they touch; null when they do
    /// neither, or without revisions.
    /// </summary>
    public string? Revision { get; init; }

    /// <summary>CPU time that the method needs per request in the baseline, with what it calls outside of the user's projects, in microseconds.</summary>
    public required double Before { get; init; }

    /// <summary>What it needs more in the variant, in microseconds per request.</summary>
    public required double Difference { get; init; }

    /// <summary>Lower end of the 95 % interval of the difference.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of the 95 % interval of the difference.</summary>
    public required double High { get; init; }

    /// <summary>What it calls that explains most of the difference; null when its own code does.</summary>
    public string? Call { get; init; }

    /// <summary>The difference of that call, in microseconds per request.</summary>
    public double? CallDifference { get; init; }

    /// <summary>Whether the baseline does not make that call.</summary>
    public bool IsCallNew { get; init; }

    /// <summary>Whether a verdict rests on it: it is part of <see cref="ProfileRecord.OwnMicros"/>. False in results of earlier builds.</summary>
    public bool IsSure { get; init; }

    /// <summary>Bytes that it allocates more per request; null when allocations were not recorded, or do not differ.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>The type that has most of these bytes.</summary>
    public string? AllocatedType { get; init; }

    /// <summary>Events that happen there in the variant, in words: exceptions, contentions, waits.</summary>
    public ImmutableArray<string> Events { get; init; } = [];
}

/// <summary>A frame of a differential flame graph, in microseconds of CPU time per request.</summary>
public sealed record FlameFrame
{
    /// <summary>The index of the frame that calls it; -1 for the root.</summary>
    public required int Parent { get; init; }

    /// <summary>The method.</summary>
    public required string Name { get; init; }

    /// <summary>Whose code it is: <c>user</c>, <c>framework</c>, <c>native</c>, <c>kernel</c>, <c>unknown</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The cost in the baseline, with everything that it calls.</summary>
    public required double Before { get; init; }

    /// <summary>What it costs more in the variant.</summary>
    public required double Difference { get; init; }

    /// <summary>Half the width of the 95 % interval of the difference; a smaller difference is noise.</summary>
    public required double Half { get; init; }
}
