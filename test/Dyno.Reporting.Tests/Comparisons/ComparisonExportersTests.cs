namespace Dyno.Reporting.Tests;

public sealed class ComparisonExportersTests
{
    [Fact]
    public void Markdown_says_the_verdicts_first_and_folds_the_rest_away() => Approval.Verify(Of("md", SampleComparisons.Runtimes()), "runtimes");

    [Fact]
    public void Markdown_of_a_void_experiment_gives_no_verdict() => Approval.Verify(Of("md", SampleComparisons.Void()), "void");

    [Fact]
    public void The_comment_for_a_pull_request_has_the_verdicts_what_would_have_been_seen_and_the_first_reason() =>
        Approval.Verify(PullRequestSummary.Of(Judged(), "https://ci.example/runs/7"), "pull-request");

    /// <summary>Two revisions: the table has the metrics of the one pair.</summary>
    [Fact]
    public void The_comment_on_two_revisions_has_a_row_for_each_metric()
    {
        var all = SampleComparisons.Revisions();
        PairResult[] pairs = [all.Pairs[0] with { SmallestVisible = 0.028, Judged = [Judgement("server.cpuPerRequest", "slower"), Judgement("p99", "unclear")] }, all.Pairs[1]];
        Approval.Verify(PullRequestSummary.Of(all with { Pairs = [.. pairs], Health = all.Health with { Findings = [.. all.Health.Findings.Take(1)] } }, "https://ci.example/runs/8"), "pull-request-revisions");

        static MetricVerdict Judgement(string metric, string verdict) => new() { Metric = metric, Verdict = verdict, Level = 0.95, Sentence = $"slower has more {metric} than main." };
    }

    [Fact]
    public void The_comment_is_neutral_about_what_is_unclear_and_gives_a_void_experiment_no_verdict()
    {
        var all = SampleComparisons.Runtimes();
        PullRequestSummary.Of(all with { Pairs = [.. all.Pairs.Where(p => p.Verdict == "unclear")] }, null).ShouldStartWith("### ⚪ path=/hello: net10-datas-off against net8: unclear");
        var empty = PullRequestSummary.Of(SampleComparisons.Void(), null);
        empty.ShouldStartWith("### ⚪ runtime-throughput: no verdict, 3 of 10 rounds were void");
        empty.ShouldNotContain("▲");
    }

    /// <summary>Names come from files and repositories of strangers.</summary>
    [Fact]
    public void Markup_in_names_has_no_effect_in_the_comment()
    {
        var all = SampleComparisons.Revisions();
        var hostile = PullRequestSummary.Of(all with
        {
            Pairs = [all.Pairs[0] with { Variant = "``` |<img src=x>\n@team", Sentence = "<!-- dyno --> [x](https://evil.example) @team" }],
        }, null);

        hostile.ShouldNotContain("<img");
        hostile.ShouldNotContain("<!--");
        hostile.ShouldNotContain("@team");
        hostile.ShouldNotContain("](https://");
        hostile.Split("```").Length.ShouldBe(3);
    }

    [Theory]
    [InlineData("console")]
    [InlineData("md")]
    [InlineData("html")]
    public void What_would_have_been_seen_stands_behind_every_verdict_on_every_screen(string format)
    {
        var text = string.Join(' ', Of(format, Judged()).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

        text.ShouldContain("Smallest detectable change: 1.2 %; to be sure of any difference of 1 % takes about 9 min in all.");
        text.ShouldContain("(2.9 to 3.1 %), sure. Smallest detectable change: 1.1 %.");
        text.ShouldContain("9 min, would likely decide. Smallest detectable change: 3.4 %; to be sure of any difference of 1 % takes about 21 min in all.");
    }

    [Fact]
    public void Verdicts_on_further_metrics_stand_behind_the_first_on_every_screen()
    {
        Of("console", Judged()).ShouldContain("  ▼ net9 has 3.0 % more allocated bytes per request than net8 (2.9 to 3.1 %), sure.");
        Of("md", Judged()).ShouldContain("net9 has 3.0 % more allocated bytes per request than net8 (2.9 to 3.1 %), sure.");
        Of("html", Judged()).ShouldContain("net9 has 3.0 % more allocated bytes per request than net8");
    }

    // As `judge: [rate, server.allocatedPerRequest]` makes it.
    private static Comparison Judged()
    {
        var all = SampleComparisons.Runtimes();
        var allocated = new MetricVerdict
        {
            Metric = "server.allocatedPerRequest",
            Verdict = "slower",
            Sentence = "net9 has 3.0 % more allocated bytes per request than net8 (2.9 to 3.1 %), sure.",
            Level = 0.975,
            IsStructural = true,
            Outlook = "Smallest detectable change: 1.1 %.",
        };
        return all with
        {
            Pairs = [.. all.Pairs.Where(p => p.Cell == all.Pairs[0].Cell).Select((p, i) => i == 0
                ? p with { Judged = [allocated], Outlook = "Smallest detectable change: 1.2 %; to be sure of any difference of 1 % takes about 9 min in all." } : p)],
        };
    }

    [Fact]
    public void Metrics_of_a_script_have_a_table_of_their_own()
    {
        var markdown = Of("md", SampleComparisons.Scripted());
        var tables = markdown.Split("\n## ").ToDictionary(section => section.Split('\n')[0]);

        tables["Metrics of the script"].ShouldContain("| net9 against net8 | checkout\\_time avg | 11.5 ms | 23.0 ms | +100 % | +90 % to +110 % | 10 |");
        tables["Metrics of the script"].ShouldContain("| orders\\_ok | 80 % | 55.9 % | −24.1 points | – | 10 |");
        tables["Metrics of the script"].ShouldContain("| check: is 200 | 100 % | 100 % | 0 points |");
        tables["Other metrics"].ShouldNotContain("checkout");
        Of("html", SampleComparisons.Scripted()).ShouldContain("Metrics of the script");
    }

    [Fact]
    public void Json_reads_back_as_the_same_comparison()
    {
        var json = Of("json", SampleComparisons.Runtimes());

        ResultDocument.Write(ComparisonJson.Read(json, "test")).ShouldBe(json);
        json.ShouldContain("\"series\"");
    }

    [Fact]
    public void A_comparison_without_pairs_trials_or_series_is_shown_too()
    {
        var empty = SampleComparisons.Runtimes() with { Pairs = [], Trials = [], Variants = [] };

        foreach (var exporter in ComparisonExporters.All) Should.NotThrow(() => exporter.Export(empty, new ReportStyle(100, HasColour: false)));
    }

    private static string Of(string format, Comparison comparison) =>
        ComparisonExporters.All.Single(exporter => exporter.Format == format)
            .Export(comparison, new ReportStyle(100, HasColour: false) { Layout = ReportLayout.Full });
}
