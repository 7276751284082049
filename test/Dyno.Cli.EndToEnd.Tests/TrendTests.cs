using Dyno.History;
using Dyno.History.Tests;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno trend</c> over a real repository whose records are planted.</summary>
public sealed class TrendTests : EndToEndTest
{
    private const int Commits = 40;

    [Fact]
    public async Task A_regression_is_drawn_named_and_fails_the_build()
    {
        await MakeAsync(number => number < 30 ? 0 : -0.04);

        var console = await DynoAsync("trend", "--html", "trend.html", "--fail-on", "regression");

        console.ExitCode.ShouldBe(98, console.ToString());
        Approval.Verify(console.Out, "trend");
        var page = await File.ReadAllTextAsync(Workspace["trend.html"], Cancelled);
        page.ShouldContain("Change 30");
        page.ShouldContain("Commit by commit");
    }

    [Fact]
    public async Task A_regression_that_was_seen_before_is_not_new()
    {
        await MakeAsync(number => number < 20 ? 0 : -0.04);

        (await DynoAsync("trend", "--fail-on", "regression:new")).ExitCode.ShouldBe(0);
        (await DynoAsync("trend", "--fail-on", "regression")).ExitCode.ShouldBe(98);
    }

    [Fact]
    public async Task Without_a_change_the_build_passes()
    {
        await MakeAsync(_ => 0);

        var trend = await DynoAsync("trend", "--fail-on", "regression");

        trend.ExitCode.ShouldBe(0, trend.ToString());
    }

    // Commits that are the same on each machine, and a record of each.
    private async Task MakeAsync(Func<int, double> level)
    {
        await GitAsync(0, "init", "--quiet", "--initial-branch", "main");
        for (var i = 0; i < Commits; i++) await GitAsync(i, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--allow-empty", "-m", $"Change {i}");
        var ids = (await GitAsync(0, "rev-list", "--reverse", "HEAD")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var folder = Directory.CreateDirectory(Workspace[Path.Combine(".dyno", "history")]).FullName;
        for (var i = 0; i < Commits; i++)
        {
            var record = Sample.Record(i, level(i));
            var file = HistoryFile.Of(record with { Commit = record.Commit with { Id = ids[i] } });
            await File.WriteAllTextAsync(Path.Combine(folder, file.Name), file.Text, Cancelled);
        }
    }

    private async Task<string> GitAsync(int day, params string[] arguments)
    {
        var start = new ProcessStartInfo("git", arguments) { WorkingDirectory = Workspace.Folder, RedirectStandardOutput = true };
        var time = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).AddDays(day).ToUnixTimeSeconds();
        start.Environment["GIT_AUTHOR_DATE"] = start.Environment["GIT_COMMITTER_DATE"] = $"{time} +0000";
        using var git = Process.Start(start)!;
        var output = await git.StandardOutput.ReadToEndAsync(Cancelled);
        await git.WaitForExitAsync(Cancelled);
        git.ExitCode.ShouldBe(0, string.Join(' ', arguments));
        return output;
    }
}
