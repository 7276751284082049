namespace Dyno.Reporting.Tests;

public sealed class ProfileReportTests
{
    private const string Sentence = "`Shop.SkuRules.IsValid` (new in this diff, src/Rules.cs:41) costs +2.3 µs of CPU time per request (+1.9 to +2.7), 82 % of the difference of +2.8 µs.";

    private static readonly Comparison Profiled = SampleComparisons.Runtimes() with
    {
        Profiles =
        [
            new ProfileRecord
            {
                Baseline = "net8", Variant = "net10", Sentence = Sentence, Sampler = "perf", Bias = "The kernel's sampler saw all code.",
                Launches = 2, Samples = 11_700, BeforeMicros = 62.8, DifferenceMicros = 2.8, MeasuredMicros = 3.1, Explained = 0.82,
                Rows =
                [
                    new ProfileRow
                    {
                        Method = "Shop.SkuRules.IsValid", File = "src/Rules.cs", Line = 41, Revision = "new", Before = 0.7, Difference = 2.3, Low = 1.9, High = 2.7,
                        Call = "Regex..ctor", CallDifference = 2.1, IsCallNew = true, AllocatedBytes = 2754, AllocatedType = "Int32[]", Events = ["throws FormatException in 33 % of the requests"],
                    },
                    new ProfileRow { Method = "(libcoreclr.so)", Before = 4.4, Difference = 1, Low = 0.2, High = 1.8 },
                ],
                Graph =
                [
                    new FlameFrame { Parent = -1, Name = "all", Kind = "unknown", Before = 62.8, Difference = 2.8, Half = 0.5 },
                    new FlameFrame { Parent = 0, Name = "</script><b>", Kind = "user", Before = 1, Difference = 2, Half = 0.2 },
                ],
                Notes = ["12 samples were lost."],
            },
        ],
    };

    [Theory]
    [InlineData("console")]
    [InlineData("md")]
    [InlineData("html")]
    public void Every_format_has_the_sentence_and_the_table(string format)
    {
        var text = string.Join(' ', Of(format).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

        foreach (var part in (string[])["82 % of the difference of +2.8", "+1.9 to +2.7", "src/Rules.cs:41", "(libcoreclr.so)", "+2,754", "12 samples were lost."])
            (format == "html" ? text.Replace("&#x2B;", "+", StringComparison.Ordinal) : text.Replace("\\", "", StringComparison.Ordinal)).ShouldContain(part);
    }

    [Fact]
    public void The_page_has_the_flame_graph_and_no_name_becomes_markup()
    {
        var page = Of("html");

        page.ShouldContain("<figure class=\"flame\">");
        page.ShouldContain("\"difference\":2,");
        page.ShouldNotContain("</script><b>");
    }

    [Fact]
    public void The_comment_for_a_pull_request_says_why() => PullRequestSummary.Of(Profiled, null).ShouldContain("82 % of the difference");

    [Fact]
    public void A_document_keeps_its_profiles_and_an_older_one_has_none()
    {
        ComparisonJson.Read(ResultDocument.Write(Profiled), "x").Profiles.Single().Rows[0].Line.ShouldBe(41);
        ComparisonJson.Read(ResultDocument.Write(SampleComparisons.Runtimes()).Replace("\"profiles\": []", "\"other\": []", StringComparison.Ordinal), "x").Profiles.ShouldBeEmpty();
    }

    private static string Of(string format) =>
        ComparisonExporters.All.Single(e => e.Format == format).Export(Profiled, new ReportStyle(Width: 120, HasColour: false));
}
