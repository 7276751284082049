namespace Dyno.Experiments;

/// <summary>
/// Prepares all variants before the first trial, so that no build happens between trials: checks out other revisions, publishes projects,
/// and asks each program which settings take effect.
/// </summary>
/// <param name="stateFolder">Dyno's folder for kept files.</param>
internal sealed class VariantPreparation(ExperimentPlan plan, ServiceGroup services, string stateFolder) : IAsyncDisposable
{
    private readonly Dictionary<(string Project, string Git), string> _projects = [];
    private readonly List<GitWorktree> _worktrees = [];
    private readonly Dictionary<(string Project, string Git), RevisionRecord> _revisions = [];
    private readonly Dictionary<(string Variant, string Cell), EffectiveSettings> _effective = [];

    /// <summary>Variants that cannot be measured; the others can.</summary>
    public ImmutableArray<SkippedVariant> Skipped { get; private set; } = [];

    /// <summary>Which commits were taken for branches that have moved on since a variant forked, a sentence each.</summary>
    public ImmutableArray<string> Forks { get; private set; } = [];

    /// <summary>Oddities of the variants that need not be mistakes, one sentence each.</summary>
    public ImmutableArray<string> Doubts =>
    [
        .. plan.Variants.DistinctBy(v => v.Name).SelectMany(v => RuntimeVariables.Unknown(v.Name, v.Subject.Environment.Keys)),
        .. SameSettings.Of(plan.Variants.Where(v => Skipped.All(s => s.Name != v.Name)), EffectiveOf),
    ];

    /// <summary>The folders of the checked-out revisions.</summary>
    public IEnumerable<string> Checkouts => _worktrees.Select(w => w.Folder);

    /// <summary>How a variant is started.</summary>
    public SubjectOptions OptionsOf(VariantPlan variant) => OptionsOf(variant, services);

    /// <summary>How a variant is started beside services of its own.</summary>
    public SubjectOptions OptionsOf(VariantPlan variant, ServiceGroup own) => TrialLoad.Subject(variant, own.Variables,
        variant.Subject is { Git: { } git, Project: { } project } ? _projects.GetValueOrDefault((project, git)) : null, plan.BaseDirectory);

    /// <summary>The settings that a variant reported; null when it reported none.</summary>
    public EffectiveSettings? EffectiveOf(VariantPlan variant) =>
        _effective.GetValueOrDefault((variant.Name == Judgement.ControlName ? plan.Compare.Baseline : variant.Name, variant.Cell));

    /// <summary>The revision that a variant is built from; null when it is not checked out.</summary>
    public RevisionRecord? RevisionOf(VariantPlan variant) =>
        variant.Subject is { Git: { } git, Project: { } project } ? _revisions.GetValueOrDefault((project, git)) : null;

    /// <summary>Prepares all variants.</summary>
    /// <exception cref="UserFault">The baseline did not come up, another variant does not build, or a setting did not take effect.</exception>
    public async Task PrepareAsync(IProgress<SubjectProgress> progress, CancellationToken cancellation)
    {
        foreach (var variant in plan.Variants.OrderBy(v => v.Name == plan.Compare.Baseline ? 0 : 1))
            await CheckOutAsync(variant.Subject, progress, cancellation);
        foreach (var cells in (plan.Rebuilds ? Experiment.WithControls(plan) : plan.Variants).Where(v => v.Subject.Url is null).GroupBy(v => v.Name))
            await PublishAsync(cells.Key, cells, progress, cancellation);
        var wrong = new List<string>();
        foreach (var variant in plan.Variants.Where(v => v.Subject.Url is null && Skipped.All(s => s.Name != v.Name)))
            wrong.AddRange(await AskAsync(variant, progress, cancellation));
        if (wrong.Count > 0)
            throw SubjectFaults.Of(SubjectFault.WrongInput, "a setting did not take effect:\n" + string.Join('\n', wrong.Distinct().Select(w => "  " + w)),
                "change the variant: a setting without effect cannot be compared");
    }

    /// <summary>Removes the checked-out revisions.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var worktree in _worktrees) await worktree.DisposeAsync();
    }

    private async Task CheckOutAsync(SubjectPlan subject, IProgress<SubjectProgress> progress, CancellationToken cancellation)
    {
        if (subject is not { Git: { } git, Project: { } project } || _projects.ContainsKey((project, git))) return;
        progress.Report(new(SubjectStage.Inspecting, $"checking out {git}"));
        var worktree = await GitWorktree.CheckOutAsync(FolderOf(project), git, stateFolder, _worktrees, cancellation);
        _worktrees.Add(worktree);
        _projects[(project, git)] = worktree.PathOf(project);
        if (worktree.Fork is { } fork && !Forks.Contains(fork)) Forks = Forks.Add(fork);
        var distance = await worktree.DistanceFromAsync(_worktrees[0], cancellation);
        _revisions[(project, git)] = new RevisionRecord(worktree.Commit, distance?.Ahead, distance?.Behind);
    }

    // The nearest folder that exists, because a project of another revision may be missing in the working copy.
    private static string FolderOf(string path)
    {
        while (!Directory.Exists(path)) path = Path.GetDirectoryName(path)!;
        return path;
    }

    private async Task PublishAsync(string name, IEnumerable<VariantPlan> cells, IProgress<SubjectProgress> progress, CancellationToken cancellation)
    {
        try
        {
            foreach (var options in cells.Where(v => v.Subject.Project is not null).Select(OptionsOf))
                await SubjectPublisher.PublishAsync(options, progress, TimeProvider.System, cancellation);
        }
        catch (UserFault failure) when (failure.Reason is SubjectFault.DidNotRestore && name != plan.Compare.Baseline && name != Judgement.ControlName)
        {
            Skipped = Skipped.Add(new SkippedVariant(name, $"{failure.Message}: {failure.Hint}"));
        }
    }

    private async Task<IEnumerable<string>> AskAsync(VariantPlan variant, IProgress<SubjectProgress> progress, CancellationToken cancellation)
    {
        progress.Report(new(SubjectStage.Inspecting, $"asking {variant.Name} for its settings"));
        var options = OptionsOf(variant);
        if (variant.Subject.On is not null) options = options with { Cpus = CpuPlan.Unpinned }; // asked on this machine, but run on another
        if (await SettingsProbe.AskAsync(options, cancellation) is not { } effective) return [];
        _effective[(variant.Name, variant.Cell)] = effective;
        return SettingsCheck.Differences(options, effective).Select(d => $"{variant.Name}{(variant.Cell.Length > 0 ? $" ({variant.Cell})" : "")}: {d}");
    }
}
