using System.Diagnostics;
using Dyno.Subjects.Worktrees;

namespace Dyno.Subjects.Tests.Worktrees;

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
        Commit("load.http", "GET http://localhost/b");
        await using var baseline = await BaselineAsync();
        var file = baseline.ShouldNotBeNull().PathOf(PathOf("load.http"));
        (await File.ReadAllTextAsync(file, Cancelled)).ShouldBe("GET http://localhost/a");
        (await File.ReadAllTextAsync(PathOf("load.http"), Cancelled)).ShouldBe("GET http://localhost/b");
    }

    /// <summary>What main did since is no change of the branch.</summary>
    [Fact]
    public async Task A_load_that_only_the_baseline_changed_is_the_working_copys()
    {
        Commit("other", "x");
        Git("checkout", "-q", "main");
        Commit("load.http", "GET http://localhost/c");
        Git("checkout", "-q", "topic");
        (await BaselineAsync()).ShouldBeNull();
    }

    [Fact]
    public async Task A_load_that_is_new_unchanged_or_edited_and_not_committed_is_the_working_copys()
    {
        (await BaselineAsync()).ShouldBeNull("unchanged");
        Commit("new.http", "GET http://localhost/new");
        (await BaselineAsync("new.http")).ShouldBeNull("new");
        Commit("load.http", "GET http://localhost/b");
        await File.WriteAllTextAsync(PathOf("load.http"), "GET http://localhost/edited", Cancelled);
        (await BaselineAsync()).ShouldBeNull("edited");
        Git("worktree", "list").Trim().Split('\n').ShouldHaveSingleItem();
    }

    [Fact]
    public async Task What_is_no_file_or_no_revision_is_left_to_those_who_read_it()
    {
        (await BaselineAsync("missing.http")).ShouldBeNull();
        (await ChangedLoad.BaselineAsync(PathOf("load.http"), "nowhere", "topic", PathOf(".dyno"), Cancelled)).ShouldBeNull();
        (await ChangedLoad.BaselineAsync(PathOf("load.http"), "--output=x", "topic", PathOf(".dyno"), Cancelled)).ShouldBeNull();
    }

    private Task<GitWorktree?> BaselineAsync(string file = "load.http") => ChangedLoad.BaselineAsync(PathOf(file), "main", "topic", PathOf(".dyno"), Cancelled);

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
