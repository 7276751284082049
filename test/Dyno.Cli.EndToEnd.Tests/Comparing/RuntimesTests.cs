namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>One build of a project on several versions of .NET, restored from the package sources of this machine.</summary>
public sealed class RuntimesTests : ExperimentTest
{
    [Fact]
    [Trait("Length", "Long")]
    public async Task Each_variant_runs_on_the_version_that_it_names()
    {
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}' }
            variants: { here: { runtime: installed }, newer: { runtime: 11.0 } }
            load: { url: /version, connections: 1 }
            warmup: { minimum: 1s, maximum: 1s }
            compare: { baseline: here }
            """, "--rounds", "1", "-d", "1s");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var ranOn = Compared.Trials.ToLookup(trial => trial.Variant, trial => RunOf(trial).Subject!.Effective!.Framework);
        ranOn["newer"].ShouldAllBe(framework => framework.StartsWith(".NET 11.0.", StringComparison.Ordinal));
        ranOn["here"].ShouldAllBe(framework => framework.StartsWith(".NET 10.0.", StringComparison.Ordinal));
        Compared.AnswerDifferences.ShouldNotBeEmpty("the versions answer with their names");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task The_variants_of_a_list_are_named_by_the_exact_versions()
    {
        var outcome = await DynoAsync("compare", "--runtimes", "installed,11.0", "--project", Moody, "--load", "/version", "--dry-run");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldMatch(@"one build of Moody runs on \.NET installed and 11\.0\.\d+: the runtime and ASP\.NET Core differ, the code and its compiler do not");
    }

    [Theory]
    [InlineData("11.0", "11.0 alone cannot be compared", "write --runtimes 10.0,11.0")]
    [InlineData("net11,10.0", "'net11' is not a version of .NET", "10.0.12 or installed")]
    [InlineData("97.0,11.0", ".NET 97.0 cannot be restored from your package sources", "these can: ")]
    public async Task A_list_that_cannot_be_compared_is_refused_with_what_can(string list, string problem, string hint)
    {
        var outcome = await DynoAsync("compare", "--runtimes", list, "--project", Moody, "--load", "/version");

        outcome.ExitCode.ShouldBe(list.StartsWith("97", StringComparison.Ordinal) ? 111 : 104, outcome.ToString());
        outcome.Error.ShouldContain(problem);
        outcome.Error.ShouldContain(hint);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_run_takes_a_version_too()
    {
        var outcome = await DynoAsync("run", "/version", "--subject", Moody, "--runtime", "11.0", "-c", "1", "-i", "5", "--full");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 5");
    }
}
