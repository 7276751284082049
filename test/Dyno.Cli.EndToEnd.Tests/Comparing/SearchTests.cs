using Dyno.Results.Comparisons;
using Dyno.Testing.Servers;
using Microsoft.AspNetCore.Http;

namespace Dyno.Cli.EndToEnd.Tests.Comparing;

/// <summary>Experiments that decide by themselves how much they measure: searches over rates, and rounds until it is clear.</summary>
public sealed class SearchTests : ExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\nduration: 1s\ncontrol: false\n";

    [Fact]
    public async Task Finds_the_rate_up_to_which_a_server_keeps_up()
    {
        // One user and a server that takes at least 20 ms: never more than 50 a second.
        await using var slow = await SlowAsync(20);
        var outcome = await CompareAsync($$"""
            variants: { a: { url: '{{slow.Url}}' } }
            load: { url: /, rate: 1/s, connections: 1 }
            compare: { baseline: a }
            sweep: { rate: 1..1000, find: capacity, trials: 1 }
            {{Times}}
            """);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("1 trials × 1 × at most 9 rates");
        var sweep = Compared.Sweep.ShouldNotBeNull();
        sweep.Points.Select(p => p.Rate).Distinct().Count().ShouldBeGreaterThanOrEqualTo(2);
        // A busy machine may find less, or not even the lowest rate; more there cannot be.
        (sweep.Findings.Single().Low ?? 0).ShouldBeLessThanOrEqualTo(50);
        sweep.Findings.Single().High!.Value.ShouldBeLessThanOrEqualTo(1000);
        outcome.Out.ShouldContain("a keeps up");
        Compared.Trials.ShouldAllBe(t => t.Run != null);
    }

    [Fact]
    public async Task Finds_a_crossover_by_the_headline()
    {
        await using var slow = await SlowAsync(30);
        var crossover = await CompareAsync($$"""
            variants: { a: { url: '{{Server.Url}}' }, b: { url: '{{slow.Url}}' } }
            load: { url: /, connections: 20 }
            compare: { baseline: a, headline: mean }
            sweep: { rate: 10..20, find: crossover, trials: 1 }
            {{Times}}
            """);
        crossover.ExitCode.ShouldBe(0, crossover.ToString());
        Compared.Sweep!.Findings.Single().Variant.ShouldBe("b");
        crossover.Out.ShouldContain("b has a higher mean than a");
    }

    [Fact]
    public async Task Adds_no_rounds_after_the_time_is_up()
    {
        var outcome = await CompareAsync($$"""
            variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
            load: { url: /, connections: 1 }
            compare: { baseline: a }
            {{Times}}
            """, "--until-clear", "--max-time", "1s");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("2 trials × 8 to 30 rounds until it is clear");
        outcome.Error.ShouldContain("round 1 of 30");
        Compared.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBeInRange(2, 12); // the round under way is finished, and no further one begun
        Compared.Pairs.Single().Verdict.ShouldBe("notJudged");
    }

    [Theory]
    [InlineData("--until-clear decides by itself how many rounds there are", "--until-clear", "--rounds", "5")]
    [InlineData("goes with --until-clear", "--max-time", "5m")]
    public async Task Refuses_options_that_contradict_each_other(string message, params string[] options)
    {
        var outcome = await DynoAsync(["compare", "experiment.yaml", .. options]);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
    }

    private static Task<KestrelServer> SlowAsync(int milliseconds) => KestrelServer.StartAsync(answer: async context =>
    {
        await Task.Delay(milliseconds, context.RequestAborted);
        await context.Response.WriteAsync("hello", context.RequestAborted);
    });
}
