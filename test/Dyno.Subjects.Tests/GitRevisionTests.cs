using System.Diagnostics;

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
