using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Dyno.Inputs;

namespace Dyno.Scenarios;

/// <summary>
/// Converts the rows of a CSV file to items: a row becomes a JSON object of texts, which the serializer converts to the type that is
/// asked for.
/// </summary>
internal static class CsvItems
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
        Converters = { new JsonStringEnumConverter(), new TextBoolean() },
    };

    /// <exception cref="UserFault">The file cannot be read, or a row does not fit.</exception>
    public static List<T> Read<T>(string path)
    {
        try
        {
            var rows = CsvRows.Read(path);
            return [.. rows.Rows.Select(row => ItemOf<T>(path, rows.Columns, row))];
        }
        catch (UserFault wrong)
        {
            throw new UserFault(wrong.Message, $"paths are relative to the current directory, {Environment.CurrentDirectory}", wrong);
        }
    }

    private static T ItemOf<T>(string path, ImmutableArray<string> columns, CsvRow row)
    {
        var json = new JsonObject();
        for (var i = 0; i < columns.Length; i++) json[columns[i]] = row.Values[i];
        try
        {
            return json.Deserialize<T>(Options)!;
        }
        catch (Exception wrong) when (wrong is JsonException or FormatException)
        {
            var column = (wrong as JsonException)?.Path?.TrimStart('$', '.');
            throw new UserFault($"{path}:{row.Line}: column '{column}' does not fit {typeof(T).Name}: {wrong.Message}", null, wrong);
        }
    }

    private sealed class TextBoolean : JsonConverter<bool>
    {
        public override bool Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String ? bool.Parse(reader.GetString()!) : reader.GetBoolean();

        public override void Write(Utf8JsonWriter writer, bool value, JsonSerializerOptions options) => writer.WriteBooleanValue(value);
    }
}
