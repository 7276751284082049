namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// Streams that are closed or full, scripts that never come to their load, servers that lie about lengths: an end in words, no crash,
/// no hang.
/// </summary>
public sealed class StreamFaultTests : EndToEndTest
{
    [Theory]
    [InlineData("2>&-")]
    [InlineData(">&-")]
    [InlineData(">&- 2>&- <&-")]
    public async Task A_closed_stream_costs_what_is_said_there_and_nothing_else(string closed)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the shell closes the streams");
        var outcome = await DynoProcess.RunInShellAsync(closed, Workspace, "run", Url, "-i", "20", "-c", "2", "--result", "result.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldNotContain("denied");
        File.Exists(Workspace["result.json"]).ShouldBeTrue();
    }

    [Fact]
    public async Task A_live_output_on_a_full_disk_is_named()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a disk without room");
        var outcome = await DynoAsync("run", Url, "-d", "2s", "-c", "2", "--out", "json=/dev/full");

        outcome.Error.ShouldContain("/dev/full");
        outcome.Out.ShouldContain("Statuses   200 × ");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_script_whose_init_stage_never_ends_ends_at_a_signal()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await File.WriteAllTextAsync(Workspace["load.js"], "while (true) {}\nexport default function () {}\n", Cancelled);
        using var dyno = DynoProcess.Start(Workspace, "run", "load.js");
        await dyno.WaitForAsync("running load.js");
        dyno.Signal("TERM");
        await Task.Delay(200, Cancelled);
        dyno.Signal("TERM");

        (await dyno.EndAsync()).ExitCode.ShouldBe(105);
    }

    [Theory]
    [InlineData("portable")]
    [InlineData("linux")]
    public async Task A_negative_length_is_an_error_that_is_counted(string driver)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || driver == "portable", "the event loop is Linux's");
        using var lying = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello");
        var outcome = await DynoAsync("run", lying.Url.ToString(), "--driver", driver, "-i", "3", "-c", "1", "--timeout", "2s");

        outcome.Out.ShouldContain("Errors     ");
        outcome.Out.ShouldNotContain("Errors     none");
    }
}
