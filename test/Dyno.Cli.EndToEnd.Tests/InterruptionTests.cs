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
        RunResultJson.ReadFile(Workspace["result.json"]).Outcome.ShouldBe(RunOutcome.Interrupted);
        Workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task Stops_at_an_interrupt_in_the_background_of_a_script()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var dyno = DynoProcess.StartInside(["sh", "-c", "trap '' INT; exec \"$0\" \"$@\""], Workspace, "run", Url, "--rate", "50/s", "-d", "10m");
        await dyno.WaitForAsync("measure");
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Out.ShouldStartWith(" INTERRUPTED ");
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task Ends_with_its_code_from_the_first_line_of_the_program_on(string signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "how far the start has come is read in /proc");
        using var dyno = DynoProcess.Start(Workspace, "run", Url, "--rate", "50/s", "-d", "10m");
        await dyno.WaitForLibraryAsync("System.CommandLine.dll"); // the command line is not even read
        dyno.Signal(signal);
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
    }

    [Fact]
    public async Task Ends_with_its_code_while_a_pipe_keeps_it_waiting()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "named pipes are made with mkfifo");
        using (var made = System.Diagnostics.Process.Start("mkfifo", [Workspace["load.websurge"]])) await made.WaitForExitAsync(Cancelled);
        using var dyno = DynoProcess.Start(Workspace, "run", "load.websurge");
        await dyno.WaitForAsync("running");
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Error.ShouldContain("interrupted before anything was measured");
    }

    [Fact]
    public async Task Ends_at_the_third_signal_as_if_dyno_had_never_looked()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        using var hanging = FaultServers.NeverAnswering();
        using var dyno = DynoProcess.Start(Workspace, "run", hanging.Url.ToString(), "-c", "2", "-d", "10m", "--timeout", "10m", "--graceful-stop", "10m");
        await dyno.WaitForAsync("measure");
        // Signals that arrive before the first is handled are one signal, so it takes more than three on a busy machine.
        var times = 0;
        while (!dyno.HasEnded)
        {
            (++times).ShouldBeLessThan(1000);
            dyno.Signal("INT");
            await Task.Delay(10, Cancelled);
        }
        var outcome = await dyno.EndAsync();
        // 128 + SIGINT when the third came in time, 105 when the abort was quicker: never a hang, never a success.
        outcome.ExitCode.ShouldBeOneOf(130, 105);
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
        RunResultJson.ReadFile(Workspace.StoredRuns.Single()).Outcome.ShouldBe(RunOutcome.Aborted);
    }
}
