namespace Dyno.Cli.EndToEnd.Tests;

public sealed class HistoryTests : EndToEndTest
{
    private const string Old = "20250101-120000-2222";
    private const string Older = "20240101-120000-3333";

    [Fact]
    public async Task Lists_shows_tags_and_prunes_what_run_has_kept()
    {
        var newest = await KeepThreeRunsAsync();

        (await LinesAsync("history")).Skip(1).Select(line => line.Split(' ')[0]).ShouldBe([newest, Old, Older]);
        (await LinesAsync("tag", Older, "baseline", "release/1.4")).ShouldBe([$"{Older}: baseline, release/1.4"]);
        (await LinesAsync("history", "--filter", "tag=baseline")).Skip(1).ShouldHaveSingleItem().ShouldStartWith(Older);
        (await DynoAsync("show", "baseline")).Out.ShouldContain($"Tags       baseline, release/1.4\nFile       .dyno/runs/{Older}.json\n");
        (await DynoAsync("show", "2024")).Out.ShouldContain("Tags       baseline");
        (await DynoAsync("report", "baseline")).Out.ShouldBe((await DynoAsync("report", Older)).Out);

        (await LinesAsync("prune", "--older", "30d", "--dry-run"))[0].ShouldBe($"would remove {Old}");
        Workspace.StoredRuns.Length.ShouldBe(3);
        var pruned = await LinesAsync("prune", "--older", "30d");
        pruned[0].ShouldBe($"removed {Old}");
        pruned[1].ShouldMatch("^1 run, .* kB; 1 old run stayed because of tags");
        (await LinesAsync("history")).Skip(1).Select(line => line.Split(' ')[0]).ShouldBe([newest, Older]);

        (await LinesAsync("tag", Older, "baseline", "release/1.4", "--remove")).ShouldBe([$"{Older}: no tags"]);
        (await LinesAsync("prune", "--keep", "1"))[0].ShouldBe($"removed {Older}");
        Directory.GetFiles(Workspace[".dyno/runs"]).ShouldHaveSingleItem().ShouldEndWith($"{newest}.json");
    }

    [Fact]
    public async Task Prints_the_list_as_json()
    {
        var newest = await KeepThreeRunsAsync();

        using var json = JsonDocument.Parse((await DynoAsync("history", "--json")).Out);

        json.RootElement.GetArrayLength().ShouldBe(3);
        json.RootElement[0].GetProperty("id").GetString().ShouldBe(newest);
        json.RootElement[0].GetProperty("requests").GetInt64().ShouldBe(20);
        json.RootElement[0].GetProperty("tags").GetArrayLength().ShouldBe(0);
    }

    [Fact]
    public async Task Names_a_document_it_cannot_read_and_lists_the_others()
    {
        await KeepThreeRunsAsync();
        await File.WriteAllTextAsync(Workspace[$".dyno/runs/{Old}.json"], "{ cut", Cancelled);

        var outcome = await DynoAsync("history");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(3);
        outcome.Error.ShouldContain($"{Old}.json: cannot be read");
    }

    [Fact]
    public async Task Says_how_to_fill_an_empty_store()
    {
        var outcome = await DynoAsync("history");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldBeEmpty();
        outcome.Error.ShouldContain("no run is stored here yet");
    }

    [Theory]
    [InlineData("show nothing", "no run is stored here")]
    [InlineData("tag last 2x", "'2x' cannot be a tag")]
    [InlineData("tag last", "NAME is missing")]
    [InlineData("prune", "neither --keep nor --older says which runs to remove")]
    [InlineData("prune --older 30", "'30' is not a time with a unit")]
    [InlineData("prune --keep -1", "-1 is below zero")]
    [InlineData("history --filter ratte>3", "did you mean rate?")]
    public async Task Says_what_to_type_instead(string arguments, string message)
    {
        var outcome = await DynoAsync(arguments.Split(' '));
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
    }

    [Fact]
    public async Task Stored_runs_are_compared_by_their_tags()
    {
        await KeepThreeRunsAsync();
        await DynoAsync("tag", Old, "first");
        await DynoAsync("tag", Older, "http");

        var outcome = await DynoAsync("compare", "first", "http");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("2 stored results");
        outcome.Out.ShouldContain("http against first: ");
    }

    [Fact]
    public async Task Completes_ids_and_tags()
    {
        var newest = await KeepThreeRunsAsync();
        await DynoAsync("tag", Old, "baseline");

        var words = await LinesAsync("[suggest:10]", "dyno show ");

        words.ShouldContain("last");
        words.ShouldContain(newest);
        words.ShouldContain("baseline");
    }

    // One real run, and its document as if there had been others before.
    private async Task<string> KeepThreeRunsAsync()
    {
        (await DynoAsync("run", Url, "-i", "20", "-c", "2", "-q")).ExitCode.ShouldBe(0);
        var document = Workspace.StoredRuns.ShouldHaveSingleItem();
        foreach (var id in (string[])[Old, Older]) File.Copy(document, Workspace[$".dyno/runs/{id}.json"]);
        return Path.GetFileNameWithoutExtension(document);
    }

    private async Task<string[]> LinesAsync(params string[] args)
    {
        var outcome = await DynoAsync(args);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        return outcome.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
