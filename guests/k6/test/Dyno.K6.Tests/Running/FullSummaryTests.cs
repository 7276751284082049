using System.Text.RegularExpressions;

namespace Dyno.K6.Tests;

/// <summary>What a full summary shows of groups and scenarios: their own figures, which add up to the whole.</summary>
public sealed partial class FullSummaryTests
{
    private const string Script = """
        import http from 'k6/http';
        import { check, group } from 'k6';
        import { Counter } from 'k6/metrics';
        const sold = new Counter('sold');
        export const options = { scenarios: {
          buyers: { executor: 'shared-iterations', vus: 1, iterations: 2, exec: 'buy' },
          readers: { executor: 'shared-iterations', vus: 2, iterations: 3, exec: 'read' } } };
        export function buy() {
          group('shop', () => {
            http.get(__ENV.BASE);
            group('pay', () => { check(http.get(__ENV.BASE), { paid: (r) => r.status === 200 }); sold.add(5); });
          });
        }
        export function read() { check(http.get(__ENV.BASE), { paid: (r) => r.status === 404 }); }
        """;

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Groups_and_scenarios_have_figures_of_their_own(VuLayout layout)
    {
        await using var server = await KestrelServer.StartAsync();
        var run = await ScriptRunner.RunAsync(Script, server, change: r => r with { Layout = layout }, summary: new SummaryRequest { Mode = "full" });

        var sections = Heading().Split(run.Summary); // with the headings, because they are a group of the expression
        string Section(string heading) => sections[Array.FindIndex(sections, s => s.Trim() == heading) + 1];
        string[] headings = [.. Heading().Matches(run.Summary).Select(m => m.Value.Trim())];
        headings.ShouldBe(["█ TOTAL RESULTS", "█ GROUP: shop", "↳ GROUP: pay", "█ SCENARIO: buyers", "█ SCENARIO: readers", "█ DYNO"]);

        Count(Section("█ TOTAL RESULTS"), "http_reqs").ShouldBe(7);
        Count(Section("█ GROUP: shop"), "http_reqs").ShouldBe(2);
        Count(Section("↳ GROUP: pay"), "http_reqs").ShouldBe(2);
        Count(Section("↳ GROUP: pay"), "sold").ShouldBe(10);
        Count(Section("█ SCENARIO: buyers"), "http_reqs").ShouldBe(4);
        Count(Section("█ SCENARIO: buyers"), "iterations").ShouldBe(2);
        Count(Section("█ SCENARIO: buyers"), "checks_total").ShouldBe(2);
        Section("█ SCENARIO: buyers").ShouldContain("✓ paid");
        Count(Section("█ SCENARIO: readers"), "http_reqs").ShouldBe(3);
        Count(Section("█ SCENARIO: readers"), "iterations").ShouldBe(3);
        Section("█ SCENARIO: readers").ShouldContain("✗ paid");
        Section("█ SCENARIO: readers").ShouldNotContain("sold");
    }

    [Fact]
    public async Task A_script_without_scenarios_of_its_own_has_no_section_for_the_one_that_its_options_stand_for()
    {
        await using var server = await KestrelServer.StartAsync();
        var run = await ScriptRunner.RunAsync("import http from 'k6/http'; export default () => http.get(__ENV.BASE);", server, summary: new SummaryRequest { Mode = "full" });

        run.Summary.ShouldContain("http_req_blocked");
        run.Summary.ShouldNotContain("SCENARIO");
    }

    [Fact]
    public async Task Groups_without_end_do_not_fill_the_memory()
    {
        var run = await ScriptRunner.RunAsync(
            "import { check, group } from 'k6'; export default () => { for (let i = 0; i < 600; i++) group('g' + i, () => check(1, { ok: true })); }",
            summary: new SummaryRequest { Mode = "full" });

        run.Summary.ShouldContain("only 500 groups have separate figures");
        run.Summary.ShouldContain("GROUP: g599", Case.Sensitive, "its checks are counted all the same");
        Count(run.Summary.Split("█ GROUP")[0], "checks_total").ShouldBe(600);
    }

    private static int Count(string section, string name)
    {
        var line = section.Split('\n').Single(l => Regex.IsMatch(l, $@"^\s*{name}\.+: "));
        return int.Parse(Figure().Match(line).Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture);
    }

    [GeneratedRegex(@"^( +[█↳] [A-Z].*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@": (\d+)")]
    private static partial Regex Figure();
}
