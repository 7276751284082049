using System.Text;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Fleets of real processes when something ends them, what they know of secrets, and the fleet for a first look.</summary>
public sealed class FleetFaultTests : EndToEndTest
{
    private const string Mark = "DYNO_TEST_MARK";
    private readonly string _mark = Guid.NewGuid().ToString("N");

    [Fact]
    public async Task A_fleet_for_a_first_look_loads_reports_and_is_gone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found by their environment in /proc");
        Workspace.Environment[Mark] = _mark;
        Workspace.Environment["TMPDIR"] = Workspace.Folder;
        using var trial = DynoProcess.Start(Workspace, "fleet", "try", "-d", "2s", "--rate", "100", "--result", "r.json");

        var outcome = await trial.EndAsync();

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        var result = ResultFile.Read(Workspace["r.json"]);
        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Fleet!.Agents.Select(agent => agent.Name).ShouldBe(["agent-1", "agent-2"]);
        result.Fleet.Agents.ShouldAllBe(agent => agent.Lost == null && agent.Requests > 0);
        result.Measured.Totals.Requests.ShouldBe(result.Fleet.Agents.Sum(agent => agent.Requests));
        result.Measured.Totals.FailedRequests.ShouldBe(0);
        result.Subject.ShouldNotBeNull().On.ShouldBe("server");
        result.Server.ShouldNotBeNull().CpuSeconds.ShouldBeGreaterThan(0);
        MarkedProcesses().ShouldBeEmpty();
        Directory.Exists($"/sys/class/net/dy{trial.Id}").ShouldBeFalse();
        if (Directory.Exists("/run/netns"))
            Directory.GetFiles("/run/netns").Select(file => Path.GetFileName(file))
                .ShouldNotContain(name => name.StartsWith($"dy{trial.Id}-", StringComparison.Ordinal));
        Directory.GetDirectories(Workspace.Folder, "dyno-*").ShouldBeEmpty("folders of the fleet");
    }

    // Children have the environment of their parents.
    private List<int> MarkedProcesses() =>
    [
        .. Directory.GetDirectories("/proc").Select(folder => int.TryParse(Path.GetFileName(folder), out var id) ? id : 0)
            .Where(id => id > 0 && EnvironmentOf(id).Contains($"{Mark}={_mark}", StringComparison.Ordinal)),
    ];

    private static string EnvironmentOf(int process)
    {
        try
        {
            return Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{process}/environ"));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
