namespace Dyno.Subjects.Tests;

public sealed class GitWorktreeTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-worktree-").FullName;

    public GitWorktreeTests()
    {
        Git("init", "-q", "-b", "main");
        Directory.CreateDirectory(Path.Combine(_folder, "src"));
        Commit("one");
        Git("tag", "first");
        Commit("two");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Another_state_of_the_repository_lies_beside_the_working_copy_until_it_is_disposed()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder, "src", "text"), "not committed", TestContext.Current.CancellationToken);
        string there;
        await using (var worktree = await CheckOutAsync("first"))
        {
            there = worktree.PathOf(Path.Combine(_folder, "src", "text"));
            (await File.ReadAllTextAsync(there, TestContext.Current.CancellationToken)).ShouldBe("one");
        }
        File.Exists(there).ShouldBeFalse();
        Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(1);
        (await File.ReadAllTextAsync(Path.Combine(_folder, "src", "text"), TestContext.Current.CancellationToken)).ShouldBe("not committed");
    }

    [Fact]
    public async Task The_commits_between_two_revisions_are_counted_in_both_directions()
    {
        await using var first = await CheckOutAsync("first");
        await using var main = await CheckOutAsync("main");
        (await main.DistanceFromAsync(first, TestContext.Current.CancellationToken)).ShouldBe((1, 0));
        (await first.DistanceFromAsync(main, TestContext.Current.CancellationToken)).ShouldBe((0, 1));
        (await main.DistanceFromAsync(main, TestContext.Current.CancellationToken)).ShouldBeNull();
    }

    [Fact]
    public async Task What_a_killed_Dyno_left_is_replaced()
    {
        var left = await CheckOutAsync("first");
        await File.WriteAllTextAsync(Path.Combine(left.Folder, "src", "text"), "dirty", TestContext.Current.CancellationToken);
        await using var again = await CheckOutAsync("first");
        (await File.ReadAllTextAsync(Path.Combine(again.Folder, "src", "text"), TestContext.Current.CancellationToken)).ShouldBe("one");
    }

    [Fact]
    public async Task Two_revisions_of_one_commit_share_a_folder_and_the_second_leaves_what_the_first_one_has_there()
    {
        await using var first = await CheckOutAsync("main");
        var built = Path.Combine(first.Folder, "src", "built");
        await File.WriteAllTextAsync(built, "by the first", TestContext.Current.CancellationToken);
        await using var second = await CheckOutAsync("HEAD", first);
        second.Folder.ShouldBe(first.Folder);
        File.Exists(built).ShouldBeTrue();
        (await second.DistanceFromAsync(first, TestContext.Current.CancellationToken)).ShouldBe((0, 0));
    }

    /// <summary>What came to main after the fork is no change of the branch.</summary>
    [Fact]
    public async Task A_branch_is_compared_with_the_commit_from_which_it_forked()
    {
        var fork = Git("rev-parse", "main").Trim();
        Git("checkout", "-q", "-b", "branch");
        Commit("of the branch");
        Git("checkout", "-q", "main");
        Commit("three");
        Commit("four");
        await using var worktree = await CheckOutAsync("main...branch");

        worktree.Commit.ShouldBe(fork);
        worktree.Fork.ShouldBe($"main has 2 commits that branch lacks: branch is compared with {fork[..8]}, the commit of main where it forked");
    }

    /// <summary>A push after a merge or a rebase is compared with the new commit of the fork.</summary>
    [Theory]
    [InlineData("merge", "-q", "-s", "ours", "-m", "takes main in", "main")]
    [InlineData("rebase", "-q", "-X", "theirs", "main")]
    public async Task The_commit_of_the_fork_moves_with_a_branch_that_takes_main_in(params string[] takes)
    {
        Git("checkout", "-q", "-b", "branch");
        Commit("of the branch");
        Git("checkout", "-q", "main");
        Commit("three");
        var three = Git("rev-parse", "main").Trim();
        Git("checkout", "-q", "branch");
        Git(["-c", "user.name=a", "-c", "user.email=a@b", .. takes]);
        Git("checkout", "-q", "main");
        Commit("four");
        await using var worktree = await CheckOutAsync("main...branch");

        worktree.Commit.ShouldBe(three);
        worktree.Fork.ShouldBe($"main has 1 commit that branch lacks: branch is compared with {three[..8]}, the commit of main where it forked");
    }

    [Theory]
    [InlineData("first...main", "first")] // main has all of first
    [InlineData("main...first", "main")]  // the older one is the variant
    [InlineData("main...main", "main")]
    public async Task Without_a_fork_the_revision_itself_is_meant(string revision, string expected)
    {
        await using var worktree = await CheckOutAsync(revision);
        (worktree.Commit, worktree.Fork).ShouldBe((Git("rev-parse", expected).Trim(), null));
    }

    [Theory]
    [InlineData("nowhere...main", "there is no revision 'nowhere' in ")]
    [InlineData("nowhere", "there is no revision 'nowhere' in ")]
    [InlineData("--help", "'--help' is not a revision")]
    public async Task An_unknown_revision_is_named(string revision, string message)
    {
        var failure = await Should.ThrowAsync<UserFault>(() => CheckOutAsync(revision));
        failure.Message.ShouldStartWith(message);
        failure.Reason.ShouldBe(SubjectFault.WrongInput);
    }

    [Fact]
    public async Task A_folder_outside_of_every_repository_is_named()
    {
        var outside = Directory.CreateTempSubdirectory("dyno-outside-").FullName;
        try
        {
            var failure = await Should.ThrowAsync<UserFault>(() => GitWorktree.CheckOutAsync(outside, "main", outside, [], CancellationToken.None));
            failure.Message.ShouldBe($"{outside} is not in a git repository");
        }
        finally
        {
            Directory.Delete(outside);
        }
    }

    [Theory]
    [InlineData("first", "there is no revision 'first'")]
    [InlineData("origin/main...HEAD", "the commit where HEAD forked from origin/main is not in this clone")]
    public async Task In_a_shallow_clone_what_is_missing_is_fetched(string revision, string message)
    {
        Git("checkout", "-q", "-b", "topic", "first");
        Commit("three");
        Git("checkout", "-q", "main");
        var shallow = Path.Combine(_folder, "shallow");
        Git("clone", "-q", "--depth=1", "--no-single-branch", "--no-tags", "--branch", "topic", new Uri(_folder).AbsoluteUri, shallow);
        var failure = await Should.ThrowAsync<UserFault>(
            () => GitWorktree.CheckOutAsync(shallow, revision, Path.Combine(shallow, ".dyno"), [], CancellationToken.None));
        failure.Message.ShouldStartWith(message);
        failure.Hint.ShouldNotBeNull().ShouldContain("git fetch --unshallow");
    }

    private Task<GitWorktree> CheckOutAsync(string revision, params GitWorktree[] others) =>
        GitWorktree.CheckOutAsync(Path.Combine(_folder, "src"), revision, Path.Combine(_folder, ".dyno"), others, CancellationToken.None);

    private void Commit(string text)
    {
        File.WriteAllText(Path.Combine(_folder, "src", "text"), text);
        Git("add", ".");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", text);
    }

    private string Git(params string[] arguments)
    {
        var start = new ProcessStartInfo("git", arguments) { WorkingDirectory = _folder, RedirectStandardOutput = true };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0);
        return output;
    }
}
