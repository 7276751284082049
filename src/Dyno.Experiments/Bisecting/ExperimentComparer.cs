namespace Dyno.Experiments;

/// <summary>Compares two commits by an experiment: both are checked out beside the working copy, built, launched and loaded in turns.</summary>
/// <param name="what">What all experiments have in common.</param>
/// <param name="ids">The full ids of the commits by their numbers.</param>
/// <param name="watch">Makes what is reported of an experiment and of its runs.</param>
internal sealed class ExperimentComparer(BisectExperiment what, ImmutableArray<string> ids, ExperimentRun run, ImmutableArray<ILoad> kinds,
    RunSignals signals, Func<Experiment, (IExperimentListener, IRunListener)> watch) : ICommitComparer
{
    // Faults of a commit. Any other fault, such as a disk without room, would meet every commit.
    private static readonly SubjectFault[] OfCommits =
        [SubjectFault.DidNotBuild, SubjectFault.DidNotRestore, SubjectFault.ExitedAtStart, SubjectFault.NeverReady, SubjectFault.WrongInput];

    private bool _mayResume = run.Resumes;

    /// <summary>The metric that decides; null before the first experiment.</summary>
    public string? Metric { get; private set; } = what.Metric;

    public Task<ComparedCommits> JudgeAsync(int from, int to, bool explains) => CompareAsync(from, to, forVerdict: true,
        run with
        {
            UntilClear = true,
            MaxTime = what.Longest,
            FewestRounds = VerdictRule.FewestRounds, // on a slow machine the time is too short for any verdict, and without one there is no search
            KeepsLength = what.Duration is not null,
            Explains = explains,
        });

    public Task<ComparedCommits> CompareAsync(int from, int to, Func<ImmutableArray<double>, bool> isEnough)
    {
        long? begin = null; // the time of builds does not count
        return CompareAsync(from, to, forVerdict: false, run with { Suffices = Enough, KeepsLength = true });

        bool Enough(ImmutableArray<double> logRatios)
        {
            begin ??= run.Time.GetTimestamp();
            return (!logRatios.IsEmpty && isEnough(Costs(logRatios)))
                || (logRatios.Length >= BisectPlan.FewestRounds && run.Time.GetElapsedTime(begin.Value) >= what.Longest);
        }
    }

    private async Task<ComparedCommits> CompareAsync(int from, int to, bool forVerdict, ExperimentRun how)
    {
        try
        {
            var plan = what.Plan(ids[from], ids[to], forVerdict);
            await using var experiment = await Experiment.OpenAsync(plan, kinds, signals.Stopping, run.StateFolder);
            Metric = experiment.Plan.Compare.Headline;
            var (listener, runs) = watch(experiment);
            // Only the comparison in which the search was interrupted is resumed: launches must not count twice.
            var resumed = how with { Resumes = _mayResume, MayBegin = true };
            _mayResume = false;
            var (comparison, _) = await experiment.RunAsync(listener, runs, signals, resumed);
            if (signals.IsStopping) return new ComparedCommits([]) { WasStopped = true };
            return Of(comparison);
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return new ComparedCommits([]) { WasStopped = true };
        }
        catch (UserFault fault) when (!(from == 0 && to == ids.Length - 1) && fault.Reason is SubjectFault reason && OfCommits.Contains(reason))
        {
            return new ComparedCommits([]) { Unmeasurable = fault.Message };
        }
    }

    private ComparedCommits Of(Comparison comparison)
    {
        var pair = comparison.Pairs.FirstOrDefault(p => !p.IsControl);
        var costs = pair is null ? [] : Costs(Experiment.LogRatios(comparison.Trials, comparison.Experiment.Baseline, pair.Variant,
            comparison.Experiment.Control, comparison.Experiment.Headline));
        var isVoid = comparison.Health.State == HealthState.Void;
        return new ComparedCommits(costs)
        {
            Unmeasurable = isVoid ? comparison.Health.Findings[0].Message : !costs.IsEmpty ? null
                : comparison.Trials.LastOrDefault(t => t.Outcome is TrialOutcome.Failed or TrialOutcome.Void)?.Reason
                ?? comparison.Skipped.FirstOrDefault()?.Reason
                ?? $"{comparison.Experiment.Headline} has no ratio: a figure was zero or missing",
            Pair = isVoid ? null : pair,
            Experiment = comparison.Id,
            Profiles = comparison.Profiles,
        };
    }

    private ImmutableArray<double> Costs(ImmutableArray<double> logRatios) =>
        FigureTable.Of(Metric!).HigherIsBetter ? [.. logRatios.Select(r => -r)] : logRatios;
}
