namespace Dyno.Reporting.Tests;

/// <summary>The profile of a run in each format.</summary>
public sealed class RunProfileReportTests
{
    private static readonly RunProfile Profile = new()
    {
        Sampler = "perf",
        Bias = "The kernel's sampler saw all code.",
        Samples = 3120,
        Micros = 61.5,
        Methods =
        [
            new ProfiledMethod
            {
                Method = "Shop.Prices.Of", File = "src/Prices.cs", Line = 41, Share = 0.12, Micros = 7.38, Call = "Enumerable.ToList", CallShare = 0.08,
                AllocatedBytes = 2752, AllocatedType = "Shop.Price[]", Events = ["contends for a lock in 2 % of the requests"],
            },
            new ProfiledMethod { Method = "(Microsoft.AspNetCore.Server)", Share = 0.3, Micros = 18.5 },
        ],
        Notes = ["12 samples were lost."],
        Files = [".dyno/runs/x.profile/program.speedscope.json"],
        Graph = [new FlameFrame { Parent = -1, Name = "</script><b>", Kind = "user", Before = 61.5, Difference = 0, Half = 0 }],
    };

    [Theory]
    [InlineData("console")]
    [InlineData("md")]
    [InlineData("html")]
    public void Every_format_has_the_sentence_and_the_table(string format)
    {
        var text = Of(format, Profile).Replace("\\", "", StringComparison.Ordinal);

        foreach (var part in (string[])["7.4 of the 61.5", "2,752 bytes", "src/Prices.cs:41", "(Microsoft.AspNetCore.Server)", "12 samples were lost."]) text.ShouldContain(part);
    }

    [Fact]
    public void The_page_has_the_flame_graph_and_no_name_becomes_markup()
    {
        var page = Of("html", Profile);

        page.ShouldContain("<figure class=\"flame\">");
        page.ShouldContain("Blue is the program");
        page.ShouldNotContain("</script><b>");
    }

    [Fact]
    public void Without_CPU_samples_the_sentence_names_what_allocates()
    {
        var without = Profile with { Samples = 0, Micros = null, Methods = [Profile.Methods[0] with { Share = 0, Micros = null }], Graph = [] };

        Of("console", without).ShouldContain("Shop.Prices.Of (src/Prices.cs:41) is first of the methods that allocate or wait; CPU time could not be sampled.");
        Of("console", without with { Methods = [] }).ShouldContain("No CPU sample was taken, so no method can be named.");
    }

    private static string Of(string format, RunProfile profile) => string.Join(' ', RunExporters.All.Single(e => e.Format == format)
        .Export(SampleRuns.Closed() with { Profile = profile }, new ReportStyle(Width: 200, HasColour: false) { Layout = ReportLayout.Full })
        .Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
}
