namespace Dyno.Experiments;

/// <summary>Searches the history of a project for the commit that made it slower, from the good and the bad commit to the result.</summary>
/// <param name="what">The project, the load and the metric.</param>
/// <param name="plan">How certain the search has to be.</param>
public sealed class Bisect(BisectExperiment what, BisectPlan plan, GitHistory history)
{
    private readonly ImmutableArray<GitCommit> _commits = history.Commits;
    private readonly List<BisectStep> _steps = [];
    private readonly Dictionary<string, int> _numbers = history.Commits.Select((c, i) => (c.Id, i)).ToDictionary(c => c.Id, c => c.i);

    private BisectExperiment _what = what;
    private string? _loadNote;

    /// <summary>Number of commits that may have made the change.</summary>
    public int Commits => _commits.Length - 1;

    /// <summary>About how many comparisons will find it: the one of the good and the bad commit, the search, and the confirming one.</summary>
    public int Forecast => Commits == 1 ? 1 : 2 + (int)Math.Ceiling(Math.Log2(Commits));

    /// <summary>Searches, and keeps what was measured in <c>.dyno/bisects</c>.</summary>
    /// <param name="run">How experiments are run, and whether an interrupted search continues.</param>
    /// <param name="watch">Makes what is reported of an experiment and of its runs.</param>
    /// <param name="told">Receives each comparison and the likeliest commits after it.</param>
    /// <returns>The result, and the file it is kept in.</returns>
    /// <exception cref="UserFault">The project, the load or the metric is wrong, the good or the bad commit cannot be measured, or there is no
    /// search to resume.</exception>
    public async Task<(BisectResult Result, string File)> RunAsync(ExperimentRun run, ImmutableArray<ILoad> kinds, RunSignals signals,
        Func<Experiment, (IExperimentListener, IRunListener)> watch, Action<BisectStep, ImmutableArray<LikelyCommit>> told)
    {
        var began = run.Time.GetTimestamp();
        await TakeLoadOfGoodAsync(kinds, signals.Stopping);
        var question = string.Join('\n', _what.Words, _commits[0].Id, _commits[^1].Id, ExperimentFolder.Estimator);
        var folder = run.Resumes
            ? BisectFolder.FindBegun(run.StateFolder, question)
                ?? throw ExperimentFolder.NothingBegun("search", Path.Combine(run.StateFolder, "bisects"), "commits")
            : BisectFolder.Create(run.StateFolder, RunId.At(run.Time.GetUtcNow()), question);
        var noted = run with { Notes = _loadNote is null ? [] : [_loadNote] };
        var comparer = new ExperimentComparer(_what, [.. _commits.Select(c => c.Id)], noted, kinds, signals, watch);
        var search = new CommitSearch(Commits, plan, comparer)
        {
            Told = (step, posterior) =>
            {
                _steps.Add(StepOf(step, comparer.Metric!));
                folder.Keep(_steps[^1]);
                told(_steps[^1], Likeliest(posterior));
            },
        };
        if (run.Resumes) Resume(search, folder);
        var outcome = await search.RunAsync();
        var result = ResultOf(search, outcome, folder.Id, comparer.Metric ?? _what.Metric ?? "") with
        {
            Minutes = Math.Round(run.Time.GetElapsedTime(began).TotalMinutes, 1),
        };
        return (result, folder.Keep(result));
    }

    // Where the bad commit changes the load itself, two loads would be compared.
    private async Task TakeLoadOfGoodAsync(ImmutableArray<ILoad> kinds, CancellationToken cancellation)
    {
        if (!InlineExperiment.IsFile(_what.Load)) return;
        var (good, bad) = (_commits[0].Id, _commits[^1].Id);
        if (await LoadOfBaseline.FindAsync(_what.Plan(good, bad, forVerdict: true), kinds, good, bad, cancellation) is not { } changed) return;
        _what = _what with { LoadRevision = changed.Commit };
        _loadNote = $"the commits change {changed.File}: all are loaded as {changed.Commit[..8]}, the good one, has it";
    }

    private void Resume(CommitSearch search, BisectFolder folder)
    {
        foreach (var step in folder.Read())
        {
            if (!_numbers.TryGetValue(step.Against, out var from) || !_numbers.TryGetValue(step.Commit, out var to) || from >= to) continue;
            var answer = step.Costs.IsEmpty ? (CommitAnswer?)null : Enum.Parse<CommitAnswer>(step.Answer, ignoreCase: true);
            search.Take(new SearchStep(from, to, step.Costs, answer, step.Reason, step.Experiment));
            _steps.Add(step);
        }
    }

    private BisectResult ResultOf(CommitSearch search, BisectOutcome outcome, string id, string metric)
    {
        var (after, upTo) = search.Likeliest();
        ImmutableArray<BisectedCommit> found = outcome == BisectOutcome.Found
            ? [.. Enumerable.Range(after + 1, upTo - after).Select(i => RecordOf(_commits[i]))]
            : [];
        var words = new BisectWords(_commits, _steps, plan);
        return new BisectResult
        {
            Id = id,
            Project = _what.Project,
            Load = Redaction.Text(_what.Load),
            Metric = metric,
            Good = RecordOf(_commits[0]),
            Bad = RecordOf(_commits[^1]),
            Commits = Commits,
            Confidence = plan.Confidence,
            Outcome = outcome,
            IsUndecided = outcome is BisectOutcome.NothingToFind && search.Judged?.Pair?.Verdict is not ("same" or "faster" or "slightlyFaster"),
            Sentence = words.Sentence(outcome, after, upTo, search.Posterior, search.Judged),
            Found = found,
            Likeliest = outcome is BisectOutcome.NothingToFind ? [] : Likeliest(search.Posterior),
            SharedProbability = search.Posterior.Spread,
            Steps = [.. _steps],
            Verdict = search.Judged?.Pair?.Sentence,
            Profiles = search.Judged?.Profiles ?? [],
            Remarks = [.. new[] { history.Note, _loadNote }.OfType<string>(), .. words.Remarks(outcome, after, upTo)],
        };
    }

    private ImmutableArray<LikelyCommit> Likeliest(ChangePosterior posterior) =>
    [
        .. Enumerable.Range(1, Commits).Select(i => (Number: i, Probability: posterior.At(i))).OrderByDescending(c => c.Probability).ThenBy(c =>
            c.Number).Take(3)
            .Select(c => new LikelyCommit(_commits[c.Number].Id, _commits[c.Number].Subject, c.Probability)),
    ];

    private BisectStep StepOf(SearchStep step, string metric)
    {
        var sign = FigureTable.Of(metric).HigherIsBetter ? -1 : 1; // a cost is a lower rate, and a longer time
        var ends = step.Interval is { } interval ? new[] { Math.Exp(sign * interval.Low), Math.Exp(sign * interval.High) } : null;
        return new BisectStep
        {
            Against = _commits[step.From].Id,
            Commit = _commits[step.To].Id,
            Subject = _commits[step.To].Subject,
            Answer = step.Answer is not { } answer ? "skipped" : char.ToLowerInvariant(answer.ToString()[0]) + answer.ToString()[1..],
            Reason = step.Reason,
            Costs = step.Costs,
            Ratio = step.Costs.IsEmpty ? null : Math.Exp(sign * step.Costs.Average()),
            Low = ends?.Min(),
            High = ends?.Max(),
            Experiment = step.Experiment,
        };
    }

    private static BisectedCommit RecordOf(GitCommit commit) => new(commit.Id, commit.Subject, commit.Author, commit.AuthorDate, commit.Parents.Length);
}
