namespace Dyno.Inputs;

/// <summary>
/// Moves secrets (tokens, cookies, keys in headers and queries) out of requests into variables at the top of the new file, where a reader
/// sees and replaces them. A warning names the secrets in bodies.
/// </summary>
internal sealed partial class SecretVariables
{
    private readonly Dictionary<string, string> _byValue = new(StringComparer.Ordinal);
    private readonly List<FileVariable> _variables = [];
    private readonly HashSet<string> _names;

    private SecretVariables(RequestSet set) => _names = [.. set.Variables.Select(v => v.Name)];

    /// <summary>The set with its secrets in variables, and a warning that names them.</summary>
    public static RequestSet Extract(RequestSet set, ProblemList problems)
    {
        var secrets = new SecretVariables(set);
        var place = new SourcePlace(problems, set.Source);
        var requests = set.Requests.Select(r => secrets.Extract(r, place)).ToImmutableArray();
        var own = set.Variables.Where(v => Redaction.IsSecretName(v.Name) && !v.Value.Parts.IsEmpty);
        var names = secrets._variables.Concat(own).Select(v => v.Name).ToList();
        if (names.Count > 0)
            place.Warning($"the new file has secrets in its variables: {string.Join(", ", names.Take(10).Select(InText.Quote))}{(names.Count > 10 ? " …" : "")}",
                "keep the file private, or take the values from {{$processEnv NAME}}");
        return set with { Requests = requests, Variables = [.. set.Variables, .. secrets._variables] };
    }

    private RequestDraft Extract(RequestDraft request, SourcePlace place)
    {
        var body = string.Concat(request.Body.Select(p => p.Text?.Written ?? ""));
        if (body.Length == 0 && request.Body is [{ Text: null, Bytes: var bytes }]) body = System.Text.Encoding.Latin1.GetString(bytes.Span);
        if (body.Length < 100_000 && Redaction.Text(body) != body)
            request.In(place).Warning($"{InText.Quote(request.Name ?? request.Method)}: the body seems to hold a secret, which is now in the new file",
                "put the secret into a variable");
        return request with
        {
            Url = Query(request.Url),
            Headers = [.. request.Headers.Select(h => h.Value is { IsLiteral: true } ? h with { Value = OfHeader(h) } : h)],
        };
    }

    private TextTemplate OfHeader(HeaderDraft header)
    {
        var value = header.Value.Written;
        if (value.Length == 0 || value.Contains("{{", StringComparison.Ordinal)) return header.Value;
        var secret = Redaction.CredentialBegin(value); // the scheme stays: it is not a secret, and makes the file easier to read
        if (secret == 0 && !Redaction.IsSecretName(header.Name)) return header.Value;
        return new TextTemplate([TextPart.Literal(value[..secret]), Variable(header.Name, value[secret..])]);
    }

    private TextTemplate Query(TextTemplate url)
    {
        if (!url.IsLiteral) return url;
        var text = url.Written;
        var parts = new List<TextPart>();
        var from = 0;
        foreach (Match pair in QueryPair().Matches(text))
        {
            var (name, value) = (pair.Groups["name"], pair.Groups["value"]);
            if (value.Length == 0 || !Redaction.IsSecretName(name.Value) || HasSlot(value.Value)) continue;
            parts.Add(TextPart.Literal(text[from..value.Index]));
            parts.Add(Variable(name.Value, value.Value));
            from = value.Index + value.Length;
        }

        parts.Add(TextPart.Literal(text[from..]));
        return new TextTemplate(parts);
    }

    private static bool HasSlot(string value) =>
        value.Contains("{{", StringComparison.Ordinal) || value.Contains("%7B%7B", StringComparison.OrdinalIgnoreCase);

    private TextPart Variable(string where, string secret)
    {
        if (!_byValue.TryGetValue(secret, out var name))
        {
            name = _byValue[secret] = FreeName(where);
            _variables.Add(new FileVariable(name, TextTemplate.Of(secret), 0));
        }

        return TextPart.Slot(name, new VariableValue(name, TextTemplate.Of(secret), VariableOrigin.File));
    }

    private string FreeName(string where)
    {
        var stem = NotName().Replace(where.ToLowerInvariant(), "_").Trim('_');
        if (stem.Length == 0 || char.IsAsciiDigit(stem[0])) stem = "secret";
        var name = stem;
        for (var number = 2; !_names.Add(name); number++) name = $"{stem}{number}";
        return name;
    }

    [GeneratedRegex("[?&](?<name>[^=&#]+)=(?<value>[^&#]*)")]
    private static partial Regex QueryPair();

    [GeneratedRegex("[^a-z0-9_]+")]
    private static partial Regex NotName();
}
