namespace Dyno.Experiments.Tests;

/// <summary>Searches over simulated launches, where the true commit is known.</summary>
public sealed class CommitSearchTests
{
    private const int Commits = 200;
    private const double Noise = 0.01; // of a launch
    private static readonly double Step = Math.Log(1.03);

    [Fact]
    public async Task Finds_a_step_of_3_percent_among_200_commits_in_9_comparisons_in_18_of_20_tries()
    {
        var random = new Random(20261127);
        var (quick, right) = (0, 0);
        for (var attempt = 0; attempt < 20; attempt++)
        {
            var culprit = 1 + random.Next(Commits);
            var (outcome, found, made) = await SearchAsync(commit => commit >= culprit ? Step : 0, random);
            if (outcome == BisectOutcome.Found && found == (culprit - 1, culprit)) right++;
            if (outcome == BisectOutcome.Found && found == (culprit - 1, culprit) && ToFind(made) <= 9) quick++;
        }
        quick.ShouldBeGreaterThanOrEqualTo(18);
        right.ShouldBeGreaterThanOrEqualTo(19);
    }

    /// <summary>docs/bisect.md has these figures.</summary>
    [Fact]
    public async Task Over_400_tries_the_stated_confidence_is_kept()
    {
        const int Tries = 400;
        var random = new Random(47);
        var (right, wrong, unsure, quick, launches, others) = (0, 0, 0, 0, 0, "");
        for (var attempt = 0; attempt < Tries; attempt++)
        {
            var culprit = 1 + random.Next(Commits);
            var (outcome, found, made) = await SearchAsync(commit => commit >= culprit ? Step : 0, random);
            if (outcome != BisectOutcome.Found) (unsure, others) = (unsure + 1, others + outcome + " ");
            else if (found == (culprit - 1, culprit)) right++;
            else wrong++;
            if (outcome == BisectOutcome.Found && ToFind(made) <= 9) quick++;
            launches += made.Sum(m => m.Rounds);
        }
        TestContext.Current.TestOutputHelper?.WriteLine($"right {right}, wrong {wrong}, unsure {unsure} {others}, in 9 comparisons {quick}, rounds in the mean {(double)launches / Tries:0.0}");
        wrong.ShouldBeLessThanOrEqualTo(Tries / 20);
        quick.ShouldBeGreaterThanOrEqualTo(Tries * 9 / 10);
    }

    /// <summary>30 commits of 0.3 % each, as no single comparison finds: no commit is blamed.</summary>
    [Fact]
    public async Task Names_no_commit_when_many_share_the_change()
    {
        var outcomes = await ManyAsync(60, 30, _ => commit => commit * Math.Log(1.003));
        outcomes.GetValueOrDefault(BisectOutcome.Found).ShouldBeLessThanOrEqualTo(3);
        outcomes.GetValueOrDefault(BisectOutcome.Shared).ShouldBeGreaterThanOrEqualTo(54);
    }

    /// <summary>Whoever names one of the two says that it explains a part only.</summary>
    [Fact]
    public async Task Of_two_commits_that_share_the_change_it_names_one_or_says_that_it_is_shared()
    {
        var random = new Random(13);
        var wrong = 0;
        for (var attempt = 0; attempt < 60; attempt++)
        {
            var (outcome, found, _) = await SearchAsync(commit => (commit >= 60 ? Step : 0) + (commit >= 140 ? Step : 0), random);
            if (outcome != BisectOutcome.Shared && !(outcome == BisectOutcome.Found && found is (59, 60) or (139, 140))) wrong++;
        }
        wrong.ShouldBeLessThanOrEqualTo(3);
    }

    [Fact]
    public async Task Finds_nothing_where_nothing_changed()
    {
        var outcomes = await ManyAsync(400, Commits, _ => _ => 0);
        outcomes[BisectOutcome.NothingToFind].ShouldBeGreaterThanOrEqualTo(385); // half of the 5 % of wrong verdicts are "slower"
        outcomes.GetValueOrDefault(BisectOutcome.Found).ShouldBeLessThanOrEqualTo(4);
    }

    [Fact]
    public async Task A_faster_bad_commit_is_nothing_to_find() =>
        (await ManyAsync(20, Commits, _ => commit => commit > 50 ? -Step : 0))[BisectOutcome.NothingToFind].ShouldBe(20);

    /// <summary>What other commits do, up and down by a tenth of the change, misleads no search.</summary>
    [Fact]
    public async Task Other_commits_may_change_a_little_themselves()
    {
        var outcomes = await ManyAsync(60, Commits, culprit => commit => (commit >= culprit ? Math.Log(1.05) : 0) + 0.003 * Math.Sin(commit));
        outcomes[BisectOutcome.Found].ShouldBeGreaterThanOrEqualTo(54);
    }

