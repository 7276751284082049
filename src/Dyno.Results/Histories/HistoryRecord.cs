namespace Dyno.Results;

/// <summary>
/// A comparison made small enough to be kept forever: what was compared, on which machine, and for each judged metric the ratio with its
/// interval, the verdict, and the ratio of each launch. One file is one record; records are only added, never changed.
/// </summary>
public sealed record HistoryRecord
{
    /// <summary>The version this build writes.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>The largest size of a record, in bytes.</summary>
    public const int MostBytes = 20_000;

    /// <summary>Version of the record's shape.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>What the records of a series share: the name of the experiment, or the load of a comparison without a file.</summary>
    public required string Series { get; init; }

    /// <summary>The id of the comparison.</summary>
    public required string Comparison { get; init; }

    /// <summary>When the first trial began, by the clock of the machine (UTC). Records are ordered by commit, not by this time.</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>The commit that was measured.</summary>
    public required CommitRecord Commit { get; init; }

    /// <summary>The commit it was compared with, usually its parent.</summary>
    public required ReferenceRecord Baseline { get; init; }

    /// <summary>The pinned release that was measured in the same rounds; null without one.</summary>
    public ReferenceRecord? Yardstick { get; init; }

    /// <summary>The machine.</summary>
    public required MachineRecord Machine { get; init; }

    /// <summary>The build of Dyno.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>The runtime of the program under test, e.g. <c>.NET 10.0.12</c>; null where it is not known.</summary>
    public string? Runtime { get; init; }

    /// <summary>Seed of the round orders and of every load.</summary>
    public required long Seed { get; init; }

    /// <summary>Whether the comparison can be trusted; the record of a void comparison is kept, and left out of trends.</summary>
    public required HealthState Health { get; init; }

    /// <summary>The metric on which the verdicts are based.</summary>
    public required string Headline { get; init; }

    /// <summary>Whether log-ratios of launches were left out because the record would have been too large.</summary>
    public bool IsShortened { get; init; }

    /// <summary>
    /// How a launch's rate is estimated: <see cref="CurrentEstimator"/>; null in records of earlier builds, whose slices ended with their
    /// slowest answer. A trend does not mix both.
    /// </summary>
    public string? Estimator { get; init; }

    /// <summary>The estimator of this build.</summary>
    public const string CurrentEstimator = "ownTime";

    /// <summary>The pairs: the commit against the baseline, against the yardstick, and the control, in each cell.</summary>
    public required ImmutableArray<PairRecord> Pairs { get; init; }
}

/// <summary>The commit that was measured.</summary>
public sealed record CommitRecord
{
    /// <summary>The full commit id.</summary>
    public required string Id { get; init; }

    /// <summary>The commit's parents, the first one first; empty when git was not asked.</summary>
    public ImmutableArray<string> Parents { get; init; } = [];

    /// <summary>The time of the commit by its committer's clock; null when git was not asked.</summary>
    public DateTimeOffset? CommittedAt { get; init; }

    /// <summary>
    /// Number of commits from the first one to this one along first parents: the place in the history where there is no repository to ask.
    /// Null in a shallow clone.
    /// </summary>
    public int? Height { get; init; }

    /// <summary>The branch that was measured; null when it is not known.</summary>
    public string? Branch { get; init; }

    /// <summary>The first line of the commit's message, secrets masked, at most 100 characters; null when git was not asked.</summary>
    public string? Subject { get; init; }
}

/// <summary>What a commit was compared with.</summary>
/// <param name="Name">Its name in the comparison, such as <c>v1.2.0</c>.</param>
/// <param name="Commit">The full commit id; null where it is not known.</param>
public sealed record ReferenceRecord(string Name, string? Commit);

/// <summary>The machine of a comparison.</summary>
/// <param name="Cpu">The CPU model; null where it could not be read.</param>
/// <param name="Cpus">Logical CPUs.</param>
/// <param name="OperatingSystem">The operating system and its version.</param>
/// <param name="Architecture">The architecture, e.g. <c>X64</c>.</param>
/// <param name="Virtualization">The kind of container or virtual machine; null when neither was detected.</param>
public sealed record MachineRecord(string? Cpu, int Cpus, string OperatingSystem, string Architecture, string? Virtualization);

/// <summary>Two variants compared.</summary>
public sealed record PairRecord
{
    /// <summary>What the pair is.</summary>
    public required PairRole Role { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The judged metrics; the headline comes first.</summary>
    public required ImmutableArray<MetricRecord> Metrics { get; init; }
}

/// <summary>The role of a pair.</summary>
public enum PairRole
{
    /// <summary>The commit against the baseline.</summary>
    Baseline,

    /// <summary>The commit against the yardstick.</summary>
    Yardstick,

    /// <summary>The baseline against itself.</summary>
    Control,
}

/// <summary>One metric of one pair.</summary>
public sealed record MetricRecord
{
    /// <summary>The metric.</summary>
    public required string Metric { get; init; }

    /// <summary>The verdict, as in a comparison; null for a metric that was not judged.</summary>
    public string? Verdict { get; init; }

    /// <summary>Commit ÷ reference; null where a figure was zero or unreliable.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the ratio's interval.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the ratio's interval.</summary>
    public double? High { get; init; }

    /// <summary>The confidence level of the interval.</summary>
    public double? Level { get; init; }

    /// <summary>Number of rounds that gave a pair of figures.</summary>
    public required int Rounds { get; init; }

    /// <summary>The natural logarithm of the ratio in each round, rounded to a millionth; empty where the record was shortened.</summary>
    public ImmutableArray<double> LogRatios { get; init; } = [];
}
