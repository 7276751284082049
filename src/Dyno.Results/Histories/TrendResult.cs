namespace Dyno.Results;

/// <summary>What a history says: how each metric moved from commit to commit, and at which commits it changed.</summary>
public sealed record TrendResult
{
    /// <summary>The version this build writes.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the document's shape.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Where the records come from.</summary>
    public required string Source { get; init; }

    /// <summary>Number of records that were read.</summary>
    public required int Records { get; init; }

    /// <summary>The series: one for each load, cell and metric.</summary>
    public required ImmutableArray<TrendSeries> Series { get; init; }

    /// <summary>What was left out, and how the commits were ordered, one sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];
}

/// <summary>One metric of one load over the commits.</summary>
public sealed record TrendSeries
{
    /// <summary>The load or the experiment.</summary>
    public required string Name { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The metric.</summary>
    public required string Metric { get; init; }

    /// <summary>What every commit is compared with.</summary>
    public required ReferenceRecord Yardstick { get; init; }

    /// <summary>The commits, oldest first.</summary>
    public required ImmutableArray<TrendPoint> Points { get; init; }

    /// <summary>The changes that both detectors see, oldest first.</summary>
    public ImmutableArray<TrendChange> Changes { get; init; } = [];

    /// <summary>The last level: commit ÷ yardstick since the last change, with its 95 % interval; null for a series without points.</summary>
    public RatioRange? Now { get; init; }

    /// <summary>Standard deviation from commit to commit where nothing changes, relative (0.01 is 1 %).</summary>
    public double Noise { get; init; }

    /// <summary>First commits of a new level that E-divisive alone, or the optimal partition alone, would name.</summary>
    public ImmutableArray<string> Doubtful { get; init; } = [];
}

/// <summary>A ratio with its 95 % interval.</summary>
/// <param name="Ratio">The ratio.</param>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end.</param>
public sealed record RatioRange(double Ratio, double Low, double High);

/// <summary>One commit of a series.</summary>
public sealed record TrendPoint
{
    /// <summary>The full commit id.</summary>
    public required string Commit { get; init; }

    /// <summary>The first line of its message; null where it is not known.</summary>
    public string? Subject { get; init; }

    /// <summary>When it was committed; null where it is not known.</summary>
    public DateTimeOffset? CommittedAt { get; init; }

    /// <summary>Number of records; those of one commit count together.</summary>
    public required int Records { get; init; }

    /// <summary>Commit ÷ yardstick.</summary>
    public required double Ratio { get; init; }

    /// <summary>Lower end of the 95 % interval by the launches alone; null where it is not known.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of that interval.</summary>
    public double? High { get; init; }

    /// <summary>The level that the changes give the commit.</summary>
    public required double Level { get; init; }

    /// <summary>Commit ÷ parent, measured in the same rounds, with its interval; null where the parent was not measured.</summary>
    public RatioRange? AgainstParent { get; init; }

    /// <summary>The verdict against the parent; null where there is none.</summary>
    public string? Verdict { get; init; }

    /// <summary>The CPU model of the machine; null where it is not known.</summary>
    public string? Machine { get; init; }
}

/// <summary>A change of the level.</summary>
public sealed record TrendChange
{
    /// <summary>Whether the level moved over several commits, each too little to be seen, rather than at one.</summary>
    public required bool IsDrift { get; init; }

    /// <summary>Whether the change is for the worse.</summary>
    public required bool IsRegression { get; init; }

    /// <summary>New level ÷ old level, with its 95 % interval.</summary>
    public required RatioRange Size { get; init; }

    /// <summary>The last measured commit of the old level, where the change is placed best.</summary>
    public required string From { get; init; }

    /// <summary>The first measured commit of the new level; of a drift, the last commit that drifted.</summary>
    public required string To { get; init; }

    /// <summary>The commits among which the culprit is with 95 % certainty, oldest first: those that were not measured are among them.</summary>
    public required ImmutableArray<TrendCommit> Commits { get; init; }

    /// <summary>The commit with which the change was first seen.</summary>
    public required string FirstSeen { get; init; }

    /// <summary>Whether it was first seen with the newest commits.</summary>
    public required bool IsNew { get; init; }

    /// <summary>The p-value of E-divisive.</summary>
    public required double Probability { get; init; }

    /// <summary>What the comparison of the first commit of the new level with its parent measured; null for a drift, and where the parent
    /// was not measured.</summary>
    public RatioRange? AgainstParent { get; init; }
}

/// <summary>A commit with the first line of its message.</summary>
/// <param name="Commit">The full commit id.</param>
/// <param name="Subject">The first line of its message; null where it is not known.</param>
public sealed record TrendCommit(string Commit, string? Subject);
