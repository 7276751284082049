using System.Text.Json.Nodes;
using Dyno.History.Records;
using Dyno.History.Tests.Records;
using Dyno.Testing;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno trend</c> over the records of a folder.</summary>
public sealed class TrendTests : EndToEndTest
{
    [Fact]
    public async Task A_new_regression_ends_with_98_once()
    {
        Keep(34, i => i < 30 ? 0 : -0.05);
        var seen = await DynoAsync(["trend", "--fail-on", "regression"]);
        seen.ExitCode.ShouldBe(98, seen.ToString());
        Approval.Verify(seen.Out, "trend-regression");
        (await DynoAsync(["trend", "--fail-on", "regression:new", "--newest", "10"])).ExitCode.ShouldBe(98);
        (await DynoAsync(["trend"])).ExitCode.ShouldBe(0, "nobody asked to be told");

        Keep(60, i => i < 30 ? 0 : -0.05);
        (await DynoAsync(["trend", "--fail-on", "regression:new"])).ExitCode.ShouldBe(0, "it was first seen long ago");
        (await DynoAsync(["trend", "--fail-on", "regression"])).ExitCode.ShouldBe(98);
    }

    [Fact]
    public async Task Without_a_change_it_ends_with_0_and_too_few_commits_are_said()
    {
        Keep(34, _ => 0);
        var level = await DynoAsync(["trend", "--fail-on", "regression"]);
        level.ExitCode.ShouldBe(0, level.ToString());
        Directory.Delete(Workspace[".dyno/history"], recursive: true);
        Keep(3, _ => 0);
        var few = await DynoAsync(["trend", "--fail-on", "regression:new"]);
        few.ExitCode.ShouldBe(0, few.ToString());
    }

    [Fact]
    public async Task The_page_has_what_the_console_says()
    {
        Keep(34, i => i < 30 ? 0 : -0.05);
        var outcome = await DynoAsync(["trend", "--json", "--html", "trend.html"]);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var changes = JsonNode.Parse(outcome.Out)!["series"]![0]!["changes"]!.AsArray();
        changes.Count.ShouldBe(1, outcome.Out);
        var page = await File.ReadAllTextAsync(Workspace["trend.html"], Cancelled);
        page.ShouldStartWith("<!doctype html>", Case.Insensitive);
        page.ShouldContain("/orders");
        page.ShouldContain("Change 30");
    }

    private void Keep(int count, Func<int, double> level) => new RecordFolder(Workspace[".dyno/history"]).Add(Sample.Files(count, level));
}
