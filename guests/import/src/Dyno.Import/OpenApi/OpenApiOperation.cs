namespace Dyno.Import;

/// <summary>Makes one request for each operation of a path.</summary>
internal sealed partial class OpenApiOperation(OpenApiReferences references, ImportScope scope, SourcePlace file, DocumentNode? security, OpenApiServer servers)
{
    private static readonly string[] Methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "query"];

    // What else a path may have; any other member would be a method that no one sends.
    private static readonly string[] Others = ["summary", "description", "servers", "parameters", "$ref", "additionalOperations"];

    private readonly OpenApiSecurity _security = new(references, scope, file);
    private readonly HashSet<string> _labels = new(StringComparer.Ordinal);

    public IEnumerable<RequestDraft> ReadPath(string path, DocumentNode item, string server)
    {
        foreach (var (name, operation) in item.Members)
            if (Methods.Contains(name, StringComparer.OrdinalIgnoreCase) && operation.Kind == NodeKind.Object)
            {
                if (Read(path, name.ToUpperInvariant(), item, operation, server) is { } request) yield return request;
            }
            else if (!Others.Contains(name) && !name.StartsWith("x-", StringComparison.Ordinal))
                operation.In(file).Warning($"\"{InText.Quote(name)}\" of {InText.Quote(path)} is left out: it is not a method that OpenAPI knows", "write it below additionalOperations (OpenAPI 3.2)");
        foreach (var (name, operation) in item["additionalOperations"]?.Members ?? [])
            if (MethodName.TryRead(name, operation.In(file), out var method)
                && Read(path, method, item, operation, server) is { } request) yield return request;
    }

    private RequestDraft? Read(string path, string method, DocumentNode item, DocumentNode operation, string server)
    {
        var place = operation.In(file);
        if (!path.StartsWith('/'))
        {
            place.Problem($"the path \"{InText.Quote(path)}\" does not begin with a slash", "write it as in /users/{id}");
            return null;
        }

        var parameters = new OpenApiParameters(references, place);
        parameters.Add(operation.All("parameters"));
        parameters.Add(item.All("parameters"));
        var headers = new ImportedHeaders();
        var query = new List<string>();
        if (AcceptOf(operation) is { } accept) headers.AddDefault("Accept", accept);
        parameters.AddHeaders(headers);
        query.AddRange(parameters.Query);
        _security.Apply(operation["security"] ?? security, headers, query, place);
        var body = method is "GET" or "HEAD" or "TRACE" ? [] : new OpenApiBody(references, place).Read(operation["requestBody"], headers);
        var url = (servers.Of(operation) ?? servers.Of(item) ?? server) + parameters.Fill(path) + (query.Count == 0 ? "" : "?" + string.Join('&', query));
        return new RequestDraft
        {
            Name = NameOf(operation, method, path),
            Label = LabelOf(operation),
            Method = method,
            Url = scope.Read(url),
            Headers = headers.ToImmutable(),
            Body = body,
            Line = operation.Line,
            Column = operation.Column,
        };
    }

    private static string NameOf(DocumentNode operation, string method, string path)
    {
        var name = operation.Of("operationId") is { Length: > 0 } id ? id : operation.Of("summary") is { Length: > 0 } summary ? summary : $"{method} {path}";
        return name.ReplaceLineEndings(" ").Trim();
    }

    private string? LabelOf(DocumentNode operation) =>
        operation.Of("operationId") is { } id && Label().IsMatch(id) && _labels.Add(id) ? id : null;

    private string? AcceptOf(DocumentNode operation)
    {
        foreach (var (status, answer) in operation["responses"]?.Members ?? [])
            if (status.StartsWith('2') && references.Follow(answer)["content"] is { Members: [var (type, _), ..] }
                && type.Contains('/', StringComparison.Ordinal)) return type;
        return null;
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_-]*$")]
    private static partial Regex Label();
}
