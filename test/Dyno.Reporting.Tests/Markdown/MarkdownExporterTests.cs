namespace Dyno.Reporting.Tests;

public sealed class MarkdownExporterTests
{
    private static readonly ReportStyle Summary = new(100, HasColour: false);
    private static readonly ReportStyle Steps = Summary with { Layout = ReportLayout.Steps };

    [Fact]
    public void Says_the_verdict_first_then_the_figures() => Approval.Verify(Of(SampleRuns.Open(), Summary), "open");

    [Fact]
    public void Says_void_before_every_number() => Approval.Verify(Of(SampleRuns.Void(), Summary), "void");

    [Fact]
    public void Lays_out_good_and_failed_requests_as_tables_of_labels_and_figures() => Approval.Verify(Of(SampleRuns.Errors(), Steps), "errors-steps");

    [Fact]
    public void Lays_out_each_request_of_a_session() => Approval.Verify(Of(SampleRuns.Open(), Steps), "open-steps");

    /// <summary>Which scenario they belonged to is not recorded: they stand above all.</summary>
    [Fact]
    public void Says_of_several_scenarios_together_what_was_cut_and_dropped()
    {
        var run = SampleRuns.Open();
        var totals = run.Measured.Totals with { InterruptedIterations = 1_811 };
        run = run with
        {
            Plan = run.Plan with { Scenarios = [run.Plan.Scenarios[0], run.Plan.Scenarios[0] with { Name = "other" }] },
            Measured = run.Measured with { Totals = totals },
        };

        var text = Of(run, Steps);

        text.ShouldContain("> cut count: `1811` begun and cut before they ended, neither ok nor fail\n>\n> dropped count: `12` never begun");
        text.ShouldNotContain("|cut count|");
    }

    [Fact]
    public void Sets_no_rate_that_open_scenarios_offered_beside_the_requests_of_closed_ones_too()
    {
        var run = SampleRuns.Open();
        Of(run, Summary).ShouldContain("(offered");
        Of(run with { Plan = run.Plan with { Model = LoadModel.Mixed } }, Summary).ShouldNotContain("(offered");
    }

    [Fact]
    public void Says_of_an_offered_rate_that_it_is_of_iterations_where_these_have_several_requests()
    {
        var run = SampleRuns.Open();
        var totals = run.Measured.Totals with { Iterations = run.Measured.Totals.Requests / 2 };
        Of(run with { Measured = run.Measured with { Totals = totals } }, Summary).ShouldContain("offered: 20,000 iterations/s");
    }

    [Theory]
    [InlineData(ReportLayout.Summary)]
    [InlineData(ReportLayout.Steps)]
    public void Lets_no_markup_of_a_result_take_effect(ReportLayout layout)
    {
        var text = Of(HostileRun.Of(SampleRuns.Errors()), Summary with { Layout = layout });

        // Inside a code span nothing is markup; everything outside one is escaped.
        var outside = System.Text.RegularExpressions.Regex.Replace(text, "`[^`\n]*`", "");
        outside.ShouldNotContain("<script");
        outside.ShouldNotContain("<img");
        outside.ShouldNotMatch(@"(?<!\\)\]\(");
        outside.ShouldNotContain("@all");
        text.Split('\n').Where(line => line.StartsWith('|')).GroupBy(line => System.Text.RegularExpressions.Regex.Count(line, @"(?<!\\)\|"))
            .Select(group => group.Key).ShouldBeSubsetOf([3, 4, 5, 6, 7, 8, 11, 14]);
    }

    private static string Of(RunResult run, ReportStyle style) => RunExporters.For("md").Export(run, style);
}
