namespace Dyno.Reporting.Tests;

/// <summary>What a person sees of a comparison on the terminal.</summary>
public sealed class ComparisonReportTests
{
    [Fact]
    public void Shows_the_table_then_the_noise_floor_then_the_reasons() => Approval.Verify(Of(SampleComparisons.Runtimes(), 100), "console-runtimes");

    [Fact]
    public void Fits_on_eighty_columns() => Of(SampleComparisons.Runtimes(), 80).Split('\n').ShouldAllBe(line => line.Length <= 80);

    /// <summary>Whatever an experiment has to say: the answer stands above the prompt, and the table on the same screen.</summary>
    [Theory]
    [InlineData(80)]
    [InlineData(100)]
    public void In_short_it_fits_a_screen_of_24_lines_and_ends_with_a_verdict(int width)
    {
        var all = SampleComparisons.Runtimes();
        Comparison[] comparisons = [all, SampleComparisons.Void(), SampleComparisons.Scripted(), SampleComparisons.Revisions()];
        var reports = comparisons.Select(comparison => ComparisonReport.Render(comparison, new ReportStyle(width, HasColour: false))).ToList();

        Approval.Verify(string.Join("\n------\n", reports), $"console-short-{width}");
        reports.ShouldAllBe(report => report.TrimEnd().Split('\n').Length <= 24);
        reports.ShouldAllBe(report => report.Split('\n').All(line => line.Length <= width));
        reports.ShouldAllBe(report => !report.Contains("Legend", StringComparison.Ordinal));
    }

    [Fact]
    public void In_short_rate_and_CPU_time_are_one_sentence()
    {
        var all = SampleComparisons.Revisions();
        MetricVerdict work = new() { Metric = "server.cpuPerRequest", Verdict = "slower", Level = 0.95, Sentence = "slower has 8.0 % more work." };
        MetricVerdict tail = work with { Metric = "p99", Sentence = "slower has a longer tail." };
        var comparison = all with { Pairs = [all.Pairs[0] with { Judged = [work, tail], Sentence = "slower is 8.1 % slower; server CPU per request +8.0 %." }] };

        var brief = ComparisonReport.Render(comparison, new ReportStyle(100, HasColour: false));
        brief.ShouldContain(tail.Sentence);
        brief.ShouldNotContain(work.Sentence);
        Of(comparison, 100).ShouldContain(work.Sentence);
    }

    [Fact]
    public void A_wide_screen_has_the_interval_of_each_rate_in_its_own_unit() =>
        Of(SampleComparisons.Void(), 110).ShouldContain("41,000/s [40,");

    [Fact]
    public void A_void_experiment_gives_no_verdict() => Approval.Verify(Of(SampleComparisons.Void(), 100), "console-void");

    [Fact]
    public void Names_services_launches_that_lie_apart_and_questions_that_stay_open()
    {
        var all = SampleComparisons.Runtimes();
        var services = ImmutableArray.Create(new ServiceUse("db", "postgres", 0.42, 91.5, 40e6, 1.25), new ServiceUse("cache", "redis", 0.001, 0.2, 9e6, 0));
        Approval.Verify(Of(all with
        {
            Variants = [.. all.Variants.Where(v => v.Cell == "path=/hello").Take(2).Select(v => v with { Services = services })],
            Pairs = [all.Pairs[0] with { Outlook = null, Verdict = "unclear", Sentence = "net9 against net8: unclear, measured 1.9 % faster (0.10 % slower to 3.8 % faster)." }],
            Trials = [.. all.Trials.Select((t, i) => t with { IsOutlier = i == 7 })],
        }, 100), "console-services");
    }

    [Fact]
    public void Stored_results_have_no_rounds() =>
        Of(SampleComparisons.Scripted() with { Interleaved = false }, 100).Split('\n')[0].ShouldBe("runtime-throughput  21 stored results");

    [Fact]
    public void Sets_the_metrics_of_a_script_and_the_checks_that_changed_side_by_side() =>
        Approval.Verify(Of(SampleComparisons.Scripted(), 100), "console-scripted");

    private static string Of(Comparison comparison, int width) =>
        ComparisonReport.Render(comparison, new ReportStyle(width, HasColour: false) { Layout = ReportLayout.Full });
}
