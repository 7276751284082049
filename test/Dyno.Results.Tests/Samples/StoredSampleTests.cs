namespace Dyno.Results.Tests;

/// <summary>One stored document per version of the shape, with every field set. They are never changed, only added to.</summary>
public sealed class StoredSampleTests
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples");

    public static TheoryData<int> Versions => [.. Enumerable.Range(1, RunResult.CurrentSchemaVersion)];

    [Theory]
    [MemberData(nameof(Versions))]
    public void The_sample_of_every_version_still_loads(int version)
    {
        var sample = RunResultJson.ReadFile(PathOf(version));

        sample.Plan.Name.ShouldBe("hello");
        sample.Measured.Totals.Requests.ShouldBe(320_000);
        sample.Measured.Steps.Length.ShouldBe(2);
    }

    // Until series were stored in columns, each second was an object.
    [Fact]
    public void A_sample_with_an_object_per_second_loads_as_the_same_run() =>
        RunResultJson.Write(RunResultJson.ReadFile(Path.Combine(Folder, "run-result.v1.rows.json")))
            .ShouldBe(File.ReadAllText(PathOf(RunResult.CurrentSchemaVersion)));

    [Fact]
    public void The_current_sample_loses_nothing_when_read_and_written() =>
        RunResultJson.Write(RunResultJson.ReadFile(PathOf(RunResult.CurrentSchemaVersion)))
            .ShouldBe(File.ReadAllText(PathOf(RunResult.CurrentSchemaVersion)));

    [Fact]
    public void A_result_from_before_script_engines_were_recorded_says_none()
    {
        var older = JsonNode.Parse(File.ReadAllText(PathOf(RunResult.CurrentSchemaVersion)))!;
        older["generator"]!.AsObject().Remove("scriptEngine").ShouldBeTrue();

        var read = RunResultJson.Read(older.ToJsonString(), "older.json");

        read.Generator.ScriptEngine.ShouldBeNull();
        read.Generator.CpuSet.ShouldBe("2-3");
    }

    [Fact]
    public void The_current_sample_has_every_field()
    {
        var sample = JsonNode.Parse(File.ReadAllText(PathOf(RunResult.CurrentSchemaVersion)))!;
        var filled = JsonNode.Parse(RunResultJson.Write(FilledRun.Create(name => name)))!;
        var missing = new List<string>();
        Compare(filled, sample, "$", missing);

        missing.ShouldBeEmpty($"add these to {PathOf(RunResult.CurrentSchemaVersion)}, with a plausible value");
    }

    private static void Compare(JsonNode filled, JsonNode? sample, string path, List<string> missing)
    {
        if (sample is null) missing.Add(path);
        else if (filled is JsonObject members && sample is JsonObject sampleMembers && !IsDictionary(path))
            foreach (var (name, member) in members) Compare(member!, sampleMembers[name], $"{path}.{name}", missing);
        else if (filled is JsonArray items)
            Compare(items[0]!, sample.AsArray().FirstOrDefault(), path + "[0]", missing);
    }

    private static bool IsDictionary(string path) =>
        path.EndsWith(".options", StringComparison.Ordinal) || path.EndsWith(".parameters", StringComparison.Ordinal)
        || path.EndsWith(".statuses", StringComparison.Ordinal) || path.EndsWith(".values", StringComparison.Ordinal)
        || path.EndsWith(".counters", StringComparison.Ordinal) || path.EndsWith(".counterSeries", StringComparison.Ordinal)
        || path is "$.subject.environment" or "$.subject.effective.gc" or "$.figures";

    private static string PathOf(int version) => Path.Combine(Folder, $"run-result.v{version}.json");
}
