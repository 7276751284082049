namespace Dyno.Experiments;

/// <summary>Compares two commits by launches. Commits have their numbers in the history, the good one is 0.</summary>
internal interface ICommitComparer
{
    /// <summary>Compares two commits for a verdict: the good with the bad one, or the found one with its parent.</summary>
    /// <param name="explains">Whether the methods that cost the difference are looked for.</param>
    Task<ComparedCommits> JudgeAsync(int from, int to, bool explains);

    /// <summary>Compares two commits for as many rounds as it takes.</summary>
    /// <param name="isEnough">Asked after each round, with the costs so far, whether they are enough.</param>
    Task<ComparedCommits> CompareAsync(int from, int to, Func<ImmutableArray<double>, bool> isEnough);
}

/// <summary>What the launches of two commits gave.</summary>
/// <param name="Costs">The logarithm of each round's ratio, above 0 where the later commit is slower; empty when it could not be measured.</param>
internal sealed record ComparedCommits(ImmutableArray<double> Costs)
{
    /// <summary>Why the later commit cannot be measured, such as that it does not build; null when it was.</summary>
    public string? Unmeasurable { get; init; }

    /// <summary>Whether the user stopped it before it was done.</summary>
    public bool WasStopped { get; init; }

    /// <summary>The pair's verdict and figures; null where none was asked for.</summary>
    public PairResult? Pair { get; init; }

    /// <summary>The id of the experiment; null when nothing was measured.</summary>
    public string? Experiment { get; init; }

    /// <summary>Which methods cost the difference; empty unless it was asked for.</summary>
    public ImmutableArray<Dyno.Results.ProfileRecord> Profiles { get; init; } = [];
}
