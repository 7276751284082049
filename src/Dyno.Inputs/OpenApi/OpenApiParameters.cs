using Dyno.Http.Templates;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.OpenApi;

/// <summary>
/// Parameters of an operation: all in the path, and in query, headers and cookies those that are required or have an
/// example. Those of the operation come first and win over those of its path.
/// </summary>
internal sealed class OpenApiParameters(OpenApiReferences references, SourcePlace place)
{
    private readonly List<(string Name, string In, DocumentNode Parameter)> _parameters = [];
    private readonly SchemaSample _samples = new(references);

    public void Add(List<DocumentNode> parameters)
    {
        foreach (var written in parameters)
        {
            var parameter = references.Follow(written);
            if (parameter.Of("name") is not { Length: > 0 } name || parameter.Of("in") is not { } where)
            {
                written.In(place).Warning("a parameter has no name, or does not say where it stands, and is left out", "write name and in");
                continue;
            }

            if (!_parameters.Any(p => p.Name == name && p.In == where)) _parameters.Add((name, where, parameter));
        }
    }

    /// <summary>The path with a value in each place.</summary>
    public string Fill(string path)
    {
        foreach (var (name, where, parameter) in _parameters)
            if (where == "path") path = path.Replace($"{{{name}}}", Uri.EscapeDataString(ValueOf(parameter)), StringComparison.Ordinal);
        foreach (var open in path.Split('{').Skip(1))
            if (open.IndexOf('}', StringComparison.Ordinal) is > 0 and var end)
            {
                place.Warning($"the path parameter \"{InText.Quote(open[..end])}\" is not described; 1 is taken", "describe it below parameters");
                path = path.Replace($"{{{open[..end]}}}", "1", StringComparison.Ordinal);
            }

        return string.Concat(path.Select(c => c is ' ' or '{' or '}' || char.IsControl(c) ? Uri.EscapeDataString(c.ToString()) : c.ToString()));
    }

    /// <summary>Pairs for the query, percent-encoded.</summary>
    public IEnumerable<string> Query => Sent("query").SelectMany(PairsOf);

    public void AddHeaders(ImportedHeaders headers)
    {
        foreach (var (name, parameter) in Sent("header"))
            if (!name.Equals("Accept", StringComparison.OrdinalIgnoreCase) && !name.Equals("Content-Type", StringComparison.OrdinalIgnoreCase))
                headers.Add(name, TextTemplate.Of(ValueOf(parameter).ReplaceLineEndings(" ")), place);
        var cookies = Sent("cookie").Select(c => $"{c.Name}={Uri.EscapeDataString(ValueOf(c.Parameter))}").ToList();
        if (cookies.Count > 0) headers.AddDefault("Cookie", string.Join("; ", cookies));
    }

    private IEnumerable<(string Name, DocumentNode Parameter)> Sent(string where) => _parameters
        .Where(p => p.In == where && (p.Parameter.Is("required") || HasExample(p.Parameter))).Select(p => (p.Name, p.Parameter));

    private bool HasExample(DocumentNode parameter) => parameter["example"] is not null || parameter["examples"] is not null
        || (parameter["schema"] is { } schema && references.Follow(schema) is var followed && (followed["example"] is not null || followed["default"] is not null));

    // Lists are sent as "a=1&a=2", or as "a=1,2" when explode is off.
    private IEnumerable<string> PairsOf((string Name, DocumentNode Parameter) pair)
    {
        var name = Uri.EscapeDataString(pair.Name);
        var value = _samples.Example(pair.Parameter, pair.Parameter["schema"]);
        if (value is not { Kind: NodeKind.Array }) return [$"{name}={Uri.EscapeDataString(ValueOf(pair.Parameter))}"];
        var items = value.Items.Take(20).Select(i => Uri.EscapeDataString(i.Text)).ToList();
        return pair.Parameter["explode"] is { Text: "false" } ? [$"{name}={string.Join(',', items)}"] : items.Select(i => $"{name}={i}");
    }

    private string ValueOf(DocumentNode parameter) => _samples.Example(parameter, parameter["schema"]) switch
    {
        null => "1",
        { Kind: NodeKind.Array } list => string.Join(',', list.Items.Take(20).Select(i => i.Text)),
        { Kind: NodeKind.Object } members => string.Join(',', members.Members.Take(20).SelectMany(m => new[] { m.Name, m.Value.Text })),
        var scalar => scalar.Text,
    };
}
