namespace Dyno.Http.Tests;

/// <summary>The published compliance suite of RFC 9535, github.com/jsonpath-standard/jsonpath-compliance-test-suite at 7be7c1f (BSD-2-Clause).</summary>
public sealed class JsonPathComplianceTests
{
    // What Dyno reads beyond the standard: a form that other libraries read, which no valid path contains.
    private static readonly string[] Beyond = ["basic, name shorthand, number"];

    private static readonly JsonDocument Suite = JsonDocument.Parse(File.ReadAllText(Path.Combine(RepositoryRoot.Path, "test/Dyno.Http.Tests/JsonPaths/cts.json")));

    [Fact]
    public void Every_valid_path_finds_what_the_suite_says()
    {
        var wrong = new List<string>();
        foreach (var test in Suite.RootElement.GetProperty("tests").EnumerateArray().Where(t => !t.TryGetProperty("invalid_selector", out _)))
            if (!JsonPath.TryParse(test.GetProperty("selector").GetString()!, out var path)) wrong.Add($"{Name(test)}: not read");
            else if (!Results(test).Any(r => r == Found(path, test))) wrong.Add($"{Name(test)}: {Found(path, test)}");
        wrong.ShouldBeEmpty();
    }

    [Fact]
    public void Every_invalid_path_is_refused_but_for_the_forms_that_Dyno_adds() =>
        Suite.RootElement.GetProperty("tests").EnumerateArray().Where(t => t.TryGetProperty("invalid_selector", out _))
            .Where(t => JsonPath.TryParse(t.GetProperty("selector").GetString()!, out _)).Select(Name).ShouldBe(Beyond);

    private static string Name(JsonElement test) => test.GetProperty("name").GetString()!;

    private static string Found(JsonPath path, JsonElement test) => Text(path.All(test.GetProperty("document")));

    private static IEnumerable<string> Results(JsonElement test) =>
        (test.TryGetProperty("result", out var result) ? [result] : test.GetProperty("results").EnumerateArray().ToArray()).Select(r => Text(r.EnumerateArray()));

    private static string Text(IEnumerable<JsonElement> values) => string.Join(", ", values.Select(v => JsonSerializer.Serialize(v)));
}
