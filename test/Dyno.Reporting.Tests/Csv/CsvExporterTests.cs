namespace Dyno.Reporting.Tests;

public sealed class CsvExporterTests
{
    private static readonly ReportStyle Summary = new(100, HasColour: false);

    [Fact]
    public void Writes_a_row_for_all_requests_and_one_for_each() =>
        Approval.Verify(RunExporters.For("csv").Export(SampleRuns.Open(), Summary), "open");

    [Fact]
    public void Says_in_the_row_for_all_requests_how_many_iterations_never_began()
    {
        var rows = RunExporters.For("csv").Export(SampleRuns.OutOfTime(), Summary).Split('\n');
        var dropped = rows[0].Split(',').IndexOf("dropped_iterations");
        rows[1].Split(',')[dropped].ShouldBe("96");
        rows[2].Split(',')[dropped].ShouldBe("");
    }

    [Fact]
    public void Writes_a_row_for_each_interval() =>
        Approval.Verify(RunExporters.For("csv").Export(SampleRuns.Closed(), Summary with { Layout = ReportLayout.Series }), "closed-series");

    [Theory]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"hi\"", "\"say \"\"hi\"\"\"")]
    [InlineData("two\nlines", "\"two\nlines\"")]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("-2", "'-2")]
    [InlineData("", "")]
    public void Quotes_as_the_standard_says_and_lets_no_text_be_a_formula(string text, string field) =>
        new CsvText().Row(text, -1.5, null, true).ToString().ShouldBe($"{field},-1.5,,true\n");
}
