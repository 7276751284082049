using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing.Servers;

namespace Dyno.Cli.EndToEnd.Tests;

public sealed class InterruptionTests : EndToEndTest
{
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task Stops_at_the_first_signal_and_reports_what_there_is(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var dyno = DynoProcess.Start(Workspace, "run", Url, "--rate", "50/s", "-d", "10m", "--result", "result.json");
        await dyno.WaitForAsync("measure");
        dyno.Signal(signal);
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Error.ShouldContain("stopping");
        outcome.Out.ShouldStartWith(" INTERRUPTED ");
        ResultFile.Read(Workspace["result.json"]).Outcome.ShouldBe(RunOutcome.Interrupted);
        Workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task Cuts_work_in_flight_at_the_second_signal_and_still_writes_the_result()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var hanging = FaultServers.NeverAnswering();
        using var dyno = DynoProcess.Start(Workspace, "run", hanging.Url.ToString(), "-c", "2", "-d", "10m", "--timeout", "10m", "--graceful-stop", "10m");
        await dyno.WaitForAsync("measure");
        dyno.Signal("INT");
        await dyno.WaitForAsync("stopping");
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Error.ShouldContain("aborting");
        outcome.Out.ShouldStartWith(" ABORTED ");
        ResultFile.Read(Workspace.StoredRuns.Single()).Outcome.ShouldBe(RunOutcome.Aborted);
    }
}
