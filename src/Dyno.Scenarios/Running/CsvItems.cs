using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Dyno.Load.Plans;

namespace Dyno.Scenarios.Running;

/// <summary>
/// From the records of a CSV text to items: a record becomes a JSON object of texts, which the serializer turns into
/// whatever type is asked for.
/// </summary>
internal static class CsvItems
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
        Converters = { new JsonStringEnumConverter(), new TextBoolean() },
    };

    public static List<T> Read<T>(string path, string text)
    {
        var records = CsvRecords.Read(path, text);
        if (records.Count < 2) throw new LoadException($"{path} has no items", "write a header line and at least one record");
        var header = records[0].Fields;
        var items = new List<T>();
        foreach (var (line, fields) in records.Skip(1))
        {
            if (fields.Length != header.Length)
                throw new LoadException($"{path}({line}): {fields.Length} fields where the header has {header.Length}", "put a field with a comma into quotes");
            items.Add(ItemOf<T>(path, line, header, fields));
        }
        return items;
    }

    private static T ItemOf<T>(string path, int line, string[] header, string[] fields)
    {
        var json = new JsonObject();
        for (var i = 0; i < header.Length; i++) json[header[i].Trim()] = fields[i];
        try
        {
            return json.Deserialize<T>(Options)!;
        }
        catch (Exception wrong) when (wrong is JsonException or FormatException)
        {
            var column = (wrong as JsonException)?.Path?.TrimStart('$', '.');
            throw new LoadException($"{path}({line}): column '{column}' does not fit {typeof(T).Name}: {wrong.Message}", null, wrong);
        }
    }

    private sealed class TextBoolean : JsonConverter<bool>
    {
        public override bool Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String ? bool.Parse(reader.GetString()!) : reader.GetBoolean();

        public override void Write(Utf8JsonWriter writer, bool value, JsonSerializerOptions options) => writer.WriteBooleanValue(value);
    }
}
