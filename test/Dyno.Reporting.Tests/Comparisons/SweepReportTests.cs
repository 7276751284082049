namespace Dyno.Reporting.Tests;

/// <summary>What <c>dyno tune</c> shows.</summary>
public sealed class SweepReportTests
{
    private static readonly SweepResult Sweep = new()
    {
        Find = "best",
        Over = "load.CALLERS",
        Goals = ["p99.9 < 20ms", "p99.9 < 5ms"],
        From = 1,
        To = 200,
        Findings =
        [
            Finding("p99.9 < 20ms", 100) with { BendKnee = 50, ScalabilityKnee = 104 },
            Finding("p99.9 < 5ms", 50),
        ],
        Points = [Point(1, 4_000, 2e6), Point(50, 20_000, 4e6), Point(100, 21_000, 11e6, "p99.9 < 5ms"), Point(200, 19_000, 40e6, "p99.9 < 20ms", "p99.9 < 5ms")],
    };

    [Fact]
    public void The_answers_are_the_verdict_of_the_page()
    {
        var verdict = ComparisonVerdictWords.Of(With(Sweep, HealthState.Healthy));

        verdict.Word.ShouldBe("found");
        verdict.Tone.ShouldBe(Tone.Good);
        verdict.Sentence.ShouldBe("It has the highest rate that meets p99.9 < 20ms at 100. It has the highest rate that meets p99.9 < 5ms at 50.");
    }

    [Fact]
    public void A_goal_that_cannot_be_met_and_a_busy_machine_are_a_reservation()
    {
        var unmet = Sweep with { Findings = [Sweep.Findings[0], Finding("p99.9 < 5ms", null)] };

        ComparisonVerdictWords.Of(With(unmet, HealthState.Healthy)).ShouldSatisfyAllConditions(v => v.Word.ShouldBe("not found"), v => v.Tone.ShouldBe(Tone.Doubtful));
        ComparisonVerdictWords.Of(With(Sweep, HealthState.Strained)).Tone.ShouldBe(Tone.Doubtful);
    }

    [Fact]
    public void A_search_without_a_point_is_void_for_readers_and_for_programs()
    {
        var unknown = With(Sweep with { Points = [], Findings = [Finding("p99.9 < 5ms", null) with { Sentence = "it is unknown whether it meets p99.9 < 5ms: the search did not finish" }] }, HealthState.Void);

        ComparisonVerdictWords.Of(unknown).ShouldSatisfyAllConditions(v => v.Word.ShouldBe("void"), v => v.Tone.ShouldBe(Tone.Bad));
        ComparisonConclusion.Of(unknown).ShouldStartWith("No answer may be concluded: the search is void");
        foreach (var format in (string[])["console", "md", "json"])
            ComparisonExporters.All.Single(e => e.Format == format).Export(unknown, new ReportStyle(100, HasColour: false)).ToLowerInvariant().ShouldContain("void");
    }

    [Fact]
    public void Each_metric_that_is_not_always_zero_has_a_curve_with_its_interval()
    {
        var charts = SweepCharts.Of(Sweep).ToList();

        charts.Select(c => c.Title).ShouldBe(["Good answers per second by CALLERS", "Response time p99.9 by CALLERS"]);
        charts.Select(c => c.Id).ShouldBeUnique();
        charts[1].Lines.Select(l => l.Name).ShouldBe(["p99.9", "p99.9, lower end", "p99.9, upper end"]);
        charts[1].Lines[2].Values.Select(v => v ?? 0).ShouldBe([2.2e6, 4.4e6, 12.1e6, 44e6], 1e3);
        charts[1].Labels.ShouldBe(["1", "50", "100", "200"]);
    }

    [Theory]
    [InlineData(104.0, "the curve of callers over load.CALLERS bends most at 50 (Kneedle) and peaks at 104 by the Universal Scalability Law")]
    [InlineData(900.0, "the curve of callers over load.CALLERS bends most at 50 (Kneedle) and has no peak among these values by the Universal Scalability Law")]
    public void The_bend_and_the_peak_of_the_curve_are_said(double peak, string sentence) =>
        SweepKnees.Of(Sweep with { Findings = [Sweep.Findings[0] with { ScalabilityKnee = peak }] }).ShouldBe([sentence]);

    private static Comparison With(SweepResult sweep, HealthState health) =>
        SampleComparisons.Void() with { Sweep = sweep, Pairs = [], Health = new HealthRecord { State = health, Findings = [] } };

    private static SweepFinding Finding(string goal, double? value) => new()
    {
        Variant = "callers",
        Goal = goal,
        Low = value,
        High = value,
        Sentence = $"it has the highest rate that meets {goal} at {value}",
    };

    private static SweepPoint Point(double callers, double rate, double p999, params string[] missed) => new()
    {
        Variant = "callers",
        Rate = callers,
        IsBeyond = missed.Length == 2,
        Missed = [.. missed],
        Objective = Figure("rate", rate),
        Others = [Figure("p99.9", p999), new SweepObjective { Metric = "errors", Value = 0, Low = 0, High = 0 }],
    };

    private static SweepObjective Figure(string metric, double value) => new() { Metric = metric, Value = value, Low = 0.9 * value, High = 1.1 * value };
}
