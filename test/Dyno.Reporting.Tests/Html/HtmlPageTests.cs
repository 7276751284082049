namespace Dyno.Reporting.Tests;

public sealed partial class HtmlPageTests
{
    [Fact]
    public void Holds_script_and_style_that_are_allowed_by_their_hash_and_nothing_else()
    {
        var html = Page(SampleRuns.Open());

        html.ShouldContain("content=\"default-src 'none'; script-src 'sha256-");
        html.ShouldNotContain("unsafe-");
        Addresses().Matches(html).Select(match => match.Value).ShouldBeEmpty("the page fetches nothing");
        html.Split("<script").Length.ShouldBe(3);
    }

    [Fact]
    public void Never_lets_a_text_of_a_result_become_markup()
    {
        var html = Page(HostileRun.Of(SampleRuns.Errors()));

        html.Split("<script").Length.ShouldBe(3);
        html.ShouldNotContain("<img");
        html.ShouldNotContain("\u202E");
        html.ShouldNotContain("\u0001");
        html.ShouldContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    }

    [Fact]
    public void Says_everything_in_this_order() => Approval.Verify(Body(Page(SampleRuns.Void())), "void-body");

    [Fact]
    public void Is_built_from_the_sources_in_web() => Should.NotThrow(() => Browser.Node("build.mjs", "", "--check"));

    [Fact]
    public void Has_sources_without_a_type_error() => Should.NotThrow(() => Browser.Node("node_modules/typescript/bin/tsc", "", "--noEmit"));

    [Fact]
    public void Shows_what_the_runtime_of_the_server_said_and_why()
    {
        var run = LargeRun.Of(SampleRuns.Open(), seconds: 3) with
        {
            Explanations = [new ExplanationRecord { Rule = "gc-bound", Message = "The collector stood in the way.", Evidence = ["pauses 21 % (limit 10 %)"] }],
        };
        var html = Page(run);

        foreach (var id in (string[])["heap", "allocated", "pauses", "pool", "queue"]) html.ShouldContain($"id=\"chart-{id}\"");
        html.ShouldContain("The collector stood in the way.");
        html.ShouldContain("pauses 21 % (limit 10 %)");
    }

    [Fact]
    public void Draws_what_is_not_a_number_as_a_gap()
    {
        var run = SampleRuns.Open();
        var odd = run with { Measured = run.Measured with { IntervalSeconds = double.NaN, DurationSeconds = double.PositiveInfinity } };

        Should.NotThrow(() => Page(odd));
    }

    private static string Page(RunResult run) => RunExporters.For("html").Export(run, new ReportStyle(100, HasColour: false));

    // What a person reads, a tag a line, without script and points.
    private static string Body(string html) =>
        Tags().Replace(html[html.IndexOf("<main", StringComparison.Ordinal)..html.IndexOf("<script", StringComparison.Ordinal)], "\n$0").Trim() + "\n";

    [GeneratedRegex("""(?:src|href)="(?!#)[^"]*"|url\((?!data:)[^)]*\)|@import""")]
    private static partial Regex Addresses();

    [GeneratedRegex("<(?:section|h1|h2|p|tr|dl|div|li|figure|nav|footer|details)[ >]")]
    private static partial Regex Tags();
}
