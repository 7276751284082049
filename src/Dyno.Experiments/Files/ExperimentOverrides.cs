namespace Dyno.Experiments;

/// <summary>What the command line says about an experiment; it wins over the file.</summary>
public sealed record ExperimentOverrides
{
    private const int QuickVariants = 3;
    private const int QuickDuetRounds = 6;

    /// <summary>Rounds; null: the file's.</summary>
    public int? Rounds { get; init; }

    /// <summary>Length of each measurement; null: the file's.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Names of the variants to keep; empty keeps all.</summary>
    public ImmutableArray<string> Variants { get; init; } = [];

    /// <summary>The smallest difference of the headline that matters, relative; null: the file's.</summary>
    public double? Decide { get; init; }

    /// <summary>One cell, three variants, short trials: six rounds of duet trials, or five of trials that run one after the other.</summary>
    public bool IsQuick { get; init; }

    /// <summary>Whether a gate is asked for, which needs enough rounds for verdicts.</summary>
    public bool HasGate { get; init; }

    /// <summary>Whether the gate looks at structural metrics alone: few rounds judge them, and three are made unless <see cref="Rounds"/> says otherwise.</summary>
    public bool GatesStructure { get; init; }

    /// <summary>Whether trials are made one after the other, whatever the file says.</summary>
    public bool IsSequential { get; init; }

    /// <summary>Limits of the rules of health, <c>name=limit</c> each; they win over the file's.</summary>
    public ImmutableArray<string> HealthLimits { get; init; } = [];

    /// <summary>Whether a load may name files outside of its repository.</summary>
    public bool AllowsOutsideFiles { get; init; }

    /// <summary>Length of a slice of duet trials; null: the usual one.</summary>
    public TimeSpan? Slice { get; init; }

    /// <summary>Whether the folders in which projects were launched stay.</summary>
    public bool KeepsFiles { get; init; }

    /// <summary>Whether the control is a new build of the baseline, whatever the file says.</summary>
    public bool Rebuilds { get; init; }

    internal ExperimentPlan Apply(ExperimentPlan plan, ICollection<Problem> problems)
    {
        if (IsQuick) plan = Quick(plan) with { IsQuick = true };
        CheckHealthLimits(problems);
        plan = plan with
        {
            Rounds = Rounds ?? (GatesStructure ? VerdictRule.RoundsOfStructure : plan.Rounds),
            Duration = Duration ?? plan.Duration,
            Compare = Decide is { } threshold
                ? plan.Compare with { Thresholds = plan.Compare.Thresholds.SetItem(plan.Compare.Headline, threshold) } : plan.Compare,
            IsSequential = IsSequential || plan.IsSequential,
            Slice = Slice ?? plan.Slice,
            Rebuilds = Rebuilds || plan.Rebuilds,
            HealthLimits = [.. plan.HealthLimits, .. HealthLimits],
            AllowsOutsideFiles = AllowsOutsideFiles,
        };
        if (KeepsFiles) plan = plan with { Variants = [.. plan.Variants.Select(v => v with { Subject = v.Subject with { KeepsFiles = true } })] };
        if (plan.Rounds < 1) Add("--rounds", "there must be at least one round", "write --rounds 5");
        var fewest = GatesStructure ? VerdictRule.FewestRoundsOfStructure : VerdictRule.FewestRounds;
        if (HasGate && plan.Rounds < fewest) Add("--gate", $"{FigureText.Count(plan.Rounds, "round")} {(plan.Rounds == 1 ? "is" : "are")} too few for a verdict", $"write --rounds {fewest} or more");
        if (plan.Rebuilds && Rebuild.WhyNot(plan) is { } why) problems.Add(why);
        if (GatesStructure) plan = plan with { Compare = WithStructure(plan) };
        return Variants.IsEmpty ? plan : Kept(plan);

        void Add(string option, string what, string writeInstead) => problems.Add(new Problem(option, null, null, what, writeInstead));

        ExperimentPlan Kept(ExperimentPlan all)
        {
            var names = all.Variants.Select(v => v.Name).Distinct().ToList();
            foreach (var unknown in Variants.Where(v => !names.Contains(v)))
                Add("--variants", $"there is no variant '{unknown}'", $"write some of these: {string.Join(",", names)}");
            if (!Variants.Contains(all.Compare.Baseline))
                Add("--variants", $"the baseline {all.Compare.Baseline} is missing", $"write --variants {all.Compare.Baseline},{string.Join(",", Variants)}");
            return all with { Variants = [.. all.Variants.Where(v => Variants.Contains(v.Name))] };
        }
    }

    private void CheckHealthLimits(ICollection<Problem> problems)
    {
        try
        {
            InputReader.ReadHealthLimits(HealthLimits);
        }
        catch (UserFault wrong)
        {
            foreach (var problem in wrong.Problems) problems.Add(problem);
        }
    }

    private ExperimentPlan Quick(ExperimentPlan plan)
    {
        var cell = plan.Variants[0].Cell;
        var variants = plan.Variants.Where(v => v.Cell == cell);
        // Few launches that become level: measured before that, launches of one program scatter three times as much (docs/adr/0044).
        var areTogether = !IsSequential && !plan.Variants.Any(v => ExperimentLoads.IsCode(v.Load))
            && DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, new LaunchGroups(plan, null)) is null;
        return plan with
        {
            Rounds = areTogether ? QuickDuetRounds : VerdictRule.FewestRounds,
            Duration = TimeSpan.FromSeconds(3),
            WarmUp = Brief(plan.WarmUp),
            Variants = [.. (Variants.IsEmpty ? variants.Take(QuickVariants) : variants)
                .Select(v => v with { WarmUp = v.WarmUp is { } own ? Brief(own) : null })],
        };

        WarmUpRule Brief(WarmUpRule rule) => rule with
        {
            Maximum = Shorter(rule.Maximum, areTogether ? 4 : 8),
            Minimum = Shorter(rule.Minimum, areTogether ? 2 : 6),
        };
    }

    // Without structural metrics of its own the file is given those that every server has.
    private static ComparePlan WithStructure(ExperimentPlan plan) => plan.Compare.Judge.Any(m => FigureTable.Find(m)!.IsStructural)
        ? plan.Compare
        : plan.Compare with
        {
            Judge = [.. plan.Compare.Judge, "server.allocatedPerRequest", "server.exceptionsPerRequest", "bytesReceivedPerRequest",
                .. plan.Services.Where(s => ServiceKind.Find(s.Kind)?.WorkUnit is not null).Select(s => FigureTable.CommandsOf(s.Name))],
        };

    private static TimeSpan Shorter(TimeSpan time, int seconds) => time.TotalSeconds < seconds ? time : TimeSpan.FromSeconds(seconds);
}
