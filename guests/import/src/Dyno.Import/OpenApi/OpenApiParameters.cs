namespace Dyno.Import;

/// <summary>
/// Parameters of an operation: all parameters in the path; of those in query, headers and cookies the ones that are required or have an
/// example. Parameters of the operation come first and win over parameters of its path.
/// </summary>
internal sealed class OpenApiParameters(OpenApiReferences references, SourcePlace place)
{
    // Headers that the standard says to ignore here, because media types and security requirements describe them.
    private static readonly string[] Ignored = ["Accept", "Content-Type", "Authorization"];

    private static readonly string[] Places = ["path", "query", "querystring", "header", "cookie"];

    private readonly List<(string Name, string In, DocumentNode Parameter)> _parameters = [];
    private readonly SchemaSample _samples = new(references);

    public void Add(List<DocumentNode> parameters)
    {
        foreach (var written in parameters)
        {
            var parameter = references.Follow(written);
            if (parameter.Of("name") is not { Length: > 0 } name || parameter.Of("in") is not { } where)
            {
                written.In(place).Warning("a parameter without \"name\" or \"in\" is left out", "write name and in");
                continue;
            }

            if (!Places.Contains(where))
                written.In(place).Warning($"the parameter \"{InText.Quote(name)}\" is left out: \"in: {InText.Quote(where)}\" is not known", $"write one of {string.Join(", ", Places)}");
            else if (!_parameters.Any(p => p.Name == name && p.In == where)) _parameters.Add((name, where, parameter));
        }
    }

    /// <summary>The path with a value for each of its parameters.</summary>
    public string Fill(string path)
    {
        foreach (var (name, where, parameter) in _parameters)
            if (where == "path") path = path.Replace($"{{{name}}}", InPath(name, parameter), StringComparison.Ordinal);
        foreach (var open in path.Split('{').Skip(1))
            if (open.IndexOf('}', StringComparison.Ordinal) is > 0 and var end)
            {
                place.Warning($"the path parameter \"{InText.Quote(open[..end])}\" is not described; its value is 1", "describe the parameter below parameters");
                path = path.Replace($"{{{open[..end]}}}", "1", StringComparison.Ordinal);
            }

        return string.Concat(path.Select(c => c is ' ' or '{' or '}' || char.IsControl(c) ? Uri.EscapeDataString(c.ToString()) : c.ToString()));
    }

    /// <summary>Pairs for the query, percent-encoded.</summary>
    public IEnumerable<string> Query => Sent("query").SelectMany(PairsOf).Concat(Sent("querystring").SelectMany(p => Whole(p.Parameter)));

    public void AddHeaders(ImportedHeaders headers)
    {
        foreach (var (name, parameter) in Sent("header"))
            if (!Ignored.Contains(name, StringComparer.OrdinalIgnoreCase))
                headers.Add(name, TextTemplate.Of(InHeader(parameter).ReplaceLineEndings(" ")), place);
        var cookies = Sent("cookie").SelectMany(PairsOf).ToList();
        if (cookies.Count > 0) headers.AddDefault("Cookie", string.Join("; ", cookies));
    }

    private IEnumerable<(string Name, DocumentNode Parameter)> Sent(string where) => _parameters
        .Where(p => p.In == where && (p.Parameter.Is("required") || HasExample(p.Parameter))).Select(p => (p.Name, p.Parameter));

    private bool HasExample(DocumentNode parameter) => parameter["example"] is not null || parameter["examples"] is not null
        || (parameter["schema"] is { } schema && references.Follow(schema) is var followed && (followed["example"] is not null || followed["default"] is not null));

    private IEnumerable<string> PairsOf((string Name, DocumentNode Parameter) pair) => Content(pair.Parameter) is { } json
        ? [$"{Uri.EscapeDataString(pair.Name)}={Uri.EscapeDataString(json)}"]
        : ParameterStyle.Of(pair.Parameter, "query").Pairs(pair.Name, ValueOf(pair.Parameter));

    // One parameter that is the whole query (OpenAPI 3.2): a form, or a text that is encoded as a whole.
    private IEnumerable<string> Whole(DocumentNode parameter)
    {
        if (parameter["content"] is not { Members: [var (type, written), ..] }) return [];
        var media = references.Follow(written);
        return MediaTypes.IsForm(type) ? [OpenApiBody.FormOf(_samples.Example(media, media["schema"]), media)] : [Uri.EscapeDataString(Content(parameter) ?? "")];
    }

    private string InPath(string name, DocumentNode parameter) => Content(parameter) is { } json
        ? Uri.EscapeDataString(json)
        : ParameterStyle.Of(parameter, "path").InPath(name, ValueOf(parameter));

    private string InHeader(DocumentNode parameter) => Content(parameter) ?? ParameterStyle.Of(parameter, "header").InHeader(ValueOf(parameter));

    private DocumentNode? ValueOf(DocumentNode parameter) => _samples.Example(parameter, parameter["schema"]);

    // The value of a parameter whose content is a document, nearly always JSON.
    private string? Content(DocumentNode parameter)
    {
        if (parameter["content"] is not { Members: [var (type, written), ..] }) return null;
        var media = references.Follow(written);
        var value = _samples.Example(media, media["schema"]);
        return value is null ? "" : MediaTypes.IsJson(type) || value.Kind is NodeKind.Array or NodeKind.Object ? ImportedJson.Compact(value) : value.Text;
    }
}
