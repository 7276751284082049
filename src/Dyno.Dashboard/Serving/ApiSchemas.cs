using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization.Metadata;

namespace Dyno.Dashboard;

/// <summary>The schemas of the API's input and output, with each named type once.</summary>
internal sealed class ApiSchemas
{
    private static readonly JsonSerializerOptions Options = new(ApiJson.Options) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private readonly SortedDictionary<string, JsonNode> _named = new(StringComparer.Ordinal);
    private readonly Queue<Type> _waiting = new();
    private readonly HashSet<Type> _seen = [];

    /// <summary>The schema of a type: a reference where it has its own name.</summary>
    public JsonNode Of(Type type) =>
        Options.GetJsonSchemaAsNode(type, new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = ByName(null) });

    /// <summary>Every named schema that is referred to.</summary>
    public JsonObject All()
    {
        while (_waiting.TryDequeue(out var type))
            _named[type.Name] = Options.GetJsonSchemaAsNode(type,
                new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = ByName(type) });
        return new JsonObject(_named.Select(named => KeyValuePair.Create(named.Key, (JsonNode?)named.Value)));
    }

    private Func<JsonSchemaExporterContext, JsonNode, JsonNode> ByName(Type? whole) => (context, schema) =>
    {
        var type = Nullable.GetUnderlyingType(context.TypeInfo.Type) ?? context.TypeInfo.Type;
        var isNamed = (context.TypeInfo.Kind == JsonTypeInfoKind.Object || type.IsEnum) && type.Assembly.GetName().Name!.StartsWith("Dyno.", StringComparison.Ordinal);
        if (!isNamed || (type == whole && context.Path.IsEmpty)) return schema;
        if (_seen.Add(type)) _waiting.Enqueue(type);
        var reference = new JsonObject { ["$ref"] = $"#/components/schemas/{type.Name}" };
        return IsNullable(context, schema) ? new JsonObject { ["anyOf"] = new JsonArray(reference, new JsonObject { ["type"] = "null" }) } : reference;
    };

    private static bool IsNullable(JsonSchemaExporterContext context, JsonNode schema) =>
        context.PropertyInfo is { IsGetNullable: true } || (schema is JsonObject told && told["type"] is JsonArray types && types.Any(type => (string?)type == "null"));
}
