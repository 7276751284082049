namespace Dyno.Experiments;

/// <summary>What a run of a study measures: the chosen claims, and for each experiment only the variants that they need.</summary>
public sealed record StudyPlan
{
    private static readonly TimeSpan QuickMeasurement = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromSeconds(10);

    public required Study Study { get; init; }

    /// <summary>The claims that are judged.</summary>
    public required ImmutableArray<Claim> Claims { get; init; }

    /// <summary>The experiments, in the order in which they run.</summary>
    public required ImmutableArray<StudyStep> Steps { get; init; }

    /// <summary>Plans a run.</summary>
    /// <param name="only">Ids of the claims to judge, or the beginnings of several ids up to a hyphen; empty for all.</param>
    /// <param name="isQuick">Judge only the claims that are marked quick, in few and short trials.</param>
    /// <param name="rounds">Number of rounds; null: as in the files, or in a quick run the fewest that give a verdict.</param>
    /// <param name="experiments">Names of the experiments to run, with everything that claims, tables and charts need of them; empty for all.</param>
    /// <exception cref="UserFault">A claim or an experiment is unknown.</exception>
    public static StudyPlan Of(Study study, ImmutableArray<string> only, bool isQuick, int? rounds = null, ImmutableArray<string> experiments = default)
    {
        if (experiments.IsDefault) experiments = [];
        only = [.. only.SelectMany(name => Named(name, study)).Distinct()];
        ThrowOnUnknown("--only", "claim", study.Name, only, [.. study.Claims.Select(c => c.Id)]);
        ThrowOnUnknown("--experiment", "experiment", study.Name, experiments, [.. study.Experiments.Select(e => e.Name)]);
        var claims = study.Claims.Where(c => only.IsEmpty ? !isQuick || c.IsQuick || c.Measure is null : only.Contains(c.Id))
            .Where(c => experiments.IsEmpty || IsIn(c.Measure)).ToImmutableArray();
        // Figures for tables and charts alone are measured only when whole experiments are run.
        var measures = only.IsEmpty && !isQuick ? study.Measures.Where(m => experiments.IsEmpty || IsIn(m)) : claims.Select(c => c.Measure).OfType<Measure>();
        var steps = measures.GroupBy(m => m.Experiment).OrderBy(g => study.Experiments.IndexOf(g.Key))
            .Select(g => new StudyStep(g.Key, PlanOf(g.Key, [.. g.SelectMany(m => m.Needs)], isQuick, rounds)));
        return new StudyPlan { Study = study, Claims = claims, Steps = [.. steps] };

        bool IsIn(Measure? measure) => measure is not null && experiments.Contains(measure.Experiment.Name);
    }

    // A name may be the beginning of several ids: correctness means correctness-update and correctness-tags.
    private static List<string> Named(string name, Study study)
    {
        var group = study.Claims.Select(c => c.Id).Where(id => id.StartsWith(name + "-", StringComparison.Ordinal)).ToList();
        return study.Claims.Any(c => c.Id == name) || group.Count == 0 ? [name] : group;
    }

    private static ExperimentPlan PlanOf(
        StudyExperiment experiment, ImmutableHashSet<(string Variant, string Cell)> needs, bool isQuick, int? rounds)
    {
        if (experiment.Benchmarks is not null || experiment.Generator is not null)
        {
            ImmutableArray<string> names = [.. needs.Select(n => n.Variant).Order(StringComparer.Ordinal)];
            var own = experiment.Benchmarks is not null ? BenchmarkSection.PlanOf(experiment, names) : GeneratorSection.PlanOf(experiment, names);
            return own with { Rounds = RoundsOf(own) };
        }
        var plan = ExperimentReader.Read(experiment.File, new ExperimentOverrides());
        var cells = needs.Select(n => n.Cell).ToHashSet();
        var kept = plan.Variants.Where(v => needs.Contains((v.Name, v.Cell)) || (v.Name == plan.Compare.Baseline && cells.Contains(v.Cell)));
        plan = plan with { Variants = [.. kept], Rounds = RoundsOf(plan) };
        return isQuick ? Quick(plan, needs) : plan;

        int RoundsOf(ExperimentPlan whole) => rounds ?? (isQuick ? VerdictRule.FewestRounds : whole.Rounds);
    }

    // A quick run includes the control only where a claim needs it: the saved time makes longer warm-ups possible, which can become level.
    private static ExperimentPlan Quick(ExperimentPlan plan, ImmutableHashSet<(string Variant, string Cell)> needs) => plan with
    {
        Duration = Shorter(plan.Duration, QuickMeasurement),
        WarmUp = Quick(plan.WarmUp),
        Control = plan.Control && needs.Any(n => n.Variant == Judgement.ControlName),
    };

    private static WarmUpRule Quick(WarmUpRule rule) =>
        rule with { Minimum = Shorter(rule.Minimum, QuickWarmUp), Maximum = Shorter(rule.Maximum, QuickWarmUp) };

    private static TimeSpan Shorter(TimeSpan? time, TimeSpan limit) => time is { } set && set < limit ? set : limit;

    private static void ThrowOnUnknown(string option, string kind, string study, ImmutableArray<string> named, ImmutableArray<string> known)
    {
        var unknown = named.Where(name => !known.Contains(name)).ToList();
        if (unknown.Count == 0) return;
        throw new UserFault([.. unknown.Select(name => new Problem(option, null, null, $"{study} has no {kind} '{name}'",
            NearestWord.Find(name, known) is { } near ? $"did you mean {near}?" : $"name some of these: {string.Join(", ", known)}"))]);
    }
}

/// <summary>One experiment of a run of a study.</summary>
/// <param name="Plan">Its plan, cut to what the claims need.</param>
public sealed record StudyStep(StudyExperiment Experiment, ExperimentPlan Plan)
{
    private static readonly TimeSpan PerMethod = TimeSpan.FromSeconds(12);

    /// <summary>About how long the experiment takes, without builds.</summary>
    public TimeSpan Expected => Experiment switch
    {
        { Benchmarks: not null } => Plan.Variants.Length * Plan.Rounds * PerMethod,
        { Generator: { } generator } => Plan.Variants.Length * Plan.Rounds * generator.Each,
        _ => Dyno.Experiments.Experiment.ForecastUnread(Plan).Length,
    };

    /// <summary>The forecast in one sentence.</summary>
    /// <exception cref="UserFault">A load of its experiment is wrong.</exception>
    public string Announcement => Experiment switch
    {
        { Benchmarks: not null } => $"{Plan.Variants.Length} method{(Plan.Variants.Length == 1 ? "" : "s")} under BenchmarkDotNet × "
            + $"{Plan.Rounds} round{(Plan.Rounds == 1 ? "" : "s")}, about {Math.Ceiling(Expected.TotalMinutes):0} min",
        { Generator: { } generator } => $"{Plan.Variants.Length} {(generator.IsPrograms ? "runs of programs" : "ways of running Dyno")} × {Plan.Rounds} rounds, about {Math.Ceiling(Expected.TotalMinutes):0} min",
        _ => Dyno.Experiments.Experiment.ForecastUnread(Plan).Text,
    };
}
