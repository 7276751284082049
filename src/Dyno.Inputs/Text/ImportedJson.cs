namespace Dyno.Inputs;

/// <summary>Writes nodes as JSON that a person can read.</summary>
internal static class ImportedJson
{
    /// <summary>Options that do not escape letters beyond ASCII.</summary>
    public static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly JsonWriterOptions Indented = new()
    {
        Indented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>The node as indented JSON; bounded, because YAML may use one node many times.</summary>
    /// <param name="write">Writes the value.</param>
    public static string Write(Action<Utf8JsonWriter> write)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Indented)) write(json);
        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>The node as JSON on one line; bounded as <see cref="Write(DocumentNode, Utf8JsonWriter, int)"/> is.</summary>
    public static string Compact(DocumentNode node)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Indented with { Indented = false })) Write(node, json);
        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Writes a node into <paramref name="json"/>; values below level 32 or after a megabyte are written as null.</summary>
    public static void Write(DocumentNode node, Utf8JsonWriter json, int depth = 0)
    {
        if (depth > 32 || json.BytesCommitted + json.BytesPending > 1_000_000)
        {
            json.WriteNullValue();
            return;
        }

        switch (node.Kind)
        {
            case NodeKind.Text: json.WriteStringValue(node.Text); break;
            case NodeKind.Number when decimal.TryParse(node.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
                && number.ToString(CultureInfo.InvariantCulture) == node.Text:
                json.WriteNumberValue(number); // a raw value is not indented
                break;
            case NodeKind.Number: json.WriteRawValue(node.Text); break;
            case NodeKind.Truth: json.WriteBooleanValue(node.Text == "true"); break;
            case NodeKind.Array:
                json.WriteStartArray();
                foreach (var item in node.Items) Write(item, json, depth + 1);
                json.WriteEndArray();
                break;
            case NodeKind.Object:
                json.WriteStartObject();
                foreach (var (name, value) in node.Members)
                {
                    json.WritePropertyName(name);
                    Write(value, json, depth + 1);
                }

                json.WriteEndObject();
                break;
            default: json.WriteNullValue(); break;
        }
    }
}
