namespace Dyno.Results;

/// <summary>The result of <c>dyno bisect</c>: the commit that made a program slower, how certain that is, and the comparisons that say so.</summary>
public sealed record BisectResult
{
    /// <summary>The version of this shape.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the shape of the document.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>The search's id, which is the name of its folder in <c>.dyno/bisects</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The project, as the user named it.</summary>
    public required string Project { get; init; }

    /// <summary>The load, as the user named it; secrets masked.</summary>
    public required string Load { get; init; }

    /// <summary>The metric that decides, such as <c>rate</c>.</summary>
    public required string Metric { get; init; }

    /// <summary>The commit that was named as good, or the one that stands for it.</summary>
    public required BisectedCommit Good { get; init; }

    /// <summary>The commit that was named as bad.</summary>
    public required BisectedCommit Bad { get; init; }

    /// <summary>Number of commits that could have made the change: those after the good one up to the bad one, without those of merged branches.</summary>
    public required int Commits { get; init; }

    /// <summary>The probability that was asked for, 0.5 to below 1.</summary>
    public required double Confidence { get; init; }

    /// <summary>How the search ended.</summary>
    public required BisectOutcome Outcome { get; init; }

    /// <summary>Whether the good and the bad commit were compared without a verdict, so that there may be something to find.</summary>
    public bool IsUndecided { get; init; }

    /// <summary>The outcome in a sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>
    /// The commits that made the change, oldest first: one, or several that cannot be distinguished because those between them could not be
    /// measured; empty unless <see cref="Outcome"/> is found.
    /// </summary>
    public ImmutableArray<BisectedCommit> Found { get; init; } = [];

    /// <summary>The most likely commits, the likeliest first, three at most.</summary>
    public ImmutableArray<LikelyCommit> Likeliest { get; init; } = [];

    /// <summary>The probability that several commits share the change.</summary>
    public double SharedProbability { get; init; }

    /// <summary>Every comparison in the order in which it was made.</summary>
    public ImmutableArray<BisectStep> Steps { get; init; } = [];

    /// <summary>The verdict on the found commit against its parent, in a sentence; null when there is none.</summary>
    public string? Verdict { get; init; }

    /// <summary>Which methods cost the difference; empty unless it was asked for.</summary>
    public ImmutableArray<ProfileRecord> Profiles { get; init; } = [];

    /// <summary>What the user may do next, a sentence each.</summary>
    public ImmutableArray<string> Remarks { get; init; } = [];

    /// <summary>How long the search took in minutes, the part before an interruption not counted.</summary>
    public double Minutes { get; init; }
}

/// <summary>How a search for a commit ended.</summary>
public enum BisectOutcome
{
    /// <summary>The commit is found with the confidence that was asked for.</summary>
    Found,

    /// <summary>The bad commit is not slower than the good one, or it is unclear whether it is: there is nothing to find.</summary>
    NothingToFind,

    /// <summary>Several commits share the change.</summary>
    Shared,

    /// <summary>The comparisons that were allowed did not reach the confidence.</summary>
    Unsure,

    /// <summary>The user stopped the search; it can be resumed.</summary>
    Stopped,
}

/// <summary>A commit.</summary>
/// <param name="Id">The full commit id.</param>
/// <param name="AuthorDate">When the author wrote it.</param>
/// <param name="Parents">Number of parents: 2 and more for a merge.</param>
public sealed record BisectedCommit(string Id, string Subject, string Author, DateTimeOffset AuthorDate, int Parents);

/// <summary>A commit with its probability.</summary>
/// <param name="Commit">The full commit id.</param>
public sealed record LikelyCommit(string Commit, string Subject, double Probability);

/// <summary>One comparison of a search.</summary>
public sealed record BisectStep
{
    /// <summary>Full id of the earlier commit.</summary>
    public required string Against { get; init; }

    /// <summary>Full id of the later commit.</summary>
    public required string Commit { get; init; }

    /// <summary>The first line of the later commit's message.</summary>
    public required string Subject { get; init; }

    /// <summary><c>slower</c>, <c>notSlower</c>, <c>between</c>, <c>unclear</c>, or <c>skipped</c> when the commit could not be measured.</summary>
    public required string Answer { get; init; }

    /// <summary>Why the commit was skipped; null when it was measured.</summary>
    public string? Reason { get; init; }

    /// <summary>
    /// The logarithm of each round's ratio, later ÷ earlier commit, with the sign that makes slower positive; empty when the commit was
    /// skipped.
    /// </summary>
    public ImmutableArray<double> Costs { get; init; } = [];

    /// <summary>Later ÷ earlier commit of the metric: 0.97 is a rate that is 3 % lower; null when the commit was skipped.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the 95 % interval of <see cref="Ratio"/>; null for a single round.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public double? High { get; init; }

    /// <summary>The id of the experiment in <c>.dyno/experiments</c>; null when none was made.</summary>
    public string? Experiment { get; init; }
}
