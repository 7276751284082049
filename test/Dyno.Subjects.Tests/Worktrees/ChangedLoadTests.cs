namespace Dyno.Subjects.Tests;

/// <summary>Both sides of a comparison get the load of the baseline when the branch changes it.</summary>
public sealed class ChangedLoadTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-load-").FullName;

    public ChangedLoadTests()
    {
        Git("init", "-q", "-b", "main");
        Commit("load.http", "GET http://localhost/a");
        Git("checkout", "-q", "-b", "topic");
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_load_that_the_branch_changes_is_the_baselines()
    {
        var fork = Git("rev-parse", "main").Trim();
        Commit("load.http", "GET http://localhost/b");
        (await FindAsync()).ShouldBe(new ChangedLoad(fork, "load.http"));
    }

    /// <summary>A body, rows of data, a module of a script.</summary>
    [Fact]
    public async Task A_load_that_reads_a_file_that_the_branch_changes_is_the_baselines()
    {
        Git("checkout", "-q", "main");
        Commit("body.json", "{}");
        var fork = Git("rev-parse", "main").Trim();
        Git("checkout", "-q", "-B", "topic");
        Commit("other", "x");
        (await FindAsync(reads: ["body.json"])).ShouldBeNull("unchanged");
        Commit("body.json", """{"a":1}""");
        (await FindAsync(reads: ["body.json", "load.http", "/etc/hostname"])).ShouldBe(new ChangedLoad(fork, "body.json"));
        (await FindAsync()).ShouldBeNull("the load does not read it");
    }

    [Fact]
    public async Task A_load_in_code_is_its_folder()
    {
        Git("checkout", "-q", "main");
        Directory.CreateDirectory(PathOf("loads"));
        Commit("loads/Program.cs", "// one");
        Git("checkout", "-q", "-B", "topic");
        Commit("loads/Orders.cs", "// two");
        (await FindAsync("loads"))!.File.ShouldBe("loads/Orders.cs");
    }

    /// <summary>What main did since is no change of the branch.</summary>
    [Fact]
    public async Task A_load_that_only_the_baseline_changed_is_the_working_copys()
    {
        Commit("other", "x");
        Git("checkout", "-q", "main");
        Commit("load.http", "GET http://localhost/c");
        Git("checkout", "-q", "topic");
        (await FindAsync()).ShouldBeNull();
    }

    [Fact]
    public async Task A_load_that_is_new_unchanged_or_edited_and_not_committed_is_the_working_copys()
    {
        (await FindAsync()).ShouldBeNull("unchanged");
        Commit("new.http", "GET http://localhost/new");
        (await FindAsync("new.http")).ShouldBeNull("new");
        Commit("load.http", "GET http://localhost/b");
        await File.WriteAllTextAsync(PathOf("load.http"), "GET http://localhost/edited", Cancelled);
        (await FindAsync()).ShouldBeNull("edited");
        Git("worktree", "list").Trim().Split('\n').ShouldHaveSingleItem();
    }

    [Fact]
    public async Task What_is_no_file_or_no_revision_is_left_to_those_who_read_it()
    {
        (await FindAsync("missing.http")).ShouldBeNull();
        (await ChangedLoad.FindAsync(PathOf("load.http"), [], "nowhere", "topic", Cancelled)).ShouldBeNull();
        (await ChangedLoad.FindAsync(PathOf("load.http"), [], "--output=x", "topic", Cancelled)).ShouldBeNull();
    }

    private Task<ChangedLoad?> FindAsync(string load = "load.http", params string[] reads) =>
        ChangedLoad.FindAsync(PathOf(load), [.. reads.Select(PathOf)], "main", "topic", Cancelled);

    private string PathOf(string name) => Path.Combine(_folder, name);

    private void Commit(string name, string text)
    {
        File.WriteAllText(PathOf(name), text);
        Git("add", name);
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", text);
    }

    private string Git(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = _folder, RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, string.Join(' ', arguments));
        return output;
    }
}
