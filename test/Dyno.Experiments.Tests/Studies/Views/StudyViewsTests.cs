namespace Dyno.Experiments.Tests;

public sealed class StudyViewsTests
{
    private static readonly StudyExperiment Main = new("main", "experiment.yaml");
    private static readonly StudyChart Threads = new("Threads", new FigureMeasure(Main, "a", "rate", ""), StudySeries.All.Single(s => s.Name == "threads"));

    [Fact]
    public void A_chart_has_a_value_for_each_second_of_the_measurement()
    {
        var points = ((int Second, double? Threads)[])[(-1, 1), (1, 2), (2, 3), (4, 5), (5, null)];
        var series = new TrialSeries([.. points.Select(p => new TrialPoint { Seconds = p.Second, ThreadPoolThreads = p.Threads })]);
        var result = Trials.Comparison(1, 1);
        result = result with { Trials = [.. result.Trials.Select(t => t with { Series = series })] };
        StudyViews.Of(Threads, _ => result).ShouldNotBeNull().Values.ShouldBe([2, 2, 3, 3, 5], "a second that did not arrive is as the one before");
    }

    [Fact]
    public void Without_a_measurement_there_is_no_chart_and_a_row_without_a_figure()
    {
        StudyViews.Of(Threads, _ => null).ShouldBeNull();
        StudyViews.Of(Threads, _ => Trials.Comparison(1, 1)).ShouldBeNull("its seconds were not kept");
        var table = new StudyTable("Rates", [], [new StudyTableRow("a", [Threads.Measure])]);
        StudyViews.Of(table, _ => null).Rows.Single().Figures.Single().Measured.ShouldBe("");
        var row = StudyViews.Of(table, _ => Trials.Comparison(6, 1)).Rows.Single();
        row.Figures.Single().Measured.ShouldBe("1,002/s");
        row.Figures.Single().Interval.ShouldBe("1,000/s to 1,004/s");
    }
}
