namespace Dyno.Subjects.Tests;

public sealed class GitRevisionTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-git-");

    [Fact]
    public async Task A_clean_folder_gives_its_commit_and_a_changed_one_says_dirty()
    {
        var file = Path.Combine(_root.FullName, "file");
        await File.WriteAllTextAsync(file, "one", TestContext.Current.CancellationToken);
        Git("init", "-q");
        Git("add", ".");
        Git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "first");

        var clean = (await Describe()).ShouldNotBeNull();
        clean.ShouldMatch("^[0-9a-f]{40}$");
        await File.WriteAllTextAsync(Path.Combine(_root.FullName, "new"), "untracked", TestContext.Current.CancellationToken);
        (await Describe()).ShouldBe(clean);
        await File.WriteAllTextAsync(file, "two", TestContext.Current.CancellationToken);
        (await Describe()).ShouldBe(clean + "-dirty");
    }

    [Fact]
    public async Task A_folder_deep_inside_a_repository_gives_its_commit_and_one_without_commits_nothing()
    {
        Git("init", "-q");
        (await Describe()).ShouldBeNull();
        Git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "--allow-empty", "-m", "first");
        var inside = _root.CreateSubdirectory("with blanks/deep").FullName;
        (await GitRevision.DescribeAsync(inside, TestContext.Current.CancellationToken)).ShouldBe(await Describe());
        (await Describe()).ShouldNotBeNull().ShouldMatch("^[0-9a-f]{40}$");
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_gives_nothing() =>
        (await GitRevision.DescribeAsync(Path.Combine(_root.FullName, "none"), TestContext.Current.CancellationToken)).ShouldBeNull();

    [Fact]
    public async Task A_folder_outside_any_repository_gives_nothing() => (await Describe()).ShouldBeNull();

    public void Dispose() => _root.Delete(recursive: true);

    private Task<string?> Describe() => GitRevision.DescribeAsync(_root.FullName, TestContext.Current.CancellationToken);

    private void Git(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = _root.FullName })!;
        process.WaitForExit();
        process.ExitCode.ShouldBe(0);
    }
}
