using System.Collections.Immutable;
using Dyno.History.Records;
using Dyno.History.Remotes;
using Dyno.History.Tests.Records;
using Dyno.Results.Problems;

namespace Dyno.History.Tests.Remotes;

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

    [Theory, InlineData("-x"), InlineData("a..b"), InlineData("a b"), InlineData("x.lock"), InlineData("https://localhost/x"), InlineData("s3://"), InlineData("")]
    public void What_is_no_remote_is_refused_with_what_to_write(string text) =>
        Should.Throw<UserFault>(() => HistoryRemote.Parse(text, TimeProvider.System)).Hint.ShouldNotBeNull().ShouldContain("s3://");

    private static BranchRemote Remote(string folder) => new(folder, "dyno-data", TimeProvider.System);

    private static async Task<ImmutableArray<HistoryFile>> PullAsync(string folder) =>
        await Remote(folder).PullAsync(ImmutableHashSet<string>.Empty, Cancellation);
}
