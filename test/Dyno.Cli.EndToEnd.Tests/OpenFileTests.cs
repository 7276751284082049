namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Too few open files: said before the run where it can be known, counted and void where it cannot.</summary>
public sealed class OpenFileTests : EndToEndTest
{
    private const int Connections = 64;

    [Theory]
    [InlineData(64, "the limit of open files is 64")]
    [InlineData(300, "need 400 open files, but this process may open 300")]
    public async Task Says_before_the_run_that_few_files_may_be_open(int openFiles, string what)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "limits are set with bash's ulimit");
        var outcome = await DynoProcess.RunWithOpenFilesAsync(openFiles, Workspace, "run", Url, "-i", "400", "-c", "200", "-q");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(what);
        outcome.Error.ShouldContain("ulimit -Hn");
        outcome.Error.ShouldNotContain("Unhandled exception");
        Server.Seen.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("linux")]
    [InlineData("portable")]
    public async Task A_run_that_meets_the_limit_counts_it_and_is_void(string driver)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/prlimit"), "the limit of a running process is changed with prlimit");
        using var closing = FaultServers.ClosingAfterEachAnswer();
        using var dyno = DynoProcess.Start(Workspace, "run", closing.Url.ToString(), "-c", $"{Connections}", "-d", "10m", "--driver", driver, "--full",
            "--result", "result.json");
        await dyno.WaitForAsync("measure");
        await LimitFilesAsync(dyno.Id, FilesThatLeaveFew(dyno.Id));
        await dyno.WaitForAsync("exhausted");
        await LimitFilesAsync(dyno.Id, 1024); // as somebody who is told would do; the report needs files, too
        dyno.Signal("INT");

        var outcome = await dyno.EndAsync();

        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Out.ShouldContain(" VOID ");
        outcome.Out.ShouldContain("(exhausted)");
        outcome.Error.ShouldNotContain("Unhandled exception");
        var result = RunResultJson.ReadFile(Workspace["result.json"]);
        result.Health.State.ShouldBe(HealthState.Void);
        result.Measured.Errors.ShouldContain(error => error.Kind == "exhausted" && error.FirstExample.Contains("Too many open files", StringComparison.Ordinal));
        (result.Measured.Totals.Requests - result.Measured.Totals.FailedRequests).ShouldBeGreaterThan(0, "what had a file went on");
    }

    [Theory]
    [InlineData("linux")]
    [InlineData("portable")]
    [Trait("Length", "Long")]
    public async Task Ten_thousand_connections_are_open_at_once(string driver)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the limit of open files is read from /proc");
        var limit = File.ReadLines("/proc/self/limits").Single(line => line.StartsWith("Max open files", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[4];
        Assert.SkipUnless(limit == "unlimited" || int.Parse(limit) > 12_000, "the server and Dyno need a file for each connection");
        var outcome = await DynoProcess.RunAsync(Workspace, "run", Url, "-c", "10000", "-i", "30000", "--driver", driver, "-q", "--result", "result.json");
        outcome.ExitCode.ShouldBeOneOf([0, 105], outcome.ToString());
        var measured = RunResultJson.ReadFile(Workspace["result.json"]).Measured;
        (measured.Totals.Requests, measured.Totals.FailedRequests).ShouldBe((30_000, 0));
    }

    /// <summary>A limit that leaves the process a few numbers for the files it opens from now on: those of connections it closes.</summary>
    private static int FilesThatLeaveFew(int process)
    {
        var beside = Directory.GetFiles($"/proc/{process}/fd").Where(file => !IsSocket(file)).Select(file => int.Parse(Path.GetFileName(file))).ToHashSet();
        return Enumerable.Range(0, int.MaxValue).Where(number => !beside.Contains(number)).ElementAt(Connections / 8);
    }

    private static async Task LimitFilesAsync(int process, int files)
    {
        using var limit = Process.Start("/usr/bin/prlimit", ["--pid", $"{process}", $"--nofile={files}:"]);
        await limit.WaitForExitAsync(Cancelled);
        limit.ExitCode.ShouldBe(0);
    }

    private static bool IsSocket(string file)
    {
        try
        {
            return new FileInfo(file).LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) ?? true;
        }
        catch (IOException)
        {
            return true; // closed meanwhile
        }
    }
}
