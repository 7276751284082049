namespace Dyno.K6.Tests;

/// <summary>
/// docs/k6.md lists every name of the API as the suite knows it, or the object that all of them belong to, so that it cannot promise
/// what no case shows.
/// </summary>
public sealed class ApiDocumentTests
{
    private const int FewestOfGroup = 3;
    private const int MostListed = 30;
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

    [Fact]
    public void The_page_says_how_much_memory_an_engine_has() =>
        File.ReadAllText(Page).ShouldContain($"An engine has {ScriptEngine.HeapMebibytes / 1024.0:0.0} GiB for a script's objects");

    private static IEnumerable<string> Names() => ApiTable.Modules.SelectMany(m => m.Names.Split(' ').Select(n => $"{m.Module} {n}"));

    private static string Write()
    {
        var text = new StringBuilder($"More than {Suite.Apis.Count() / 100 * 100:N0} cases show this.\n");
        foreach (var (module, names) in ApiTable.Modules)
        {
            var all = names.Split(' ').ToLookup(n => ApiTable.Differs.ContainsKey($"{module} {n}"));
            text.Append($"\n**{(module is "globals" or "jslib" ? module : $"`{module}`")}** works:");
            string[] groups = [.. Groups([.. all[false]], [.. all[true]])];
            if (groups is [var only]) text.Append($" {only}.\n");
            else text.Append('\n').AppendJoin("", groups.Select(group => $"- {group}.\n"));
            foreach (var name in all[true]) text.Append($"- differs: `{name}`: {ApiTable.Differs[$"{module} {name}"]}.\n");
        }
        text.Append("\nNot yet, with a sentence at the import:\n\n");
        foreach (var (module, names) in ApiTable.Later) text.Append($"- `{module}`: {names}\n");
        return text.ToString();
    }

    // A reader looks a name up: what belongs together stands together, and a group that is complete and long is said to be.
    private static IEnumerable<string> Groups(string[] names, string[] differing)
    {
        var groups = names.GroupBy(GroupOf).Where(group => group.Key.Length > 0 && group.Count() >= FewestOfGroup).ToList();
        string[] alone = [.. names.Where(name => groups.All(group => group.Key != GroupOf(name)))];
        if (alone.Length > 0) yield return Listed(alone);
        foreach (var group in groups)
            yield return group.Count() > MostListed && !differing.Any(name => GroupOf(name) == group.Key) ? $"all {group.Count()} names of `{group.Key}`"
                : group.Key.EndsWith('_') ? Listed(group) : $"of `{group.Key}`: {Listed(group.Select(name => name[(group.Key.Length + 1)..]))}";
    }

    private static string Listed(IEnumerable<string> names) => string.Join(", ", names.Select(name => $"`{name}`"));

    // The object of a member, the first word of a constant; empty for a name by itself.
    private static string GroupOf(string name) => name.LastIndexOf('.') is var dot and > 0 ? name[..dot]
        : !name.Any(char.IsAsciiLetterLower) && name.IndexOf('_', StringComparison.Ordinal) is var line and > 0 ? name[..(line + 1)] : "";
}
