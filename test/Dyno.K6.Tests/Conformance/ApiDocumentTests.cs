using System.Text;
using Dyno.Testing;

namespace Dyno.K6.Tests.Conformance;

/// <summary>docs/k6.md lists every name of the API as the suite knows it, so that it cannot promise what no case shows.</summary>
public sealed class ApiDocumentTests
{
    private const string Begin = "<!-- written from the conformance suite: begin -->";
    private const string End = "<!-- written from the conformance suite: end -->";
    private static readonly string Page = Path.Combine(RepositoryRoot.Path, "docs", "k6.md");

    [Fact]
    public void Every_name_of_the_API_has_a_case_in_the_suite()
    {
        var shown = Suite.Apis.ToHashSet(StringComparer.Ordinal);
        Names().Where(name => !shown.Contains(name)).ShouldBeEmpty("a name without a case: write one, or move its module to Later");
    }

    [Fact]
    public void Every_case_names_something_that_the_page_lists()
    {
        var listed = Names().ToHashSet(StringComparer.Ordinal);
        string[] others = ["options", "executors", "metrics", "outputs", "life", "exit", "summary", "console", "errors"];
        Suite.Apis.Where(api => !listed.Contains(api) && !others.Contains(api.Split(' ')[0])
            && api is not ("globals Promise" or "globals language" or "k6/http params.unknown" or "modules")).Distinct().ShouldBeEmpty();
        ApiTable.Differs.Keys.Where(name => !listed.Contains(name)).ShouldBeEmpty();
    }

    [Fact]
    public void There_are_at_least_five_hundred_cases() => Suite.Apis.Count().ShouldBeGreaterThanOrEqualTo(500);

    [Fact]
    public void The_page_says_what_the_suite_shows()
    {
        var text = File.ReadAllText(Page).ReplaceLineEndings("\n");
        var (begin, end) = (text.IndexOf(Begin, StringComparison.Ordinal), text.IndexOf(End, StringComparison.Ordinal));
        begin.ShouldBeGreaterThan(0);
        var wanted = Write();
        if (text[(begin + Begin.Length)..end].Trim() == wanted.Trim()) return;
        var received = Path.Combine(AppContext.BaseDirectory, "k6.received.md");
        File.WriteAllText(received, $"{text[..(begin + Begin.Length)]}\n\n{wanted}\n{text[end..]}");
        Assert.Fail($"docs/k6.md is stale: put {received} in its place");
    }

    private static IEnumerable<string> Names() => ApiTable.Modules.SelectMany(m => m.Names.Split(' ').Select(n => $"{m.Module} {n}"));

    private static string Write()
    {
        var text = new StringBuilder($"More than {Suite.Apis.Count() / 100 * 100:N0} cases show this.\n");
        foreach (var (module, names) in ApiTable.Modules)
        {
            var all = names.Split(' ').ToLookup(n => ApiTable.Differs.ContainsKey($"{module} {n}"));
            text.Append($"\n**{(module is "globals" or "jslib" ? module : $"`{module}`")}** works: {string.Join(", ", all[false].Select(n => $"`{n}`"))}.\n");
            foreach (var name in all[true]) text.Append($"- differs: `{name}`: {ApiTable.Differs[$"{module} {name}"]}.\n");
        }
        text.Append("\nNot yet, with a sentence at the import:\n\n");
        foreach (var (module, names) in ApiTable.Later) text.Append($"- `{module}`: {names}\n");
        return text.ToString();
    }
}
