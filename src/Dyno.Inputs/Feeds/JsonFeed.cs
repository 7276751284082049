namespace Dyno.Inputs;

/// <summary>
/// Reads JSON: an array of objects, or an object on each line (NDJSON). The first object names the columns. A text is used as it is, null
/// is empty, and any other value is used as JSON.
/// </summary>
internal static class JsonFeed
{
    private static readonly JsonReaderOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        AllowMultipleValues = true,
    };

    public static void Read(string text, FeedTable table)
    {
        var json = Encoding.UTF8.GetBytes(text);
        var lines = new LineCounter(json);
        var reader = new Utf8JsonReader(json, Lenient);
        try
        {
            while (!table.IsFull && reader.Read())
                if (reader.TokenType is not (JsonTokenType.StartArray or JsonTokenType.EndArray) || reader.CurrentDepth > 0)
                    ReadObject(ref reader, lines.At((int)reader.TokenStartIndex), table);
        }
        catch (JsonException wrong)
        {
            table.Problem(TextPosition.Of(wrong, json), "this is not valid JSON here", "write [ {\"name\": \"value\"}, … ]");
        }
        catch (InvalidOperationException)
        {
            table.Problem(TextPosition.Of(json, (int)reader.TokenStartIndex), "a string has half of a surrogate pair", "write the whole character");
        }
    }

    private static void ReadObject(ref Utf8JsonReader reader, TextPosition at, FeedTable table)
    {
        using var row = JsonDocument.ParseValue(ref reader);
        if (row.RootElement.ValueKind != JsonValueKind.Object)
        {
            table.Problem(at, "a row is not an object", "write {\"name\": \"value\"} for each row");
            return;
        }

        if (table.Columns.IsDefault) table.SetColumns([.. row.RootElement.EnumerateObject().Select(p => p.Name)], _ => at);
        if (table.IsFull) return;
        var values = ImmutableArray.CreateBuilder<string>(table.Columns.Length);
        foreach (var column in table.Columns)
            if (row.RootElement.TryGetProperty(column, out var value)) values.Add(TextOf(value));
            else table.Problem(at, $"the row has no \"{column}\"", $"write \"{column}\": null, or leave the name out of the first row");
        if (values.Count == table.Columns.Length) table.Add(values.DrainToImmutable(), _ => at);
    }

    private static string TextOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.String => value.GetString()!,
        JsonValueKind.Null => "",
        _ => value.GetRawText(),
    };
}
