namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The slowest requests are those that the end cuts: a run that lacks many of them does not call itself healthy.</summary>
[Trait("Length", "Long")]
public sealed class CutIterationsTests : EndToEndTest
{
    [Theory]
    [InlineData("100ms", null, true)]
    [InlineData("100ms", "cut-iterations=60%", false)]
    [InlineData("0s", null, false)] // whoever asks for no graceful stop has asked for the cut
    public async Task A_run_whose_last_requests_are_never_answered_is_strained(string gracefulStop, string? limit, bool isStrained)
    {
        // Every connection gets one answer and then none.
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Hang);
        var outcome = await DynoAsync(["run", server.Url.ToString(), "-c", "4", "-d", "3s", "--timeout", "10m", "--graceful-stop", gracefulStop, "-q",
            "--no-store", "--result", "result.json", .. limit is null ? (string[])[] : ["--health-limit", limit]]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var result = RunResultJson.ReadFile(Workspace["result.json"]);
        (result.Measured.Totals.Iterations, result.Measured.Totals.CutAtEnd).ShouldBe((4, 4), outcome.ToString());
        outcome.Out.ShouldContain("4 iterations cut at the end of the graceful stop");
        var finding = result.Health.Findings.SingleOrDefault(f => f.Rule == "cut-iterations");
        if (!isStrained) { finding.ShouldBeNull(); return; }
        finding.ShouldNotBeNull().State.ShouldBe(HealthState.Strained);
        finding.Message.ShouldStartWith("4 of 8 iterations were cut at the end of the graceful stop (50 %, limit 1 %): ");
        result.Health.State.ShouldNotBe(HealthState.Healthy);
        outcome.Out.ShouldContain("cut-iterations");
    }
}