    [Fact]
    public async Task Commits_that_do_not_build_are_skipped_and_named_together_with_the_one_that_cannot_be_told_apart()
    {
        var comparer = new SimulatedCommits(commit => commit >= 100 ? Step : 0, Noise, new Random(3)) { Broken = [.. Enumerable.Range(97, 8)] };
        var search = new CommitSearch(Commits, new BisectPlan(), comparer);
        (await search.RunAsync()).ShouldBe(BisectOutcome.Found);
        search.Likeliest().ShouldBe((96, 105));
        comparer.Made.Count(m => m.Rounds == 0).ShouldBeInRange(1, 8);
        comparer.Made[^1].ShouldBe((96, 105, 8)); // the verdict is that on the nearest commits that build
    }

    [Fact]
    public async Task With_no_commit_that_builds_all_are_named()
    {
        var comparer = new SimulatedCommits(commit => commit >= 3 ? Step : 0, Noise, new Random(4)) { Broken = [1, 2, 3, 4] };
        var search = new CommitSearch(5, new BisectPlan(), comparer);
        (await search.RunAsync()).ShouldBe(BisectOutcome.Found);
        search.Likeliest().ShouldBe((0, 5));
    }

    [Fact]
    public async Task A_single_commit_needs_one_comparison()
    {
        var comparer = new SimulatedCommits(commit => commit * Step, Noise, new Random(5));
        var search = new CommitSearch(1, new BisectPlan(), comparer);
        (await search.RunAsync()).ShouldBe(BisectOutcome.Found);
        comparer.Made.ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_doubtful_commit_gets_more_rounds()
    {
        var clear = new SimulatedCommits(commit => commit >= 100 ? 0.2 : 0, Noise, new Random(6));
        await new CommitSearch(Commits, new BisectPlan(), clear).RunAsync();
        var doubtful = new SimulatedCommits(commit => commit >= 100 ? 0.02 : 0, Noise, new Random(6));
        await new CommitSearch(Commits, new BisectPlan(), doubtful).RunAsync();

        clear.Made.Where(m => m.From == 0).Skip(1).ShouldAllBe(m => m.Rounds == BisectPlan.FewestRounds);
        doubtful.Made.Where(m => m.From == 0).Skip(1).Average(m => m.Rounds).ShouldBeGreaterThan(2 * BisectPlan.FewestRounds);
    }

    [Fact]
    public async Task Ends_unsure_when_the_comparisons_that_are_allowed_do_not_suffice()
    {
        var comparer = new SimulatedCommits(commit => commit >= 100 ? Step : 0, Noise, new Random(7));
        var search = new CommitSearch(Commits, new BisectPlan { MostComparisons = 3 }, comparer);
        (await search.RunAsync()).ShouldBe(BisectOutcome.Unsure);
        comparer.Made.Count.ShouldBe(4);
    }

    [Fact]
    public async Task What_an_interrupted_search_has_measured_is_not_measured_again()
    {
        var kept = new List<SearchStep>();
        var comparer = new SimulatedCommits(commit => commit >= 100 ? Step : 0, Noise, new Random(8)) { StopsAt = 5, Broken = [50] };
        (await new CommitSearch(Commits, new BisectPlan(), comparer) { Told = (step, _) => kept.Add(step) }.RunAsync()).ShouldBe(BisectOutcome.Stopped);
        kept.Count.ShouldBe(4);

        comparer.StopsAt = 0;
        var resumed = new CommitSearch(Commits, new BisectPlan(), comparer);
        foreach (var step in kept) resumed.Take(step);
        (await resumed.RunAsync()).ShouldBe(BisectOutcome.Found);
        resumed.Likeliest().ShouldBe((99, 100));
        comparer.Made.Count(m => m == (0, Commits, 8)).ShouldBe(1);
        comparer.Made.Where(m => m.From == 0).Select(m => m.To).ShouldBeUnique();
    }

    private static async Task<Dictionary<BisectOutcome, int>> ManyAsync(int tries, int commits, Func<int, Func<int, double>> cost)
    {
        var random = new Random(12);
        var outcomes = new Dictionary<BisectOutcome, int>();
        for (var attempt = 0; attempt < tries; attempt++)
        {
            var search = new CommitSearch(commits, new BisectPlan(), new SimulatedCommits(cost(1 + random.Next(commits)), Noise, random));
            var outcome = await search.RunAsync();
            outcomes[outcome] = outcomes.GetValueOrDefault(outcome) + 1;
        }
        TestContext.Current.TestOutputHelper?.WriteLine(string.Join(", ", outcomes));
        return outcomes;
    }

    // The first comparison counts; the one that confirms the found commit does not.
    private static int ToFind(List<(int From, int To, int Rounds)> made) => made.Count(m => m.From == 0);

    private static async Task<(BisectOutcome, (int, int), List<(int From, int To, int Rounds)>)> SearchAsync(Func<int, double> cost, Random random)
    {
        var comparer = new SimulatedCommits(cost, Noise, random);
        var search = new CommitSearch(Commits, new BisectPlan(), comparer);
        var outcome = await search.RunAsync();
        return (outcome, search.Likeliest(), comparer.Made);
    }
}
