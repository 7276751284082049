using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;

namespace Dyno.Results.Tests;

/// <summary>
/// The JSON Schemas of <see cref="RunResult"/> and <see cref="Comparison"/>. They are generated from the types, so that they are
/// never out of date.
/// </summary>
internal static class RunResultSchema
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
        Generate(ResultDocument<RunResult>.TypeInfo, "run-result", RunResult.CurrentSchemaVersion, "Dyno run result", describe);

    /// <summary>The schema of a comparison; see <see cref="Generate(Func{Type, string, string?})"/>.</summary>
    public static string GenerateComparison(Func<Type, string, string?> describe) =>
        Generate(ResultDocument<Comparison>.TypeInfo, "comparison", Comparison.CurrentSchemaVersion, "Dyno comparison", describe);

    /// <summary>The schema of a record of a history; see <see cref="Generate(Func{Type, string, string?})"/>.</summary>
    public static string GenerateHistoryRecord(Func<Type, string, string?> describe) =>
        Generate(ResultDocument<HistoryRecord>.TypeInfo, "history-record", HistoryRecord.CurrentSchemaVersion, "Dyno history record", describe);

    private static string Generate(JsonTypeInfo type, string document, int version, string title, Func<Type, string, string?> describe)
    {
        var schema = Generated(type, describe);
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "$id", $"urn:dyno:schema:{document}:v{version}"); // what other schemas refer to, wherever the file lies
        schema.Insert(2, "title", $"{title}, version {version}");
        return schema.ToJsonString(Indented) + "\n";
    }

    private static JsonObject Generated(JsonTypeInfo type, Func<Type, string, string?> describe) => type.GetJsonSchemaAsNode(new JsonSchemaExporterOptions
    {
        TreatNullObliviousAsNonNullable = true,
        TransformSchemaNode = (context, node) => Describe(context, node, describe),
    }).AsObject();

    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode node, Func<Type, string, string?> describe)
    {
        if (context.PropertyInfo?.AttributeProvider is not PropertyInfo property) return node;
        if (PointIn(property) is { } point) node = Columns(point, describe);
        // For a nullable double the exporter lists the names of non-finite numbers and forgets that the value may be null.
        if (property.PropertyType == typeof(double?) && node["anyOf"] is JsonArray kinds) kinds.Add(new JsonObject { ["type"] = "null" });
        if (node is JsonObject schema && describe(property.DeclaringType!, property.Name) is { } description)
            schema.Insert(0, "description", description);
        return node;
    }

    // The point type of a series in columns; null for any other property.
    private static Type? PointIn(PropertyInfo property) =>
        property.PropertyType.GenericTypeArguments is [var point]
        && ResultDocument.Options.Converters.Any(converter => converter.GetType() == typeof(ColumnsConverter<>).MakeGenericType(point))
            ? point
            : null;

    // The exporter has no schema for a custom converter, so the schema is built here: each property of a point is an array.
    private static JsonObject Columns(Type point, Func<Type, string, string?> describe)
    {
        var properties = new JsonObject();
        foreach (var (name, cell) in Generated(ResultDocument.Options.GetTypeInfo(point), describe)["properties"]!.AsObject())
        {
            var items = cell!.DeepClone().AsObject();
            var column = new JsonObject();
            if (items.Remove("description", out var description)) column["description"] = description;
            column["type"] = "array";
            column["items"] = items;
            properties[name] = column;
        }

        return new JsonObject { ["type"] = new JsonArray("object", "array"), ["properties"] = properties };
    }
}
