namespace Dyno.Experiments.Tests;

/// <summary>Where memory is short, variants that are compared are up together nevertheless, two or more at a time.</summary>
public sealed class LaunchGroupsTests
{
    private const long Each = 1000;
    private const double Spare = 0.8;

    [Theory]
    [InlineData(4, "a control b c")]
    [InlineData(3, "a control b | a c")]
    [InlineData(2, "a control | a b | a c")]
    [InlineData(1, "")]
    public void As_many_as_fit_are_up_together_with_their_baseline(int fit, string groups) => WordsOf(Plan(), fit).ShouldBe(groups);

    [Fact]
    public void Pairs_without_the_baseline_have_a_group_too() =>
        WordsOf(Plan() with { Compare = PairPlan.Plan.Compare with { Pairs = [("c", "b")] } }, 2).ShouldBe("a control | a b | a c | c b");

    [Fact]
    public void Every_pair_is_together_once_and_every_group_fits()
    {
        var random = new Random(3);
        for (var i = 0; i < 500; i++)
        {
            var names = Enumerable.Range(0, random.Next(2, 8)).Select(n => $"v{n}").ToArray();
            var sizes = names.ToDictionary(name => name, _ => (long)random.Next(1, 5));
            var plan = PairPlan.Plan with
            {
                Variants = [.. names.Select(name => Variant(name) with { Subject = new() { MemoryLimitBytes = sizes[name] } })],
                Control = random.Next(2) == 0,
                Compare = PairPlan.Plan.Compare with { Baseline = "v0", Pairs = random.Next(2) == 0 ? [] : [(names[^1], names[1])] },
            };
            var free = random.Next(2, 30);
            var groups = new LaunchGroups(plan, free).Of(Experiment.WithControls(plan));
            foreach (var (baseline, variant) in Judgement.Compared(plan.Compare, names))
            {
                var fits = sizes[baseline] + sizes[variant] <= Spare * free;
                if (!fits) groups.ShouldBeEmpty();
                else if (!groups.IsEmpty) groups.Count(group => Names(group).Contains(baseline) && Names(group).Contains(variant)).ShouldBeGreaterThan(0);
            }
            groups.ShouldAllBe(group => group.Sum(v => v.Subject.MemoryLimitBytes!.Value) <= Spare * free);
        }
    }

    [Fact]
    public void The_reason_and_the_launches_are_told()
    {
        var variants = Plan().Variants.Select(v => v with { Subject = new() { MemoryLimitBytes = 512L << 20 } });
        var groups = Groups(Plan() with { Variants = [.. variants] }, 1500L << 20);
        groups.Reason.ShouldBe("all variants together would need about 2048 MiB of memory, and 1200 MiB may be used, 80 % of what is free");
        groups.LaunchesPerRound.ShouldBe(6);
        Groups(Plan(), null).Reason.ShouldBeNull();
        Groups(Plan(), null).LaunchesPerRound.ShouldBe(4);
    }

    [Fact]
    public async Task Variants_are_compared_within_their_group()
    {
        var plan = Plan();
        var sequence = Sequence(plan, rounds: 6);
        var trials = await sequence.RunAsync();

        trials.Length.ShouldBe(36);
        trials.Count(t => t.Variant == "a").ShouldBe(18);
        trials.Where(t => t.Round == 1).GroupBy(t => t.Group).Select(group => group.Count()).ShouldBe([2, 2, 2]);
        var (pairs, health) = Judgement.Of(plan.Compare, Experiment.WithControls(plan).Select(v => (v.Name, v.Cell)), trials, isVoid: false);
        health.State.ShouldBe(HealthState.Healthy);
        pairs.Select(p => (p.Variant, Math.Round(p.Metrics[0].Ratio!.Value, 3))).ShouldBe([("control", 1), ("b", 1.1), ("c", 1.2)]);
        DuetNotes.Of(trials).First().ShouldBe("Memory was too small for all variants at once: the variants of a round ran in 3 groups and are compared within a group.");
    }

    [Fact]
    public async Task A_round_without_one_of_its_groups_is_made_again_after_a_resume()
    {
        var plan = Plan() with { Rounds = 2, Compare = PairPlan.Plan.Compare with { Pairs = [("c", "b")] } };
        var stopped = await Sequence(plan, rounds: 2).RunAsync();
        stopped.Length.ShouldBe(16);

        ImmutableArray<TrialRecord> cut = [.. stopped.Where(t => t is not { Round: 2, Group: 4 })]; // the pair of c and b is missing
        cut.Where(t => t.Round == 2).Select(t => t.Variant).Distinct().Count().ShouldBe(4);
        var resumed = Sequence(plan, rounds: 2);
        resumed.Resume(cut, _ => null);
        resumed.Good.ShouldBe(1);
        var trials = await resumed.RunAsync();

        resumed.Good.ShouldBe(2);
        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(16);
    }

    private static RoundSequence Sequence(ExperimentPlan plan, int rounds) =>
        new(Experiment.WithControls(plan), plan with { Rounds = rounds }, new NoLoneTrials(), new SilentListener(), new RunSignals(), (_, _) => null)
        {
            Duet = new Drifting(),
            GroupsOf = Groups(plan, (long)(2 * Each / Spare)).Of,
        };

    private static ExperimentPlan Plan() => PairPlan.Plan with
    {
        Variants = [.. ((string[])["a", "b", "c"]).Select(name => Variant(name) with { Subject = new() { MemoryLimitBytes = Each } })],
        Control = true,
    };

    private static VariantPlan Variant(string name) => new() { Name = name, Load = "/", Subject = new() };

    private static LaunchGroups Groups(ExperimentPlan plan, long? freeBytes) => new(plan, freeBytes);

    private static string WordsOf(ExperimentPlan plan, int fit) =>
        string.Join(" | ", Groups(plan, (long)(fit * Each / Spare)).Of(Experiment.WithControls(plan)).Select(group => string.Join(' ', Names(group))));

    private static IEnumerable<string> Names(ImmutableArray<VariantPlan> group) => group.Select(v => v.Name);

    /// <summary>A machine whose speed doubles from group to group; b is 10 % faster than a, and c 20 %.</summary>
    private sealed class Drifting : IDuetTrialRunner
    {
        private long _requests = 1000;

        public bool LoadsContinuously { get; set; }

        public TimeSpan? Measure { get; set; }

        public Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals)
        {
            _requests = _requests > 100_000 ? 1000 : 2 * _requests;
            return Task.FromResult(new DuetRound([.. variants.Select(v => Run(_requests * v.Name switch { "b" => 11, "c" => 12, _ => 10 }))]));
        }

        private static RunResult Run(long requests) => Reporting.Tests.SampleRuns.Closed() with
        {
            Duet = new DuetRecord
            {
                SliceSeconds = 0.1,
                Variants = 2,
                Slices =
                [
                    .. Enumerable.Range(0, 20).Select(block =>
                        new SliceResult { Block = block, Seconds = 0.2 * block, Length = 0.1, Requests = requests, Failed = 0 }),
                ],
            },
        };
    }
}
