namespace Dyno.Cli.EndToEnd.Tests;

public sealed class RunExitCodeTests
{
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));

    [Fact]
    public void A_run_that_failed_blames_the_program_under_test_only_where_that_is_gone()
    {
        Of(Sample.Subject! with { ExitCode = 139, On = null }).ShouldBe(111);
        Of(Sample.Subject! with { ExitCode = 0, On = null }).ShouldBe(111);
        Of(Sample.Subject! with { ExitCode = null, On = "an agent that may be lost" }).ShouldBe(111);
        Of(Sample.Subject! with { ExitCode = null, On = null }).ShouldBe(1); // a load in C# that failed too often, say
        Of(null).ShouldBe(1);
    }

    private static int Of(SubjectRecord? subject) => RunExitCode.Of(
        new FinishedLoad(Sample with { Outcome = RunOutcome.Failed, Subject = subject }), options: null!, kept: null!); // not looked at
}
