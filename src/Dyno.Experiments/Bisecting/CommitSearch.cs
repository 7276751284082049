namespace Dyno.Experiments;

/// <summary>
/// Finds the commit that made a program slower: compares the good commit with the bad one, then with the most informative commit between
/// them until one commit is as likely as was asked for, and then that commit with its parent.
/// </summary>
/// <param name="commits">Number of commits that may have made the change.</param>
/// <param name="plan">How certain the search has to be.</param>
internal sealed class CommitSearch(int commits, BisectPlan plan, ICommitComparer comparer)
{
    private readonly HashSet<int> _unmeasurable = [];
    private readonly HashSet<(int, int)> _confirmed = [];
    private readonly double _odds = plan.OddsFor(commits);
    private int _compared;

    /// <summary>Receives each comparison and the posterior after it.</summary>
    public Action<SearchStep, ChangePosterior>? Told { get; init; }

    /// <summary>How likely each commit is, as far as the search has come.</summary>
    public ChangePosterior Posterior { get; private set; } = ChangePosterior.Of(commits);

    /// <summary>The pair that confirmed the found commit, or the one of the good and the bad commit; null before either was judged.</summary>
    public ComparedCommits? Judged { get; private set; }

    /// <summary>Takes a comparison that an interrupted search has made.</summary>
    public void Take(SearchStep step)
    {
        if (step.Answer is null) _unmeasurable.Add(step.To);
        else Posterior = Posterior.With(step.From, step.To, step.Costs);
        if (step.From == 0 && step.To < commits) _compared++;
    }

    public async Task<BisectOutcome> RunAsync()
    {
        if (await CheckAsync() is { } over) return over;
        while (true)
        {
            if (Posterior.Spread >= plan.Confidence) return BisectOutcome.Shared;
            var (after, upTo) = Likeliest();
            if ((after, upTo) == (0, commits)) return BisectOutcome.Found; // no commit between the two can be measured
            if (Posterior.Between(after, upTo) >= plan.Confidence)
            {
                if (await ConfirmAsync(after, upTo) is not { } confirmed) return BisectOutcome.Stopped;
                if (confirmed) return BisectOutcome.Found;
                continue;
            }
            if (_compared >= plan.MostFor(commits) || Posterior.Next(commit => !_unmeasurable.Contains(commit)) is not { } next) return BisectOutcome.Unsure;
            _compared++;
            if (!await CompareAsync(next)) return BisectOutcome.Stopped;
        }
    }

    /// <summary>The likeliest commits that the measurable ones tell apart from the others: those above the first number, up to the second.</summary>
    public (int After, int UpTo) Likeliest()
    {
        var (best, most, after) = ((0, commits), -1.0, 0);
        for (var commit = 1; commit <= commits; commit++)
        {
            if (_unmeasurable.Contains(commit)) continue;
            if (Posterior.Between(after, commit) is var probability && probability > most) (best, most) = ((after, commit), probability);
            after = commit;
        }
        return best;
    }

    // A search that is resumed has this behind it. The verdict is that of any comparison; the evidence counts for the size of the change.
    private async Task<BisectOutcome?> CheckAsync()
    {
        if (Posterior.Size > 0) return null;
        var compared = await comparer.JudgeAsync(0, commits, plan.Explains && commits == 1);
        if (compared.WasStopped) return BisectOutcome.Stopped;
        Judged = compared;
        if (compared.Costs.IsEmpty || !IsSlower(compared.Pair)) return BisectOutcome.NothingToFind;
        Add(0, commits, compared, CommitAnswer.Slower);
        return null;
    }

    private async Task<bool> CompareAsync(int commit)
    {
        var before = Posterior;
        var compared = await comparer.CompareAsync(0, commit, costs => costs.Length >= BisectPlan.FewestRounds
            && before.Answer(0, commit, costs, _odds) != CommitAnswer.Unclear);
        if (compared.WasStopped) return false;
        if (compared.Costs.IsEmpty) Skip(0, commit, compared);
        else Add(0, commit, compared, before.Answer(0, commit, compared.Costs, _odds));
        return true;
    }

    // Null when the user stopped it; false when the launches of the commit and its parent made it less likely than was asked for.
    private async Task<bool?> ConfirmAsync(int after, int upTo)
    {
        if (!_confirmed.Add((after, upTo))) return true;
        var compared = await comparer.JudgeAsync(after, upTo, plan.Explains);
        if (compared.WasStopped) return null;
        if (compared.Costs.IsEmpty)
        {
            Skip(after, upTo, compared);
            return true;
        }
        Judged = compared;
        Add(after, upTo, compared, Posterior.Answer(after, upTo, compared.Costs, _odds));
        return Posterior.Between(after, upTo) >= plan.Confidence;
    }

    private void Add(int from, int to, ComparedCommits compared, CommitAnswer answer)
    {
        Posterior = Posterior.With(from, to, compared.Costs);
        Told?.Invoke(new SearchStep(from, to, compared.Costs, answer, null, compared.Experiment), Posterior);
    }

    private void Skip(int from, int to, ComparedCommits compared)
    {
        if (to < commits) _unmeasurable.Add(to);
        Told?.Invoke(new SearchStep(from, to, [], null, compared.Unmeasurable ?? "no round gave a figure", compared.Experiment), Posterior);
    }

    private static bool IsSlower(PairResult? pair) => pair?.Verdict is "slower" or "slightlySlower";
}

/// <summary>One comparison of a search.</summary>
/// <param name="From">Number of the earlier commit.</param>
/// <param name="To">Number of the later commit.</param>
/// <param name="Costs">As in <see cref="ComparedCommits"/>.</param>
/// <param name="Answer">What it says; null when the later commit could not be measured.</param>
/// <param name="Reason">Why it could not be measured.</param>
internal sealed record SearchStep(int From, int To, ImmutableArray<double> Costs, CommitAnswer? Answer, string? Reason, string? Experiment)
{
    /// <summary>The 95 % interval of the mean cost by Student's t; null for fewer than two rounds.</summary>
    public RatioInterval? Interval => Costs.Length < 2 ? null : Location.ByStudent([.. Costs], 0.95);
}
