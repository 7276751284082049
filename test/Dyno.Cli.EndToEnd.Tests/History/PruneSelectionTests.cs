namespace Dyno.Cli.EndToEnd.Tests;

public sealed class PruneSelectionTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-prune-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Keeps_the_newest() => Removed(new PruneOptions { Keep = 2 }).ShouldBe(["20261101-120000-3333", "20261001-120000-4444"]);

    [Fact]
    public void Removes_what_is_older() => Removed(new PruneOptions { OlderThan = TimeSpan.FromDays(30) }).ShouldBe(["20261001-120000-4444"]);

    [Fact]
    public void Removes_only_what_is_both_old_and_not_among_the_newest() =>
        Removed(new PruneOptions { Keep = 3, OlderThan = TimeSpan.FromDays(10) }).ShouldBe(["20261001-120000-4444"]);

    [Fact]
    public void Never_removes_a_tagged_run_unless_told()
    {
        var runs = Runs();
        RunTags.Set(runs[4], ["baseline"]);

        var selection = PruneSelection.Of(runs, new PruneOptions { Keep = 0 }, Now);

        selection.Removed.ShouldNotContain(runs[4]);
        selection.KeptForTags.ShouldBe(1);
        PruneSelection.Of(runs, new PruneOptions { Keep = 0, IncludesTagged = true }, Now).Removed.ShouldContain(runs[4]);
    }

    [Fact]
    public void Never_removes_a_file_that_dyno_did_not_name() => Removed(new PruneOptions { Keep = 0 }).ShouldNotContain("notes");

    private IEnumerable<string> Removed(PruneOptions options) => PruneSelection.Of(Runs(), options, Now).Removed.Select(run => run.Id);

    private StoredRun[] Runs() =>
        [.. new[] { "notes", "20261121-110000-1111", "20261120-120000-2222", "20261101-120000-3333", "20261001-120000-4444" }
            .Select(id => new StoredRun(id, Path.Combine(_folder, id + ".json")))];
}
