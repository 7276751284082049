namespace Dyno.Results;

/// <summary>
/// A <see cref="RunResult"/> as a JSON document: camelCase, indented, in one order, without secrets. The reader skips properties that
/// a later build added, and refuses a document of a later version of the shape.
/// </summary>
public static class RunResultJson
{
    private static readonly ResultDocument<RunResult> Kind =
        new("run result", "name a result that `dyno run --result FILE` wrote", RunResult.CurrentSchemaVersion, EarlierResults.Complete);

    /// <summary>The document, secrets masked, with a line feed at its end.</summary>
    public static string Write(RunResult result) => ResultDocument.Text(SecretMask.Apply(DocumentOf(result)));

    /// <summary>The result with every secret masked, itself where it has none. Code that prints or sends a result uses this one.</summary>
    public static RunResult Redact(RunResult result)
    {
        var document = DocumentOf(result);
        return SecretMask.Masks(document) ? document.Deserialize(ResultDocument<RunResult>.TypeInfo)! : result; // reading costs a short run more than writing
    }

    /// <summary>Reads a document of the current version or an earlier one.</summary>
    /// <param name="source">Name of the document for messages.</param>
    /// <exception cref="UserFault">The document is not a run result, or has a later version.</exception>
    public static RunResult Read(string json, string source) => Kind.Read(json, source);

    /// <summary>Reads a file; see <see cref="Read"/>.</summary>
    /// <exception cref="UserFault">The file cannot be read, is not a run result, or has a later version.</exception>
    public static RunResult ReadFile(string path) => Kind.ReadFile(path);

    private static JsonNode DocumentOf(RunResult result)
    {
        var text = new ArrayBufferWriter<byte>(64 * 1024);
        try
        {
            using (var writer = new Utf8JsonWriter(text)) RunResultContext.Default.Write(writer, result);
            return JsonNode.Parse(text.WrittenSpan)!;
        }
        catch (ArgumentException)
        {
            // A figure is infinite or not a number, for which the quick contract has no text.
            return JsonSerializer.SerializeToNode(result, ResultDocument<RunResult>.TypeInfo)!;
        }
    }
}
