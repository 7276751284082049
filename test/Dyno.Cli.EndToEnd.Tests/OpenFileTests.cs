namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Too few open files: said before the run where it can be known.</summary>
public sealed class OpenFileTests : EndToEndTest
{
    [Theory]
    [InlineData(64, "only 64 files may be open")]
    [InlineData(300, "need 400 open files, but this process may open 300")]
    public async Task Says_before_the_run_that_few_files_may_be_open(int openFiles, string what)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "limits are set with bash's ulimit");
        var outcome = await DynoProcess.RunWithOpenFilesAsync(openFiles, Workspace, "run", Url, "-i", "400", "-c", "200", "-q");
        outcome.ExitCode.ShouldBeOneOf(1, 104);
        outcome.Error.ShouldContain(what);
        outcome.Error.ShouldContain("ulimit -Hn");
        outcome.Error.ShouldNotContain("Unhandled exception");
        Server.Seen.ShouldBeEmpty();
    }
}
