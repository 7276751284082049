namespace Dyno.Import;

/// <summary>
/// Reads an OpenAPI document (3.0, 3.1 and 3.2, JSON or YAML): one request for each operation, with the examples of the document or values that
/// its schemas allow.
/// </summary>
internal static class OpenApiReader
{
    public static FileKind Kind { get; } = new([".openapi.json", ".openapi.yaml", ".openapi.yml"], "OpenAPI document", LooksLikeOpenApi, Read);

    public static RequestSet Read(InputContext context)
    {
        var before = context.Problems.Count;
        var document = ReadDocument(context.Bytes, context.Place);
        var set = new RequestSet { Name = Path.GetFileNameWithoutExtension(context.Path), InputKind = "openapi", Source = context.Path };
        if (context.Problems.Count > before || !IsOpenApi(document, context.Place)) return set;
        var scope = new ImportScope(context);
        var references = new OpenApiReferences(document!, context);
        var servers = new OpenApiServer(scope, context.Place);
        var server = servers.OfDocument(document!);
        var operations = new OpenApiOperation(references, scope, context.Place, document!["security"], servers);
        var requests = new List<RequestDraft>();
        foreach (var (path, written) in document!["paths"]?.Members ?? [])
            requests.AddRange(operations.ReadPath(path, references.Follow(written), server));
        if (document["webhooks"] is { Members.Count: > 0 }) document["webhooks"]!.In(context.Place).Warning("webhooks are left out: they are requests to you, not to the API");
        if (requests.Count == 0 && context.Problems.Count == before)
            (document["paths"] ?? document).In(context.Place).Problem("the document has no operation", "write one below paths, e.g. /hello with get");
        return set with
        {
            Name = document["info"]?.Of("title") is { Length: > 0 } title ? InText.Quote(title) : set.Name,
            Requests = [.. requests],
            Variables = scope.Used,
        };
    }

    /// <summary>A document in JSON or YAML; null when it is neither, which was then reported.</summary>
    public static DocumentNode? ReadDocument(byte[] bytes, SourcePlace place) =>
        IsJson(bytes) ? DocumentReader.Read(bytes, place) : YamlDocument.Read(bytes, place);

    private static bool IsOpenApi(DocumentNode? document, SourcePlace place)
    {
        if (document?.Of("swagger") is { } old)
            document["swagger"]!.In(place).Problem($"this is Swagger {InText.Quote(old)}", "convert it to OpenAPI 3 (swagger-converter, or your framework's setting), and load the result");
        else if (document?.Of("openapi") is not { } version || !version.StartsWith("3.", StringComparison.Ordinal))
            ((document?["openapi"] ?? document)?.In(place) ?? TextPosition.Start.In(place)).Problem("this is not an OpenAPI 3 document: it has no openapi: 3.x", "name the document of the API, e.g. /openapi/v1.json saved as a file");
        else return true;
        return false;
    }

    private static bool IsJson(byte[] bytes) => TextDecoding.Decode(bytes.AsSpan(0, Math.Min(bytes.Length, 1024))).AsSpan().TrimStart() is ['{', ..];

    // In a document with sorted keys, openapi stands after all components.
    private static bool LooksLikeOpenApi(ContentSample sample) => sample.Keys.Contains("openapi") || sample.Keys.Contains("swagger");
}
