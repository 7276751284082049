using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Results.Json;

/// <summary>The JSON Schemas of <see cref="RunResult"/> and <see cref="Comparison"/>, generated from the types, so that they are never out of date.</summary>
public static class RunResultSchema
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The schema as it is checked in under docs/schemas, with a line feed at its end.</summary>
    /// <param name="describe">The description of a property of a type; null where there is none.</param>
    public static string Generate(Func<Type, string, string?> describe) =>
        Generate(RunResultJson.TypeInfo, $"Dyno run result, version {RunResult.CurrentSchemaVersion}", describe);

    /// <summary>The schema of a comparison; see <see cref="Generate(Func{Type, string, string?})"/>.</summary>
    public static string GenerateComparison(Func<Type, string, string?> describe) =>
        Generate(ComparisonJson.TypeInfo, $"Dyno comparison, version {Comparison.CurrentSchemaVersion}", describe);

    private static string Generate(JsonTypeInfo type, string title, Func<Type, string, string?> describe)
    {
        ArgumentNullException.ThrowIfNull(describe);
        var exporter = new JsonSchemaExporterOptions
        {
            TreatNullObliviousAsNonNullable = true,
            TransformSchemaNode = (context, node) => Describe(context, node, describe),
        };
        var schema = type.GetJsonSchemaAsNode(exporter).AsObject();
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "title", title);
        return schema.ToJsonString(Indented) + "\n";
    }

    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode node, Func<Type, string, string?> describe)
    {
        if (node is JsonObject schema && context.PropertyInfo?.AttributeProvider is PropertyInfo property
            && describe(property.DeclaringType!, property.Name) is { } description)
            schema.Insert(0, "description", description);
        return node;
    }
}
