namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno compare --gate</c>: what a build learns from a comparison.</summary>
public sealed class GateTests : FakeExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\nduration: 1s\ncontrol: false\n";

    [Fact]
    public async Task Fails_with_98_and_says_why_when_a_variant_is_slower()
    {
        Serve(("b", Sleeping(50)));
        var outcome = await CompareAsync(Yaml, "--gate", "--rounds", "5");

        outcome.ExitCode.ShouldBe(98, outcome.ToString());
        outcome.Error.ShouldMatch(@"gate: b is 9\d(\.\d+)? % slower than a \(\d"); // 50 ms against a fraction of one
        Compared.Pairs.Single().Verdict.ShouldBe("slower");
        Compared.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(10);
    }

    [Fact]
    public async Task Fails_with_97_when_the_experiment_is_void()
    {
        Serve(("b", Sleeping(500)));
        // One user, and 100 starts a second for a server that takes half a second: nearly all of them are dropped.
        var outcome = await CompareAsync(Yaml.Replace("url: /,", "url: /, rate: 100/s,", StringComparison.Ordinal), "--gate", "--rounds", "5");

        outcome.ExitCode.ShouldBe(97, outcome.ToString());
        outcome.Error.ShouldContain("gate: the experiment is void: more than 20 % of the rounds had a void or failed trial");
        Compared.Health.State.ShouldBe(HealthState.Void);
        Compared.Trials.ShouldContain(t => t.Outcome == TrialOutcome.Void);
        Compared.Pairs.ShouldAllBe(p => p.Verdict == "void");
    }

    [Fact]
    public async Task A_gate_without_a_verdict_does_not_pass()
    {
        // The time is up after the first round.
        var outcome = await CompareAsync(Yaml, "--gate", "--for", "1s");

        outcome.ExitCode.ShouldBe(97, outcome.ToString());
        outcome.Error.ShouldContain("gate: without a verdict the gate does not pass; give it more rounds (--rounds 8), or more time (--for 6m)");
    }

    [Fact]
    public async Task Unclear_also_fails_what_could_not_be_judged()
    {
        Serve(("a", Sleeping(50)), ("b", Sleeping(50)));
        // 20 answers a second and user are too few for a p99.
        var yaml = Yaml.Replace("baseline: a", "baseline: a, headline: p99", StringComparison.Ordinal);

        var strict = await CompareAsync(yaml, "--gate=unclear", "--rounds", "5");
        strict.ExitCode.ShouldBe(98, strict.ToString());
        strict.Error.ShouldContain("gate: b against a: no figures");
    }

    [Fact]
    public async Task Structure_needs_two_rounds_to_fail_on_longer_answers_and_says_so()
    {
        Serve(("b", new FakeServer { AnswerBytes = 645 }));
        var outcome = await CompareAsync(Yaml, "--gate=structure", "--rounds", "2");

        outcome.ExitCode.ShouldBe(98, outcome.ToString());
        outcome.Error.ShouldMatch(@"gate: b has \d\.\d times the bytes received per request of a \(\d");
        Compared.Pairs.Single().Verdict.ShouldBe("notJudged");
    }

    [Fact]
    public async Task Structure_passes_what_is_slower_and_does_the_same_work()
    {
        Serve(("b", Sleeping(50)));
        var yaml = Yaml.Replace("baseline: a", "baseline: a, judge: [bytesReceivedPerRequest]", StringComparison.Ordinal);
        var outcome = await CompareAsync(yaml, "--gate=structure", "--rounds", "2");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var pair = Compared.Pairs.Single();
        pair.Judged.Select(j => (j.Metric, j.Verdict)).ShouldBe([("bytesReceivedPerRequest", "same")]);
        pair.Metrics[0].Ratio!.Value.ShouldBeLessThan(0.5);
    }

    [Theory]
    [InlineData("--gate", "4", "5")]
    [InlineData("--gate=structure", "1", "2")]
    public async Task Refuses_fewer_rounds_than_a_verdict_needs(string gate, string rounds, string needed)
    {
        var outcome = await CompareAsync(Yaml, gate, "--rounds", rounds);

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain($"--gate: {rounds} {(rounds == "1" ? "round is" : "rounds are")} too few for a verdict  -> write --rounds {needed} or more");
        Trials.Prepared.ShouldBeEmpty();
    }

    private static FakeServer Sleeping(int milliseconds) => new() { Seconds = milliseconds / 1000.0 };

    // One connection each.
    private const string Yaml = $$"""
        variants: { a: { url: 'http://localhost:1' }, b: { url: 'http://localhost:2' } }
        load: { url: /, connections: 1 }
        compare: { baseline: a }
        {{Times}}
        """;
}
