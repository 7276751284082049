namespace Dyno.Results;

/// <summary>Writes a document as indented text; an array of numbers stays on one line, however long it is.</summary>
internal static class ReadableJson
{
    public static string Write(JsonNode document, JsonSerializerOptions options)
    {
        var buffer = new ArrayBufferWriter<byte>(64 * 1024);
        using (var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true, NewLine = "\n", Encoder = options.Encoder }))
            Write(document, writer, options);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static void Write(JsonNode? node, Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        switch (node)
        {
            case JsonObject members:
                writer.WriteStartObject();
                foreach (var (name, member) in members)
                {
                    writer.WritePropertyName(name);
                    Write(member, writer, options);
                }

                writer.WriteEndObject();
                break;
            case JsonArray { Count: > 0 } items when items.All(IsNumber):
                writer.WriteRawValue(InOneLine(items), skipInputValidation: true);
                break;
            case JsonArray items:
                writer.WriteStartArray();
                foreach (var item in items) Write(item, writer, options);
                writer.WriteEndArray();
                break;
            case null:
                writer.WriteNullValue();
                break;
            default:
                node.WriteTo(writer, options);
                break;
        }
    }

    private static bool IsNumber(JsonNode? item) => item is null || item.GetValueKind() is JsonValueKind.Number or JsonValueKind.Null;

    private static string InOneLine(JsonArray numbers) => $"[{string.Join(", ", numbers.Select(number => number?.ToJsonString() ?? "null"))}]";
}
