namespace Dyno.Cli.EndToEnd.Tests;

public sealed class DoctorTests : EndToEndTest
{
    [Fact]
    public async Task Lists_every_check_and_ends_well_whatever_it_found()
    {
        var outcome = await DynoAsync("doctor");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        foreach (var check in (string[])["cpu-use:", "load-average:", "governor:", "cores:", "open-files:", "ports:", "loopback:", "dotnet-variables:"])
            outcome.Out.ShouldContain(check);
        outcome.Out.ShouldMatch(@"(fit for a measurement|measure with care|do not measure now): \d+ checks, \d+ warnings?, \d+ void\n$");
    }

    [Fact]
    public async Task Fails_from_the_state_it_was_asked_to_and_says_the_same_as_json()
    {
        Workspace.Environment["DOTNET_TieredPGO"] = "0"; // at least one warning on every machine

        var outcome = await DynoAsync("doctor", "--json", "--fail-on", "warn");

        outcome.ExitCode.ShouldBe(97, outcome.ToString());
        using var json = JsonDocument.Parse(outcome.Out);
        json.RootElement.GetProperty("state").GetString().ShouldBeOneOf("warn", "void");
        var finding = json.RootElement.GetProperty("findings").EnumerateArray().Single(f => f.GetProperty("check").GetString() == "dotnet-variables");
        finding.GetProperty("state").GetString().ShouldBe("warn");
        finding.GetProperty("seen").GetString()!.ShouldContain("DOTNET_TieredPGO=0");
        foreach (var text in (string[])["why", "fix"]) finding.GetProperty(text).GetString()!.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task A_run_repeats_what_concerns_its_figures()
    {
        Workspace.Environment["DOTNET_TieredPGO"] = "0";

        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "-q", "--full", "--result", "result.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("DOTNET_TieredPGO=0");
        Rules("result.json").ShouldContain("machine-dotnet-variables");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_rate_above_80_percent_of_the_calibrated_ceiling_is_strained()
    {
        Workspace.Environment["HOME"] = Workspace.Folder;
        Directory.CreateDirectory(Workspace[".dyno"]);
        await File.WriteAllTextAsync(Workspace[".dyno/calibration.json"], $$"""
            [{ "machine": "{{Environment.MachineName}}, {{Environment.ProcessorCount}} CPUs", "workers": 1, "requestsPerSecond": 50,
               "cpuMicrosPerRequest": 5, "measuredAt": "2026-11-21T10:00:00Z", "version": "0.1.0" }]
            """, Cancelled);

        // Well above, and well below: a machine that stands still for a while stretches the run, and so lowers its rate.
        (await DynoAsync("run", Url, "--rate", "150/s", "-d", "2s", "--threads", "1", "-q", "--no-store", "--result", "near.json")).ExitCode.ShouldBe(0);
        (await DynoAsync("run", Url, "--rate", "10/s", "-d", "2s", "--threads", "1", "-q", "--no-store", "--result", "far.json")).ExitCode.ShouldBe(0);

        Findings("near.json").Single(f => f.GetProperty("rule").GetString() == "near-ceiling").GetProperty("limit").GetDouble().ShouldBe(0.8);
        Rules("far.json").ShouldNotContain("near-ceiling");
    }

    [Fact]
    public async Task Calibrates_against_a_server_of_its_own_and_keeps_what_it_measured()
    {
        Workspace.Environment["HOME"] = Workspace.Folder;

        var outcome = await DynoAsync("doctor", "--calibrate", "-d", "1s", "--threads", "1");

        // On a machine that is too busy nothing may be kept, and the reason is said.
        if (outcome.ExitCode != 0)
        {
            outcome.ExitCode.ShouldBe(104, outcome.ToString());
            outcome.Error.ShouldContain("dyno: not calibrated");
            File.Exists(Workspace[".dyno/calibration.json"]).ShouldBeFalse();
            return;
        }
        outcome.Out.ShouldMatch(@"this machine's generator reaches [\d,.]+/s with 1 worker, at [\d,.]+ µs of CPU per request");
        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(Workspace[".dyno/calibration.json"], Cancelled));
        json.RootElement[0].GetProperty("requestsPerSecond").GetDouble().ShouldBeGreaterThan(0);
        json.RootElement[0].GetProperty("workers").GetInt32().ShouldBe(1);
    }

    private List<string?> Rules(string file) => [.. Findings(file).Select(f => f.GetProperty("rule").GetString())];

    private List<JsonElement> Findings(string file)
    {
        using var result = JsonDocument.Parse(File.ReadAllText(Workspace[file]));
        return [.. result.RootElement.GetProperty("health").GetProperty("findings").EnumerateArray().Select(f => f.Clone())];
    }
}
