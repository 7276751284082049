using Dyno.Outputs;
using Dyno.Reporting;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The line of <c>server.timers</c> in the table of figures declares a counter of the runtime, and everything that takes figures takes it.</summary>
public sealed class FigureEverywhereTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-figures-");

    [Fact]
    public void It_is_a_threshold_and_a_goal()
    {
        ThresholdParser.TryParse("server.timers < 8", out var threshold, out var error).ShouldBeTrue(error);
        new ThresholdEvaluator([threshold!], ResultMetrics.Of(Watched("a", 0, 7))).Finish().ShouldHaveSingleItem().Passed.ShouldBeTrue();
        new ThresholdEvaluator([threshold!], ResultMetrics.Of(Watched("b", 0, 9))).Finish().ShouldHaveSingleItem().Passed.ShouldBeFalse();

        Plan("sweep: { over: connections, range: 1..5, goal: 'server.timers < 8' }").Sweep!.Goals.ShouldHaveSingleItem().ToString().ShouldBe("server.timers < 8");
    }

    [Fact]
    public void It_is_measured_in_every_trial_and_no_headline_only_because_it_can_be_zero()
    {
        Should.Throw<UserFault>(() => Plan("compare: { baseline: a, headline: server.timers }")).Message.ShouldContain("server.timers can be zero and has no ratio");
        StoredComparison.Of([("a", Watched("a", 0, 7)), ("b", Watched("b", 60, 9))]).Trials.Select(trial => trial.Metrics["server.timers"]).ShouldBe([7, 9]);
    }

    [Fact]
    public void It_is_in_live_outputs()
    {
        var snapshot = new RunSnapshot
        {
            Phase = RunPhase.Measure,
            Elapsed = TimeSpan.FromSeconds(1),
            Planned = TimeSpan.FromSeconds(9),
            Requests = 1,
            FailedRequests = 0,
            RequestsPerSecond = 1,
            DroppedIterations = 0,
            ActiveVirtualUsers = 1,
            P50Nanos = 1,
            P99Nanos = 1,
            Errors = ImmutableSortedDictionary<string, long>.Empty,
            Server = new ServerMoment { Counters = Counters(7) },
        };

        PrometheusPage.Of([new OutputPoint(DateTimeOffset.UnixEpoch, "run", snapshot)]).ShouldContain("dyno_server_timers{run=\"run\",phase=\"measure\"} 7");
    }

    [Fact]
    public void It_is_in_the_report_and_on_the_pages_of_dyno_ui()
    {
        var report = HtmlFragment.Of(Watched("a", 0, 7)); // the pages show this fragment

        report.Body.ShouldContain("Active timers");
        report.Charts.ShouldContain("Active timers");
    }

    [Fact]
    public void It_is_a_filter_of_the_history()
    {
        var stored = new RunStore(Path.Combine(_folder.FullName, "runs")).Save(Watched("20261121-104233-k3f9", 0, 7));

        var digest = RunDigestReader.Read(stored);
        RunFilter.Of(["server.timers>5"], DateTimeOffset.UnixEpoch)(digest).ShouldBeTrue();
        RunFilter.Of(["server.timers>7"], DateTimeOffset.UnixEpoch)(digest).ShouldBeFalse();
    }

    [Fact]
    public void It_is_merged_by_its_kind() => RunMerge.Of([Watched("a", 0, 7), Watched("b", 60, 9)]).Figures["server.timers"].ShouldBe(9);

    public void Dispose() => _folder.Delete(recursive: true);

    private Dyno.Experiments.ExperimentPlan Plan(string more) => ExperimentReader.ReadText(
        "subject: { url: 'http://127.0.0.1:1' }\nvariants: { a: {}, b: {} }\nload: { url: / }\n"
        + (more.StartsWith("compare", StringComparison.Ordinal) ? "" : "compare: { baseline: a }\n") + more + "\n",
        "x.yaml", _folder.FullName, new ExperimentOverrides());

    private static ImmutableSortedDictionary<string, double> Counters(double value) =>
        new Dictionary<string, double> { ["server.timers"] = value }.ToImmutableSortedDictionary();

    private static RunResult Watched(string id, double second, double value)
    {
        var run = RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", "run-result.v1.json"));
        var point = run.Server!.Runtime!.Series[0];
        var runtime = run.Server.Runtime with
        {
            Counters = Counters(value),
            Series = [point with { Seconds = 1 }, point with { Seconds = 2 }],
            CounterSeries = ImmutableSortedDictionary<string, ImmutableArray<double?>>.Empty.Add("server.timers", [value - 1, value]),
        };
        return run with
        {
            Id = id,
            StartedAt = run.StartedAt.AddSeconds(second),
            EndedAt = run.StartedAt.AddSeconds(second + 10),
            Server = run.Server with { Runtime = runtime },
        };
    }
}
