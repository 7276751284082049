namespace Dyno.Results.Tests;

public sealed class RunStoreTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-store-").FullName;

    private RunStore Store => new(Path.Combine(_folder, ".dyno", "runs"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_run_is_kept_under_its_id_and_read_back()
    {
        var stored = Store.Save(Run("20261121-104233-k3f9"));

        stored.Path.ShouldBe(Path.Combine(_folder, ".dyno", "runs", "20261121-104233-k3f9.json"));
        Store.Get("20261121-104233-k3f9").Id.ShouldBe("20261121-104233-k3f9");
    }

    [Fact]
    public void Runs_are_listed_newest_first_and_the_last_has_a_word()
    {
        foreach (var id in new[] { "20261121-104233-k3f9", "20261122-090000-2222", "20251231-235959-zzzz" }) Store.Save(Run(id));

        Store.List().Select(run => run.Id).ShouldBe(["20261122-090000-2222", "20261121-104233-k3f9", "20251231-235959-zzzz"]);
        Store.Get("last").Id.ShouldBe("20261122-090000-2222");
    }

    [Fact]
    public void The_beginning_of_an_id_is_enough_when_it_fits_one()
    {
        foreach (var id in new[] { "20261121-104233-k3f9", "20261121-104234-2222" }) Store.Save(Run(id));

        Store.Find("20261121-104234").Id.ShouldBe("20261121-104234-2222");
        Should.Throw<UserFault>(() => Store.Find("20261121"))
            .ShouldSatisfyAllConditions(
                e => e.Message.ShouldBe("2 stored runs begin with 20261121"),
                e => e.Hint.ShouldBe("write one id in full, e.g. 20261121-104234-2222"));
        Should.Throw<UserFault>(() => Store.Find("2027"))
            .ShouldSatisfyAllConditions(
                e => e.Message.ShouldBe("there is no stored run 2027"),
                e => e.Hint.ShouldBe("write `last` or 20261121-104234-2222"));
    }

    [Fact]
    public void What_is_no_plain_file_is_no_run()
    {
        if (OperatingSystem.IsWindows()) return;
        Store.Save(Run("20261121-104233-k3f9"));
        var folder = Path.Combine(_folder, ".dyno", "runs");
        File.CreateSymbolicLink(Path.Combine(folder, "20261122-104233-zero.json"), "/dev/zero");
        using var fifo = System.Diagnostics.Process.Start("mkfifo", [Path.Combine(folder, "20261123-104233-pipe.json")]);
        fifo.WaitForExit();

        Store.List().Select(run => run.Id).ShouldBe(["20261121-104233-k3f9"]);
    }

    [Fact]
    public void A_folder_that_leads_elsewhere_is_refused()
    {
        if (OperatingSystem.IsWindows()) return;
        var elsewhere = Directory.CreateDirectory(Path.Combine(_folder, "elsewhere")).FullName;
        Directory.CreateSymbolicLink(Path.Combine(_folder, ".dyno"), elsewhere);

        Should.Throw<UserFault>(() => Store.Save(Run("20261121-104233-k3f9"))).Message.ShouldContain("is a link to");
        Should.Throw<UserFault>(() => Store.List()).Message.ShouldContain("is a link to");
        Directory.EnumerateFileSystemEntries(elsewhere).ShouldBeEmpty();
    }

    [Fact]
    public void An_empty_store_says_how_to_fill_it()
    {
        Store.List().ShouldBeEmpty();
        Should.Throw<UserFault>(() => Store.Get("last")).Hint.ShouldBe("run `dyno run` here first, or name a file");
    }

    [Fact]
    public void A_run_whose_id_is_taken_gets_a_new_one_of_the_same_time()
    {
        var run = Run("20261121-104203-k3f9") with { StartedAt = new DateTimeOffset(2026, 11, 21, 10, 42, 3, TimeSpan.Zero) };

        var (first, second) = (Store.Save(run), Store.Save(run));

        second.Id.ShouldNotBe(first.Id);
        second.Id.ShouldStartWith("20261121-104203-");
        Store.Get(second.Id).Id.ShouldBe(second.Id);
    }

    [Fact]
    public async Task Many_runs_saved_at_once_are_all_whole()
    {
        var run = Run("20261121-104233-k3f9");

        var stored = await Task.WhenAll(Enumerable.Range(0, 40).Select(_ => Task.Run(() => Store.Save(run))));

        stored.Select(s => s.Id).Distinct().Count().ShouldBe(40);
        foreach (var one in Store.List()) Store.Get(one.Id).Measured.Totals.Requests.ShouldBe(run.Measured.Totals.Requests);
        Store.List().Length.ShouldBe(40);
    }

    [Fact]
    public void A_reader_never_sees_a_half_and_nothing_is_left_behind()
    {
        Store.Save(Run("20261121-104233-k3f9"));

        Directory.GetFiles(Store.Folder).ShouldHaveSingleItem().ShouldEndWith("20261121-104233-k3f9.json");
    }

    [Fact]
    public void The_store_keeps_itself_out_of_git()
    {
        Store.Save(Run("20261121-104233-k3f9"));

        File.ReadAllText(Path.Combine(_folder, ".dyno", ".gitignore")).ShouldBe("*\n");
    }

    [Fact]
    public void A_folder_that_cannot_be_made_is_a_failure_in_words()
    {
        File.WriteAllText(Path.Combine(_folder, ".dyno"), "a file where the folder should be");

        var failure = Should.Throw<UserFault>(() => Store.Save(Run("20261121-104233-k3f9")));

        failure.Message.ShouldContain("cannot be written");
        failure.Hint.ShouldBe("run Dyno in a writable folder with free disk space, or with --no-store");
    }

    [Fact]
    public void Ids_sort_by_time_and_are_unique()
    {
        var moment = new DateTimeOffset(2026, 11, 21, 10, 42, 33, TimeSpan.FromHours(2));
        var ids = Enumerable.Range(0, 200).Select(_ => RunId.At(moment)).ToList();

        ids.ShouldAllBe(id => System.Text.RegularExpressions.Regex.IsMatch(id, "^20261121-084233-[2-9b-z]{4}$"));
        ids.Distinct().Count().ShouldBeGreaterThan(190);
        string.CompareOrdinal(RunId.At(moment.AddSeconds(1)), ids.Max(StringComparer.Ordinal)).ShouldBeGreaterThan(0);
    }

    private static RunResult Run(string id) => FilledRun.Create(name => name) with { Id = id };
}
