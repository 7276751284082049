namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Experiments that decide by themselves how much they measure: searches over rates, and rounds until it is clear.</summary>
public sealed class SearchTests : FakeExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\nduration: 1s\ncontrol: false\n";

    [Fact]
    public async Task Finds_the_rate_up_to_which_a_server_keeps_up()
    {
        // One user and a server that takes at least 20 ms: never more than 50 a second.
        Serve(("a", Slow(20)));
        var outcome = await CompareAsync($$"""
            variants: { a: { url: 'http://localhost:1' } }
            load: { url: /, rate: 1/s, connections: 1 }
            compare: { baseline: a }
            sweep: { rate: 1..1000, find: capacity, trials: 1 }
            {{Times}}
            """);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("1 trial × 1 × at most 9 rates");
        var sweep = Compared.Sweep.ShouldNotBeNull();
        sweep.Points.Select(p => p.Rate).Distinct().Count().ShouldBeGreaterThanOrEqualTo(2);
        Found.Low!.Value.ShouldBeInRange(45, 51); // 50, and the scatter of a launch
        Found.High!.Value.ShouldBeInRange(49, 56);
        outcome.Out.ShouldContain("a keeps up");
        Compared.Trials.ShouldAllBe(t => t.Run != null);
    }

    [Fact]
    public async Task Finds_a_crossover_by_the_headline()
    {
        Serve(("b", Slow(400)));
        var crossover = await CompareAsync("""
            variants: { a: { url: 'http://localhost:1' }, b: { url: 'http://localhost:2' } }
            load: { url: /, connections: 20 }
            compare: { baseline: a, headline: p50 }
            sweep: { rate: 10..20, find: crossover, trials: 1 }
            warmup: { maximum: 0s }
            duration: 2s
            control: false
            """);
        crossover.ExitCode.ShouldBe(0, crossover.ToString());
        Found.Variant.ShouldBe("b");
        crossover.Out.ShouldContain("b has a higher p50 than a");
    }

    [Fact]
    public async Task Finds_the_knee_where_a_queue_begins_to_grow()
    {
        // One request at a time, 20 ms each: at 50 a second the queue grows for as long as the load goes on.
        Serve(("a", Slow(20) with { AtOnce = 1 }));
        var outcome = await CompareAsync("""
            variants: { a: { url: 'http://localhost:1' } }
            load: { url: /, connections: 64 }
            compare: { baseline: a, headline: mean }
            sweep: { rate: 25..100, find: knee, trials: 1 }
            warmup: { maximum: 0s }
            duration: 1s
            control: false
            """);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var sweep = Compared.Sweep.ShouldNotBeNull();
        var (low, high) = (Found.Low.ShouldNotBeNull(outcome.ToString()), Found.High.ShouldNotBeNull(outcome.ToString()));
        low.ShouldBeLessThan(80); // there the queue makes the mean ten times what it is without one
        (high / low).ShouldBeLessThanOrEqualTo(1.11); // ±5 % around the middle
        sweep.Points.Where(p => p.IsBeyond).Min(p => p.Rate).ShouldBe(high);
        sweep.Points.Where(p => !p.IsBeyond).Max(p => p.Rate).ShouldBe(low);
        outcome.Out.ShouldContain("the mean of a stays below 2 × its value at 25/s up to ");
    }

    [Fact]
    public async Task Adds_rounds_until_it_is_clear_and_no_more()
    {
        Serve(("fast", Slow(15)), ("slow", Slow(45)));
        var outcome = await CompareAsync("""
            variants: { fast: { url: 'http://localhost:1' }, slow: { url: 'http://localhost:2' } }
            load: { url: /, connections: 2 }
            compare: { baseline: fast, headline: rate }
            warmup: { maximum: 0s }
            duration: 1s
            control: false
            """, "--until-clear");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var pair = Compared.Pairs.Single();
        pair.Verdict.ShouldBe("slower", outcome.ToString());
        var headline = pair.Metrics.Single(m => m.Metric == "rate");
        headline.Level.ShouldNotBeNull().ShouldBeInRange(0.99, 0.999999); // an early look spends little of the error
        headline.Rounds.ShouldBe(8, "the first look");
        headline.High!.Value.ShouldBeLessThan(1);
        Compared.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(2 * headline.Rounds);
    }

    [Fact]
    public async Task Decide_adds_rounds_until_it_is_clear_at_its_threshold()
    {
        Serve(("fast", Slow(15)), ("slow", Slow(20)));
        var outcome = await CompareAsync("""
            variants: { fast: { url: 'http://localhost:1' }, slow: { url: 'http://localhost:2' } }
            load: { url: /, connections: 2 }
            compare: { baseline: fast, headline: rate, thresholds: { rate: 1% } }
            warmup: { maximum: 0s }
            control: false
            """, "--decide", "90%", "-d", "1s");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("8 to 30 rounds until the result is clear");
        outcome.Error.ShouldMatch("after two rounds: about .+ would decide at 90 %");
        Compared.Pairs.Single().Verdict.ShouldBe("slightlySlower", outcome.ToString());
        Compared.Experiment.Thresholds["rate"].ShouldBe(0.9);
        Compared.Pairs.Single().Metrics[0].Rounds.ShouldBe(8, "the first look");
    }

    [Theory]
    [InlineData("--until-clear", "--max-time", "1s")]
    [InlineData("--for", "1s")]
    public async Task Adds_no_rounds_after_the_time_is_up(params string[] options)
    {
        var outcome = await CompareAsync($$"""
            variants: { a: { url: 'http://localhost:1' }, b: { url: 'http://localhost:2' } }
            load: { url: /, connections: 1 }
            compare: { baseline: a }
            {{Times}}
            """, options);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("2 trials × 8 to 30 rounds until the result is clear");
        outcome.Error.ShouldContain("round 1 of 30");
        Compared.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(2); // the round under way is finished, and no further one begun
        Compared.Pairs.Single().Verdict.ShouldBe("notJudged");
    }

    [Theory]
    [InlineData("--until-clear, --for and --decide choose the number of rounds", "--until-clear", "--rounds", "5")]
    [InlineData("needs --until-clear", "--max-time", "5m")]
    public async Task Refuses_options_that_contradict_each_other(string message, params string[] options)
    {
        var outcome = await DynoAsync(["compare", "experiment.yaml", .. options]);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
    }

    private SweepFinding Found => Compared.Sweep.ShouldNotBeNull().Findings.Single();

    private static FakeServer Slow(int milliseconds) => new() { Seconds = milliseconds / 1000.0 };
}
