namespace Dyno.Cli.EndToEnd.Tests;

public sealed class BadInputTests : EndToEndTest
{
    [Theory]
    [InlineData("load.docx", "load.docx")]
    [InlineData("empty.websurge", "empty.websurge")]
    [InlineData("missing.websurge", "missing.websurge")]
    [InlineData("http://no-such-host.invalid/", "no-such-host.invalid")]
    [InlineData("ftp://localhost/", "ftp")]
    public async Task Exits_with_104_and_names_the_input(string target, string named)
    {
        await File.WriteAllTextAsync(Workspace["load.docx"], "PK", Cancelled);
        await File.WriteAllTextAsync(Workspace["empty.websurge"], "", Cancelled);
        var outcome = await DynoAsync("run", target, "-d", "1s", "-c", "1");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(named);
        outcome.Error.ShouldNotContain("   at ");
        outcome.Out.ShouldBeEmpty();
        Workspace.StoredRuns.ShouldBeEmpty();
    }

    [Fact]
    public async Task Finds_out_before_the_load_that_a_result_cannot_be_written()
    {
        Directory.CreateDirectory(Workspace["folder"]);
        var outcome = await DynoAsync("run", Url, "-d", "1s", "--result", "folder", "--summary-export", "load/");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--result: folder is a folder");
        Server.Seen.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("--result")]
    [InlineData("--summary-export")]
    public async Task Prints_the_report_when_the_disk_is_full(string option)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is Linux's");
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", option, "/dev/full", "-q");
        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 10");
        outcome.Error.ShouldContain("/dev/full: cannot be written");
        Workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task Prints_the_report_when_the_store_cannot_be_written()
    {
        await File.WriteAllTextAsync(Workspace[".dyno"], "in the way", Cancelled);
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "-q");
        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 10");
        outcome.Error.ShouldContain("cannot be written");
    }
}
