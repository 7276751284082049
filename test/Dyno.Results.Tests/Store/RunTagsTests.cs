namespace Dyno.Results.Tests;

public sealed class RunTagsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-tags-").FullName;

    private RunStore Store => new(_folder);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("baseline", true)]
    [InlineData("release/1.4_b-2", true)]
    [InlineData("Größe", true)]
    [InlineData("2026", false)]
    [InlineData("last", false)]
    [InlineData("", false)]
    [InlineData("two words", false)]
    [InlineData("-x", false)]
    public void A_tag_can_never_be_taken_for_an_id_or_an_option(string tag, bool isValid) => RunTags.IsValid(tag).ShouldBe(isValid);

    [Fact]
    public void Tags_live_beside_the_document_which_stays_as_it_was()
    {
        var run = Save("20261121-104233-k3f9");
        var before = File.ReadAllBytes(run.Path);

        RunTags.Set(run, ["zebra", "baseline"]);

        RunTags.Of(run).ShouldBe(["baseline", "zebra"]);
        File.ReadAllBytes(run.Path).ShouldBe(before);
        Store.List().Length.ShouldBe(1);
    }

    [Fact]
    public void A_tag_finds_its_newest_run()
    {
        var (old, middle, _) = (Save("20261121-104233-k3f9"), Save("20261122-104233-k3f9"), Save("20261123-104233-k3f9"));
        RunTags.Set(old, ["baseline"]);
        RunTags.Set(middle, ["baseline"]);

        Store.Find("baseline").ShouldBe(middle);
    }

    [Fact]
    public void A_removed_run_takes_its_tags_with_it()
    {
        var (run, other) = (Save("20261121-104233-k3f9"), Save("20261122-104233-k3f9"));
        RunTags.Set(run, ["baseline"]);

        File.WriteAllText(Path.ChangeExtension(run.Path, ".html"), "a report");
        Store.Remove(run);
        File.Exists(Path.ChangeExtension(run.Path, ".html")).ShouldBeFalse();

        Directory.GetFiles(_folder).ShouldBe([other.Path]);
    }

    [Fact]
    public void A_run_of_another_store_is_never_removed()
    {
        var run = Save("20261121-104233-k3f9");

        Should.Throw<ArgumentException>(() => new RunStore(Path.Combine(_folder, "other")).Remove(run));

        File.Exists(run.Path).ShouldBeTrue();
    }

    private StoredRun Save(string id) => Store.Save(FilledRun.Create(name => name) with { Id = id });
}
