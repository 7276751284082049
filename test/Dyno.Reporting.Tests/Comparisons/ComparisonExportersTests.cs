using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;
using Dyno.Testing;

namespace Dyno.Reporting.Tests.Comparisons;

public sealed class ComparisonExportersTests
{
    [Fact]
    public void Markdown_says_the_verdicts_first_and_folds_the_rest_away() => Approval.Verify(Of("md", SampleComparisons.Runtimes()), "runtimes");

    [Fact]
    public void Markdown_of_a_void_experiment_gives_no_verdict() => Approval.Verify(Of("md", SampleComparisons.Void()), "void");

    [Fact]
    public void Json_reads_back_as_the_same_comparison()
    {
        var json = Of("json", SampleComparisons.Runtimes());

        ComparisonJson.Write(ComparisonJson.Read(json, "test")).ShouldBe(json);
        json.ShouldContain("\"series\"");
    }

    [Fact]
    public void A_comparison_without_pairs_trials_or_series_is_shown_too()
    {
        var empty = SampleComparisons.Runtimes() with { Pairs = [], Trials = [], Variants = [] };

        foreach (var exporter in ComparisonExporters.All) Should.NotThrow(() => exporter.Export(empty, new ReportStyle(100, HasColour: false)));
    }

    private static string Of(string format, Comparison comparison) =>
        ComparisonExporters.All.Single(exporter => exporter.Format == format).Export(comparison, new ReportStyle(100, HasColour: false));
}
