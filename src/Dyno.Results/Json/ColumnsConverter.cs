namespace Dyno.Results;

/// <summary>
/// Writes the points of a series in columns: <c>{"seconds": [1, 2], "threads": [20, 21]}</c> instead of one object per point, which
/// would repeat every name for each point. A column in which no point has a value is left out. The converter also reads an array of
/// objects, as earlier builds wrote it.
/// </summary>
/// <typeparam name="T">A point, whose properties are numbers, texts or null.</typeparam>
public sealed class ColumnsConverter<T> : JsonConverter<ImmutableArray<T>>
{
    private static readonly JsonElement Missing = JsonDocument.Parse("null").RootElement.Clone();

    public override ImmutableArray<T> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var document = JsonDocument.ParseValue(ref reader);
        var rows = PointsOf(options);
        if (document.RootElement.ValueKind != JsonValueKind.Object) return [.. document.RootElement.Deserialize(rows)!];
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer)) WriteRows(writer, document.RootElement);
        return [.. JsonSerializer.Deserialize(buffer.WrittenSpan, rows)!];
    }

    public override void Write(Utf8JsonWriter writer, ImmutableArray<T> value, JsonSerializerOptions options)
    {
        var rows = JsonSerializer.SerializeToElement(value.IsDefault ? [] : [.. value], PointsOf(options)).EnumerateArray().ToArray();
        writer.WriteStartObject();
        // The serializer may leave out null properties, so the points can have different properties.
        foreach (var name in rows.SelectMany(row => row.EnumerateObject()).Select(p => p.Name).Distinct().ToArray())
        {
            var column = Array.ConvertAll(rows, row => row.TryGetProperty(name, out var cell) ? cell : Missing);
            if (column.All(cell => cell.ValueKind == JsonValueKind.Null)) continue;
            writer.WriteStartArray(name);
            foreach (var cell in column) cell.WriteTo(writer);
            writer.WriteEndArray();
        }

        writer.WriteEndObject();
    }

    private static JsonTypeInfo<T[]> PointsOf(JsonSerializerOptions options) => (JsonTypeInfo<T[]>)options.GetTypeInfo(typeof(T[]));

    private static void WriteRows(Utf8JsonWriter writer, JsonElement columns)
    {
        var cells = columns.EnumerateObject().Select(column => (column.Name, Cells: CellsOf(column))).ToArray();
        var count = cells.Length == 0 ? 0 : cells[0].Cells.Length;
        if (cells.FirstOrDefault(column => column.Cells.Length != count) is { Name: { } odd })
            throw new JsonException($"the column {odd} is not as long as {cells[0].Name}");
        writer.WriteStartArray();
        for (var row = 0; row < count; row++)
        {
            writer.WriteStartObject();
            foreach (var (name, column) in cells)
            {
                if (column[row].ValueKind == JsonValueKind.Null) continue;
                writer.WritePropertyName(name);
                column[row].WriteTo(writer);
            }

            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static JsonElement[] CellsOf(JsonProperty column) => column.Value.ValueKind == JsonValueKind.Array
        ? [.. column.Value.EnumerateArray()]
        : throw new JsonException($"the column {column.Name} is not an array");
}
