namespace Dyno.Reporting.Tests;

/// <summary>The page in a real browser.</summary>
public sealed class HtmlReportTests(ReportPages pages) : IClassFixture<ReportPages>
{
    [Theory]
    [MemberData(nameof(ReportPages.Names), MemberType = typeof(ReportPages))]
    public void Opens_offline_without_a_word_on_the_console(string page)
    {
        pages[page].Errors.ShouldBeEmpty();
        pages[page].Requests.ShouldHaveSingleItem().ShouldStartWith("file:");
        pages[page].Dialogs.ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(ReportPages.Names), MemberType = typeof(ReportPages))]
    public void Has_no_serious_finding_of_axe_in_light_and_dark_on_a_desk_and_on_a_phone(string page) =>
        pages[page].Axe.Where(finding => finding.Impact is "serious" or "critical")
            .Select(finding => $"{finding.Id}: {finding.Help}: {string.Join(" ", finding.Nodes)}").ShouldBeEmpty();

    [Theory]
    [InlineData("hostile")]
    [InlineData("compared-hostile")]
    public void Shows_hostile_texts_as_texts(string name)
    {
        var page = pages[name].Value;

        page.GetProperty("scripts").GetInt32().ShouldBe(2, "the points of the charts, and the page's own script");
        page.GetProperty("images").GetInt32().ShouldBe(0);
        page.GetProperty("links").GetInt32().ShouldBe(0);
        page.GetProperty("texts").GetInt32().ShouldBeGreaterThan(20);
        page.GetProperty("title").GetString().ShouldNotBeNull().ShouldStartWith("</script></style></title><script>");
    }

    [Theory]
    [InlineData("charts", 9)]
    [InlineData("compared-light", 20)]
    public void Draws_every_chart(string name, int charts)
    {
        var page = pages[name].Value;

        page.GetProperty("frames").GetInt32().ShouldBe(charts);
        page.GetProperty("drawn").GetInt32().ShouldBe(charts);
    }

    [Fact]
    public void No_column_of_a_comparison_is_out_of_sight_at_1280_pixels() => Texts("fits").ShouldBeEmpty();

    [Fact]
    public void Marks_under_a_forest_plot_do_not_run_into_each_other() => Texts("far-apart").ShouldBeEmpty();

    private IEnumerable<string?> Texts(string page) => pages[page].Value.EnumerateArray().Select(text => text.GetString());

    [Fact]
    public void Sorts_a_table_by_the_value_behind_a_figure_when_its_heading_is_clicked()
    {
        var page = pages["sorted"].Value;

        Rows("descending").ShouldBe(["GET /hello", "POST /hello", "GET /classic/hello", "POST /classic/hello"]);
        Rows("ascending").ShouldBe(["POST /classic/hello", "GET /classic/hello", "POST /hello", "GET /hello"]);
        Rows("names").ShouldBe(["GET /classic/hello", "GET /hello", "POST /classic/hello", "POST /hello"]);
        page.GetProperty("ascending").GetProperty("order").GetString().ShouldBe("ascending");

        string?[] Rows(string step) => [.. page.GetProperty(step).GetProperty("rows").EnumerateArray().Select(row => row.GetString())];
    }

    [Fact]
    public void Draws_nothing_over_a_second_in_which_no_request_failed()
    {
        var red = pages["first-second-failed"].Value;

        red.GetProperty("left").GetInt32().ShouldBeGreaterThan(50);
        red.GetProperty("right").GetInt32().ShouldBe(0);
    }

    [Fact]
    public void Breaks_a_name_without_blanks_so_that_its_figures_are_seen_on_a_phone() =>
        pages["phone-script"].Value.GetDouble().ShouldBeLessThan(0.6);

    [Fact]
    public void Turns_dark_and_light_again_at_a_click()
    {
        var page = pages["themed"].Value;

        page.GetProperty("dark").GetString().ShouldNotBe(page.GetProperty("before").GetString());
        page.GetProperty("after").GetString().ShouldBe(page.GetProperty("before").GetString());
    }

    [Fact]
    public void Can_be_printed() => new FileInfo(pages.Pdf).Length.ShouldBeGreaterThan(20_000);

    [Fact]
    public void Says_everything_but_the_charts_without_scripts()
    {
        pages["no-scripts"].Errors.ShouldBeEmpty();
        var html = RunExporters.For("html").Export(SampleRuns.Open(), new ReportStyle(100, HasColour: false));
        var body = html[html.IndexOf("<body>", StringComparison.Ordinal)..html.IndexOf("<script", StringComparison.Ordinal)];

        foreach (var text in (string[])["19,959/s", "20,000/s", "p(99)&lt;50", "GET /classic/hello", "AMD EPYC 7B13", "net10.0", "healthy", "open: 20,000/s offered for 10 s"])
            body.ShouldContain(text);
    }
}
