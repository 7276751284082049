namespace Dyno.History.Tests;

public sealed class BranchRemoteTests : IDisposable
{
    private readonly Repositories _repositories = new();
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _repositories.Dispose();

    [Fact]
    public async Task What_one_clone_pushes_another_pulls_and_the_checkout_stays_as_it_was()
    {
        var one = _repositories.Clone("one");
        File.WriteAllText(Path.Combine(one, "staged.cs"), "");
        Repositories.Git(one, "add", "staged.cs");
        var before = Repositories.Git(one, "status", "--porcelain", "--branch");
        var files = Sample.Files(3);

        (await Remote(one).PushAsync(files, Cancellation)).ShouldBe(3);
        (await Remote(one).PushAsync(files, Cancellation)).ShouldBe(0);

        Repositories.Git(one, "status", "--porcelain", "--branch").ShouldBe(before);
        Repositories.Git(one, "branch").ShouldBe("* main");
        (await PullAsync(_repositories.Clone("other"))).ShouldBe(files, ignoreOrder: true);
    }

    [Fact]
    public async Task Pushes_at_once_lose_no_record()
    {
        var files = Sample.Files(12);
        string[] clones = [.. Enumerable.Range(0, 4).Select(i => _repositories.Clone($"clone{i}"))];

        await Task.WhenAll(clones.Select((clone, i) => Task.Run(() => Remote(clone).PushAsync(files[(3 * i)..(3 * i + 3)], Cancellation))));

        (await PullAsync(_repositories.Clone("reader"))).ShouldBe(files, ignoreOrder: true);
    }

    [Fact]
    public async Task A_shallow_clone_pushes_and_pulls()
    {
        await Remote(_repositories.Clone("whole")).PushAsync(Sample.Files(1), Cancellation);
        Repositories.Commit(_repositories.Clone("more"), "More");

        var shallow = _repositories.Clone("shallow", "--depth=1");
        await Remote(shallow).PushAsync(Sample.Files(2), Cancellation);

        (await PullAsync(shallow)).ShouldBe(Sample.Files(2), ignoreOrder: true);
    }

    [Fact]
    public async Task A_repository_without_an_origin_has_a_local_branch()
    {
        var alone = _repositories.Clone("alone");
        Repositories.Git(alone, "remote", "remove", "origin");

        await Remote(alone).PushAsync(Sample.Files(2), Cancellation);
        await Remote(alone).PushAsync(Sample.Files(3), Cancellation);

        (await PullAsync(alone)).ShouldBe(Sample.Files(3), ignoreOrder: true);
    }

    [Fact]
    public async Task A_refused_push_says_what_right_is_missing()
    {
        var clone = _repositories.Clone("refused");
        var hooks = Path.Combine(Path.GetDirectoryName(clone)!, "origin.git", "hooks");
        Directory.CreateDirectory(hooks);
        var hook = Path.Combine(hooks, "pre-receive");
        File.WriteAllText(hook, "#!/bin/sh\necho 'GH006: protected branch' >&2\nexit 1\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(hook, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        var fault = await Should.ThrowAsync<UserFault>(() => Remote(clone).PushAsync(Sample.Files(1), Cancellation));

        fault.Message.ShouldStartWith("branch dyno-data cannot be pushed");
        fault.Hint.ShouldNotBeNull().ShouldContain("contents: write");
    }

    [Fact]
    public async Task Of_a_branch_that_somebody_damaged_the_whole_records_are_read_and_more_are_added()
    {
        var files = Sample.Files(5);
        await Remote(_repositories.Clone("one")).PushAsync(files[..3], Cancellation);
        var editor = _repositories.Clone("editor", "--branch=dyno-data");
        var records = Path.Combine(editor, "records");
        File.WriteAllText(Path.Combine(records, files[0].Name), files[0].Text[..100]);
        File.WriteAllText(Path.Combine(records, files[1].Name), files[1].Text.Replace("\"v1.2.0\"", "\"v9.9.9\"", StringComparison.Ordinal));
        File.WriteAllText(Path.Combine(records, "notes.txt"), "mine");
        File.CreateSymbolicLink(Path.Combine(records, "link-" + files[2].Name), "/etc/passwd");
        Directory.CreateDirectory(Path.Combine(records, "folder"));
        File.WriteAllText(Path.Combine(records, "folder", files[3].Name), "[]");
        Repositories.Git(editor, "add", ".");
        Repositories.Commit(editor, "Tidy up");
        Repositories.Git(editor, "push", "--quiet", "origin", "dyno-data");

        var other = _repositories.Clone("other");
        (await Remote(other).PushAsync(files[3..], Cancellation)).ShouldBe(2);

        var read = RecordSet.Of(await PullAsync(other));
        read.Records.Select(record => record.Commit.Id).ShouldBe([Sample.Commit(2), Sample.Commit(3), Sample.Commit(4)], ignoreOrder: true);
        foreach (var damaged in files[..2]) read.Skipped.ShouldContain(note => note.Contains(damaged.Name, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_branch_that_was_put_back_or_deleted_gets_the_records_again()
    {
        var files = Sample.Files(4);
        var clone = _repositories.Clone("one");
        await Remote(clone).PushAsync(files[..2], Cancellation);
        var before = Repositories.Git(clone, "ls-remote", "origin", "refs/heads/dyno-data").Split('\t')[0];
        await Remote(clone).PushAsync(files, Cancellation);

        Repositories.Git(clone, "push", "--quiet", "--force", "origin", $"{before}:refs/heads/dyno-data");
        (await Remote(clone).PushAsync(files, Cancellation)).ShouldBe(2);
        Repositories.Git(clone, "push", "--quiet", "--delete", "origin", "dyno-data");
        (await Remote(clone).PushAsync(files, Cancellation)).ShouldBe(4);

        (await PullAsync(_repositories.Clone("reader"))).ShouldBe(files, ignoreOrder: true);
    }

    [Theory, InlineData("-x"), InlineData("a..b"), InlineData("a b"), InlineData("x.lock"), InlineData("https://localhost/x"), InlineData("s3://"), InlineData("")]
    public void What_is_no_remote_is_refused_with_what_to_write(string text) =>
        Should.Throw<UserFault>(() => HistoryRemote.Parse(text, TimeProvider.System, Environment.CurrentDirectory)).Hint.ShouldNotBeNull().ShouldContain("s3://");

    private static BranchRemote Remote(string folder) => new(folder, "dyno-data", TimeProvider.System);

    private static async Task<ImmutableArray<HistoryFile>> PullAsync(string folder) =>
        await Remote(folder).PullAsync(ImmutableHashSet<string>.Empty, Cancellation);
}
