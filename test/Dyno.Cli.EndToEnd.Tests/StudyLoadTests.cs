namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The loads of the studies that a page tells people to type, shortened where a script says itself how long it is.</summary>
[Trait("Length", "Long")]
public sealed class StudyLoadTests : ExperimentTest
{
    private static readonly string Ladder = Path.Combine(RepositoryRoot.Path, "studies", "hybridcache-ladder");
    private static readonly string Sockets = Path.Combine(RepositoryRoot.Path, "studies", "sockets");

    [Fact, Trait("Guest", "k6")]
    public async Task Users_of_the_chat_say_something_and_hear_it()
    {
        var script = await ShortenedAsync(Path.Combine(Sockets, "chat.js"), ("}, 1000);", "}, 200);"), ("10000);", "1500);"));
        var result = await RunAsync([script, "--subject", Path.Combine(Sockets, "Chat"), "-u", "3", "-d", "1s", "--no-thresholds"]);

        var heard = result.Measured.Checks.ShouldHaveSingleItem();
        heard.Name.ShouldBe("the answer is what was said");
        heard.Passes.ShouldBeGreaterThan(0);
        heard.Fails.ShouldBe(0);
        MetricOf(result, "ws_sessions")["count"].ShouldBeGreaterThanOrEqualTo(3);
        MetricOf(result, "echo_time").ShouldNotBeEmpty();
    }

    [Fact, Trait("Guest", "k6")]
    public async Task The_article_s_load_keeps_its_rate_and_its_users()
    {
        var script = await ShortenedAsync(Path.Combine(Ladder, "load.js"), ("duration: '1m'", "duration: '2s'"));
        var result = await BookstoreAsync([script], rung: "hybrid-local");

        result.Plan.Scenarios.ShouldHaveSingleItem().Name.ShouldBe("max_load_test");
        result.Measured.Totals.PlannedStarts!.Value.ShouldBeInRange(59_900, 60_100, "30,000 a second, whatever the server does");
        result.Measured.Totals.Requests.ShouldBeGreaterThan(0);
        result.Measured.Checks.Select(c => (c.Name, c.Fails)).ShouldBe([("status is 200", 0L), ("body is not empty", 0L)]);
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Reads_and_updates_go_to_both_instances()
    {
        var result = await BookstoreAsync([Path.Combine(Ladder, "mixed.js"), "-e", "TIME=2s", "--instances", "2"]);

        var checks = result.Measured.Checks.ToDictionary(c => c.Name);
        foreach (var name in (string[])["read is 200", "update is acknowledged"])
        {
            checks[name].Passes.ShouldBeGreaterThan(0, name);
            checks[name].Fails.ShouldBe(0, name);
        }
        foreach (var name in (string[])["stale_on_same_instance", "stale_on_other_instance", "stale_on_other_instance_after_300ms"])
            MetricOf(result, name)["rate"].ShouldBe(0, "this rung keeps nothing");
        result.Server.ShouldNotBeNull().Instances.Length.ShouldBe(2);
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_thousand_callers_at_once_ask_the_database_once_on_each_instance()
    {
        string[] load = [Path.Combine(Ladder, "stampede.js"), "--instances", "2", "-u", "1", "-i", "1"];
        var result = await BookstoreAsync(load, rung: "hybrid-local");

        result.Measured.Checks.ShouldHaveSingleItem().Passes.ShouldBe(1);
        MetricOf(result, "factory_runs")["max"].ShouldBe(2);
        MetricOf(result, "statements")["max"].ShouldBeGreaterThanOrEqualTo(2);
    }

    [Fact]
    public async Task A_change_on_one_instance_is_read_on_the_other_by_requests()
    {
        var result = await BookstoreAsync([Path.Combine(Ladder, "consistency.http"), "--instances", "2", "-d", "1s", "--fail-on", "check"]);

        string.Join(" | ", result.Measured.Checks.Select(c => c.Name)).ShouldMatch("body contains .*The first title.*body contains .*The second title");
        result.Measured.Checks.ShouldAllBe(c => c.Passes > 0 && c.Fails == 0);
        result.Plan.Scenarios.Single().Steps.Select(s => new Uri(s.Url!).Port).Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public async Task A_change_on_one_instance_is_read_on_the_other_by_code()
    {
        await File.WriteAllTextAsync(Workspace["short.json"], """
            { "GlobalSettings": { "ScenariosSettings": [
              { "ScenarioName": "change here and read there", "LoadSimulationsSettings": [{ "IterationsForConstant": [1, 20] }] } ] } }
            """, Cancelled);
        string[] load = [Path.Combine(Ladder, "consistency.cs"), "--instances", "2"];
        var result = await BookstoreAsync(load, ["--", "--config", Workspace["short.json"]]);

        var scenario = result.Measured.Scenarios.ShouldHaveSingleItem();
        (scenario.Iterations, scenario.FailedIterations).ShouldBe((20, 0));
        result.Server.ShouldNotBeNull().Instances.Length.ShouldBe(2);
    }

    // Both instances share a database; on the lowest rung nothing is kept beside it.
    private Task<RunResult> BookstoreAsync(string[] load, string[]? last = null, string rung = "ef-no-tracking") => RunAsync(
    [
        .. load, "--subject", Path.Combine(Ladder, "Bookstore"),
        "--subject-env", $"Bookstore__Read={rung}", "--subject-env", $"Bookstore__Sqlite={Workspace["books.db"]}",
    ], last);

    private async Task<RunResult> RunAsync(string[] words, string[]? last = null)
    {
        var run = await DynoAsync(["run", .. words, "--result", "result.json", "--no-store", .. last ?? []]);
        run.ExitCode.ShouldBe(0, run.ToString());
        return RunResultJson.ReadFile(Workspace["result.json"]);
    }

    // Every text that is replaced has to be there: a script that changes must not be run at its full length.
    private async Task<string> ShortenedAsync(string script, params (string From, string To)[] words)
    {
        var text = await File.ReadAllTextAsync(script, Cancelled);
        foreach (var (from, to) in words)
        {
            text.ShouldContain(from);
            text = text.Replace(from, to, StringComparison.Ordinal);
        }
        await File.WriteAllTextAsync(Workspace[Path.GetFileName(script)], text, Cancelled);
        return Workspace[Path.GetFileName(script)];
    }

    private static ImmutableSortedDictionary<string, double> MetricOf(RunResult result, string name) =>
        result.Measured.Metrics.Single(m => m.Name == name).Values;
}
