using Dyno.Results.Json;
using Dyno.Testing;

namespace Dyno.Cli.EndToEnd.Tests;

[Trait("Length", "Long")]
public sealed class WhyTests : IDisposable
{
    private static readonly string Clinic = Path.Combine(RepositoryRoot.Path, "bench", "Subjects", "Clinic");

    private readonly Workspace _workspace = new();

    public WhyTests() => _workspace.Environment["TMPDIR"] = _workspace.Folder; // a lock of its own

    public void Dispose() => _workspace.Dispose();

    /// <summary>Also with another folder for temporary files, where the runtime has its socket.</summary>
    [Fact]
    public async Task The_method_that_is_slower_is_named_after_the_verdict()
    {
        Directory.CreateDirectory(_workspace["elsewhere"]);
        await File.WriteAllTextAsync(_workspace["experiment.yaml"], $$"""
            name: clinic
            subject: { project: '{{Clinic}}', framework: net10.0, ready: /health }
            variants:
              before: {}
              after: { env: { PLANT: sort, TMPDIR: '{{_workspace["elsewhere"]}}' } }
            load: { url: /appointments/41, connections: 8 }
            duration: 1s
            warmup: { minimum: 1s, maximum: 3s }
            rounds: 1
            control: false
            compare: { baseline: before, metrics: [server.cpuPerRequest] }
            """, TestContext.Current.CancellationToken);

        var outcome = await DynoProcess.RunAsync(_workspace, "compare", "experiment.yaml", "--why", "--result", "comparison.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var comparison = ComparisonJson.ReadFile(_workspace["comparison.json"]);
        comparison.Trials.Count(t => t.Round == 1 && t.Attempt == 1).ShouldBe(2, "profiled launches are no trials");
        Assert.SkipWhen(comparison.Pairs.Single().Verdict == "void", "the machine was too busy for a comparison, so there is nothing to explain");
        var profile = comparison.Profiles.ShouldHaveSingleItem();
        profile.Rows[0].Method.ShouldBe("Clinic.Register.Colleagues", profile.Sentence);
        profile.Rows[0].File.ShouldNotBeNull().ShouldEndWith("Schedule.cs");
        profile.Graph.ShouldContain(frame => frame.Name == "Clinic.Schedule.ForAsync");
        profile.Files.ShouldAllBe(file => File.Exists(_workspace[$".dyno/experiments/{comparison.Id}/{file}"]));
        outcome.Out.ShouldContain("Clinic.Register.Colleagues");
    }
}
