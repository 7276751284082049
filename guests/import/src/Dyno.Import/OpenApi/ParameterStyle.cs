namespace Dyno.Import;

/// <summary>
/// How lists and objects stand in a path, a query, a header or a cookie (OpenAPI 3, Style Values): <c>form</c>,
/// <c>spaceDelimited</c>, <c>pipeDelimited</c>, <c>deepObject</c>, <c>simple</c>, <c>label</c>, <c>matrix</c>, each with or
/// without <c>explode</c>.
/// </summary>
/// <param name="Explodes">Whether each item or member is written by itself.</param>
internal readonly record struct ParameterStyle(string Name, bool Explodes)
{
    private const int MaxItems = 20;

    /// <summary>The style that a parameter asks for, or the default style of its place.</summary>
    public static ParameterStyle Of(DocumentNode parameter, string where)
    {
        var name = parameter.Of("style") ?? (where is "query" or "cookie" ? "form" : "simple");
        return new(name, parameter["explode"] is { } said ? said.Text == "true" : name is "form" or "deepObject");
    }

    /// <summary><c>name=value</c> pairs of a query or a form, percent-encoded.</summary>
    public IEnumerable<string> Pairs(string name, DocumentNode? value)
    {
        var key = Escaped(name);
        var separator = Name switch { "spaceDelimited" => "%20", "pipeDelimited" => "%7C", _ => "," };
        return value switch
        {
            null => [$"{key}=1"],
            { Kind: NodeKind.Array } when Explodes => Items(value).Select(i => $"{key}={Text(i)}"),
            { Kind: NodeKind.Array } => [$"{key}={string.Join(separator, Items(value).Select(Text))}"],
            { Kind: NodeKind.Object } when Name == "deepObject" => Members(value).Select(m => $"{Escaped($"{name}[{m.Name}]")}={Text(m.Value)}"),
            { Kind: NodeKind.Object } when Explodes => Members(value).Select(m => $"{Escaped(m.Name)}={Text(m.Value)}"),
            { Kind: NodeKind.Object } => [$"{key}={string.Join(separator, Members(value).Select(m => $"{Escaped(m.Name)},{Text(m.Value)}"))}"],
            _ => [$"{key}={Text(value)}"],
        };
    }

    /// <summary>The text in a path in the place of <c>{name}</c>, percent-encoded.</summary>
    public string InPath(string name, DocumentNode? value)
    {
        var parts = Parts(value, Escaped);
        return Name switch
        {
            "label" => "." + string.Join(Explodes ? '.' : ',', parts),
            "matrix" when value is { Kind: NodeKind.Object } && Explodes => string.Concat(parts.Select(p => ";" + p)),
            "matrix" when Explodes => string.Concat(parts.Select(p => $";{Escaped(name)}={p}")),
            "matrix" => $";{Escaped(name)}={string.Join(',', parts)}",
            _ => string.Join(',', parts),
        };
    }

    /// <summary>The value of a header, not encoded.</summary>
    public string InHeader(DocumentNode? value) => string.Join(',', Parts(value, text => text));

    private List<string> Parts(DocumentNode? value, Func<string, string> encode)
    {
        var between = Explodes ? "=" : ",";
        return value switch
        {
            null => ["1"],
            { Kind: NodeKind.Array } => [.. Items(value).Select(i => encode(Plain(i)))],
            { Kind: NodeKind.Object } => [.. Members(value).Select(m => $"{encode(m.Name)}{between}{encode(Plain(m.Value))}")],
            _ => [encode(value.Text)],
        };
    }

    private static IEnumerable<DocumentNode> Items(DocumentNode list) => list.Items.Take(MaxItems);

    private static IEnumerable<(string Name, DocumentNode Value)> Members(DocumentNode value) => value.Members.Take(MaxItems);

    private static string Text(DocumentNode value) => Escaped(Plain(value));

    private static string Plain(DocumentNode value) => value.Kind is NodeKind.Array or NodeKind.Object ? ImportedJson.Compact(value) : value.Text;

    private static string Escaped(string text) => Uri.EscapeDataString(text);
}
