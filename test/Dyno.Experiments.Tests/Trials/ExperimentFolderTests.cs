namespace Dyno.Experiments.Tests;

public sealed class ExperimentFolderTests : IDisposable
{
    private static readonly ExperimentPlan Plan = new()
    {
        Name = "x",
        Source = "x.yaml",
        Text = "subject: x",
        BaseDirectory = "/",
        Variants = [new VariantPlan { Name = "a", Load = "/", Subject = new() }],
        Rounds = 5,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
    };

    private readonly string _root = Directory.CreateTempSubdirectory("dyno-folder-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void Trials_are_there_again_as_they_were_and_a_line_cut_off_by_a_crash_is_not()
    {
        using (var folder = ExperimentFolder.Create(_root, "20261121-101112-abcd", Plan))
        {
            folder.Keep(Trial(1));
            folder.Keep(Trial(2));
            File.AppendAllText(Path.Combine(folder.Path, "trials.jsonl"), "{\"round\":3,\"vari");
        }
        using var again = ExperimentFolder.FindBegun(_root, Plan with { Seed = 99, Rounds = 9 }, out var seed)!;
        seed.ShouldBe(7);
        again.Trials().Select(t => t.Round).ShouldBe([1, 2]);
        again.Trials()[0].Metrics["rate"].ShouldBe(12.5);
        again.IsFinished.ShouldBeFalse();
    }

    [Fact]
    public void Another_experiment_is_not_gone_on_with()
    {
        ExperimentFolder.Create(_root, "20261121-101112-abcd", Plan).Dispose();
        ExperimentFolder.FindBegun(_root, Plan with { Text = "subject: y" }, out _).ShouldBeNull();
        ExperimentFolder.FindBegun(Path.Combine(_root, "nowhere"), Plan, out _).ShouldBeNull();
    }

    [Fact]
    public void Nothing_is_left_of_one_that_is_not_kept()
    {
        string path;
        using (var folder = ExperimentFolder.Create(null, "20261121-101112-abcd", Plan))
        {
            path = folder.Path;
            folder.Keep("a", Reporting.Tests.SampleRuns.Closed()).ShouldBe("0001-a.json");
            folder.Read("0001-a.json").ShouldNotBeNull();
            folder.Read("0002-a.json").ShouldBeNull();
        }
        Directory.Exists(path).ShouldBeFalse();
    }

    private static TrialRecord Trial(int round) => new()
    {
        Round = round,
        Variant = "a",
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 12.5),
    };
}
