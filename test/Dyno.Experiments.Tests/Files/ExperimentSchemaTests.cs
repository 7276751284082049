using System.Text.Json.Nodes;

namespace Dyno.Experiments.Tests;

/// <summary>The schema that editors read knows exactly the keys and words that the reader knows.</summary>
public sealed class ExperimentSchemaTests
{
    private static readonly JsonNode Root =
        JsonNode.Parse(File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "schemas", "experiment.schema.json")))!;

    public static TheoryData<string, string[]> Objects => new()
    {
        { "", ExperimentReader.Keys },
        { "generator", FleetSection.Keys },
        { "subject", SubjectSection.Keys },
        { "variants/*", VariantsSection.Keys },
        { "variants/*/warmup", LoadSection.WarmUpKeys },
        { "variants/*/load", LoadSection.Keys },
        { "load", LoadSection.Keys },
        { "warmup", LoadSection.WarmUpKeys },
        { "matrix", MatrixSection.Keys },
        { "services/*", ServicesSection.Keys },
        { "compare", CompareSection.Keys },
        { "sweep", SweepSection.Keys },
    };

    [Theory]
    [MemberData(nameof(Objects))]
    public void Has_exactly_the_keys_of_the_reader(string path, string[] keys)
    {
        var node = At(path);
        node["properties"]!.AsObject().Select(p => p.Key).ShouldBe(keys, ignoreOrder: true);
        node["additionalProperties"]!.GetValue<bool>().ShouldBeFalse();
        node["properties"]!.AsObject().ShouldAllBe(p => p.Value!["description"] != null);
    }

    [Fact]
    public void Has_exactly_the_words_of_the_reader()
    {
        Words("compare/headline").ShouldBe(FigureTable.All.Keys, ignoreOrder: true);
        Words("sweep/find").ShouldBe(SweepSection.Finds, ignoreOrder: true);
        Words("services/*/kind").ShouldBe(ServicesSection.Kinds, ignoreOrder: true);
        At("matrix/gc")["oneOf"]![0]!["enum"]!.AsArray().Select(w => w!.GetValue<string>()).ShouldBe(MatrixSection.Collectors, ignoreOrder: true);
    }

    private static IEnumerable<string> Words(string path) => At(path)["enum"]!.AsArray().Select(w => w!.GetValue<string>());

    private static JsonNode At(string path) => path.Split('/', StringSplitOptions.RemoveEmptyEntries)
        .Aggregate(Root, (node, key) => key == "*" ? node["additionalProperties"]! : node["properties"]![key]!);
}
