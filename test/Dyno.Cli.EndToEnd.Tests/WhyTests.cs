namespace Dyno.Cli.EndToEnd.Tests;

[Trait("Length", "Long")]
public sealed class WhyTests : IDisposable
{
    private static readonly string Clinic = Path.Combine(RepositoryRoot.Path, "bench", "Subjects", "Clinic");

    private readonly Workspace _workspace = new();

    public WhyTests() => _workspace.Environment["TMPDIR"] = _workspace.Folder; // a lock of its own

    public void Dispose() => _workspace.Dispose();

    /// <summary>
    /// Also with another folder for temporary files, where the runtime has its socket. One round is no verdict on the rate, and the own
    /// code has one.
    /// </summary>
    [Fact]
    public async Task The_method_that_is_slower_is_named_and_judged_and_again_by_the_record()
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

        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml", "--why", "--result", "comparison.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var comparison = ComparisonJson.ReadFile(_workspace["comparison.json"]);
        comparison.Trials.Count(t => t.Round == 1 && t.Attempt == 1).ShouldBe(2, "profiled launches are no trials");
        Assert.SkipWhen(comparison.Pairs.Single().Verdict == "void", "the machine was too busy for a comparison, so there is nothing to explain");
        var profile = comparison.Profiles.ShouldHaveSingleItem();
        profile.Rows[0].Method.ShouldBe("Clinic.Register.Colleagues", profile.Sentence);
        profile.Rows[0].File.ShouldNotBeNull().ShouldEndWith("Schedule.cs");
        ShouldJudgeOwnCode(comparison);
        profile.Graph.ShouldContain(frame => frame.Name == "Clinic.Schedule.ForAsync");
        profile.Files.ShouldAllBe(file => File.Exists(_workspace[$".dyno/experiments/{comparison.Id}/{file}"]));
        outcome.Out.ShouldContain("Clinic.Register.Colleagues");

        var again = await DynoCommand.RunAsync(_workspace, "why", comparison.Id);

        again.ExitCode.ShouldBe(0, again.ToString());
        again.Out.ShouldContain("Clinic.Register.Colleagues");
        var kept = ComparisonJson.ReadFile(_workspace[$".dyno/experiments/{comparison.Id}/comparison.json"]);
        kept.Profiles.ShouldHaveSingleItem().Rows[0].Method.ShouldBe("Clinic.Register.Colleagues");
        kept.Trials.Length.ShouldBe(comparison.Trials.Length, "nothing is measured anew");
        ShouldJudgeOwnCode(kept);
        await RefusesAsync("nothing", $"there is no experiment nothing in {Path.Combine(".dyno", "experiments")}");
        await File.WriteAllTextAsync(_workspace["experiment.yaml"], "name: another", TestContext.Current.CancellationToken);
        var moved = ResultDocument.Write(kept).Replace(Clinic, "/nowhere/Clinic", StringComparison.Ordinal);
        await File.WriteAllTextAsync(_workspace["moved.json"], moved, TestContext.Current.CancellationToken);
        await RefusesAsync("moved.json", "moved.json cannot be launched again: experiment.yaml:2: there is no project /nowhere/Clinic");
    }

    /// <summary>Names of methods are those of the source, whichever runtime runs them.</summary>
    [Fact]
    public async Task Two_versions_of_dotnet_are_explained_like_two_variants()
    {
        await File.WriteAllTextAsync(_workspace["experiment.yaml"], $$"""
            name: clinic
            subject: { project: '{{Clinic}}', framework: net10.0, ready: /health }
            variants: { here: { runtime: installed }, newer: { runtime: 11.0 } }
            load: { url: /appointments/41, connections: 8 }
            duration: 1s
            warmup: { minimum: 1s, maximum: 3s }
            rounds: 1
            control: false
            compare: { baseline: here, metrics: [server.cpuPerRequest] }
            """, TestContext.Current.CancellationToken);

        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml", "--why", "--result", "comparison.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var comparison = ComparisonJson.ReadFile(_workspace["comparison.json"]);
        Assert.SkipWhen(comparison.Pairs.Single().Verdict == "void", "the machine was too busy for a comparison, so there is nothing to explain");
        var profile = comparison.Profiles.ShouldHaveSingleItem(outcome.ToString());
        profile.Notes.ShouldContain(note => note.StartsWith("The own code is not judged: .NET 10", StringComparison.Ordinal), string.Join(' ', profile.Notes));
        profile.Graph.ShouldContain(frame => frame.Name == "Clinic.Schedule.ForAsync" && frame.Before > 0 && frame.Before + frame.Difference > 0, "both sides have names");
    }

    // Whether two launches are sure of a cost of 1 %, and whether it is large, is up to the machine.
    private static void ShouldJudgeOwnCode(Comparison comparison)
    {
        var profile = comparison.Profiles.Single();
        profile.OwnMicros.ShouldNotBeNull(string.Join(' ', profile.Notes));
        var judged = comparison.Pairs.Single().Judged.Where(j => j.Metric == FigureTable.OfCode).ToList();
        if (profile.WhyNoVerdict is not null || !profile.Rows.Any(row => row.IsSure)) judged.ShouldAllBe(j => j.Verdict == "same");
        else judged.ShouldHaveSingleItem().Sentence.ShouldContain("more CPU per request in its own code than before");
    }

    private async Task RefusesAsync(string experiment, string why)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "why", experiment);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(why);
    }
}
