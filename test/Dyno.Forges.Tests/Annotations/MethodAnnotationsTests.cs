using System.Collections.Immutable;

namespace Dyno.Forges.Tests;

public sealed class MethodAnnotationsTests
{
    private static readonly ProfileRow Row = new()
    {
        Method = "Shop.Orders.List",
        File = "src/Api/Orders.cs",
        Line = 12,
        Revision = "changed",
        Before = 100,
        Difference = 31.26,
        Low = 28,
        High = 34.5,
        Call = "System.Linq.Enumerable.ToList",
    };

    [Fact]
    public void A_changed_method_that_costs_more_stands_beside_its_line() =>
        Of("GITHUB_ACTIONS", Row).ShouldHaveSingleItem().ShouldBe("::warning file=src/Api/Orders.cs,line=12,title=dyno::Shop.Orders.List needs 31.3 µs more CPU time "
            + "per request than in main (95 %25 interval 28.0 to 34.5), most of it in System.Linq.Enumerable.ToList");

    [Fact]
    public void Azure_DevOps_has_its_own_words() =>
        Of("TF_BUILD", Row).ShouldHaveSingleItem().ShouldStartWith("##vso[task.logissue type=warning;sourcepath=src/Api/Orders.cs;linenumber=12]Shop.Orders.List needs ");

    [Fact]
    public void A_method_that_no_revision_touches_that_is_cheaper_or_whose_line_is_unknown_has_none() =>
        Of("GITHUB_ACTIONS", Row with { Revision = null }, Row with { Low = -3 }, Row with { Line = null }, Row with { File = null }).ShouldBeEmpty();

    [Fact]
    public void Outside_of_a_pipeline_there_are_none() => Of("CI", Row).ShouldBeEmpty();

    [Fact]
    public void There_are_ten_at_most() => Of("GITHUB_ACTIONS", [.. Enumerable.Range(1, 30).Select(i => Row with { Line = i })]).Length.ShouldBe(10);

    [Theory]
    [InlineData("GITHUB_ACTIONS")]
    [InlineData("TF_BUILD")]
    public void Names_in_the_code_under_test_begin_no_command(string forge)
    {
        var line = Of(forge, Row with { File = "a,title=x::b;c]d\n::error::e", Method = "M\r\n::add-mask::f%" }).ShouldHaveSingleItem();
        line.ShouldNotContain('\n');
        line.ShouldNotContain('\r');
        line.ShouldContain("M%0D%0A::add-mask::f%25");
        line.ShouldContain(forge == "TF_BUILD" ? "sourcepath=a,title=x::b%3Bc%5Dd%0A::error::e;" : "file=a%2Ctitle=x%3A%3Ab;c]d%0A%3A%3Aerror%3A%3Ae,line");
    }

    private static ImmutableArray<string> Of(string variable, params ProfileRow[] rows) => MethodAnnotations.Of(
        [new ProfileRecord { Baseline = "main", Variant = "topic", Sentence = "", Sampler = "perf", Bias = "", Launches = 3, Samples = 1000, Rows = [.. rows] }],
        name => name == variable ? "true" : null);
}
