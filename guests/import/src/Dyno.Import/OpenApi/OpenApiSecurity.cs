namespace Dyno.Import;

/// <summary>The credentials that an operation asks for (tokens, keys, logins), as variables without a value.</summary>
internal sealed partial class OpenApiSecurity(OpenApiReferences references, ImportScope scope, SourcePlace file)
{
    private readonly HashSet<string> _said = new(StringComparer.Ordinal);

    /// <summary>Adds the first alternative of the requirement.</summary>
    public void Apply(DocumentNode? requirement, ImportedHeaders headers, List<string> query, SourcePlace place)
    {
        if (requirement is not { Items: [var first, ..] }) return;
        if (requirement.Items.Any(i => i.Members.Count == 0)) return; // an empty alternative means that no credentials are needed
        foreach (var (name, _) in first.Members) ApplyScheme(name, headers, query, place);
    }

    private void ApplyScheme(string name, ImportedHeaders headers, List<string> query, SourcePlace place)
    {
        var reference = new DocumentNode { Kind = NodeKind.Text, Line = place.Line ?? 1, Column = 1, Text = $"#/components/securitySchemes/{name}" };
        var scheme = references.Follow(new DocumentNode { Kind = NodeKind.Object, Line = reference.Line, Column = 1, Members = [("$ref", reference)] });
        var variable = NotName().Replace(name, "_");
        switch (scheme.Of("type"), scheme.Of("scheme")?.ToLowerInvariant(), scheme.Of("in"))
        {
            case ("http", "basic", _):
                Header("Authorization", $"Basic {{{{{variable}}}}}");
                break;
            case ("http", "bearer", _) or ("oauth2", _, _) or ("openIdConnect", _, _):
                Header("Authorization", $"Bearer {{{{{variable}}}}}");
                break;
            case ("apiKey", _, "header"):
                Header(scheme.Of("name") ?? "X-Api-Key", $"{{{{{variable}}}}}");
                break;
            case ("apiKey", _, "query"):
                query.Add($"{Uri.EscapeDataString(scheme.Of("name") ?? "api_key")}={{{{{variable}}}}}");
                break;
            case ("apiKey", _, "cookie"):
                Header("Cookie", $"{scheme.Of("name")}={{{{{variable}}}}}");
                break;
            case (null, _, _):
                break; // the reference was reported
            default:
                if (_said.Add(name)) scheme.In(file).Warning($"the security scheme \"{InText.Quote(name)}\" is left out", "write its header in the new file");
                break;
        }

        void Header(string header, string value)
        {
            if (!headers.Has(header)) headers.Add(header, scope.Read(value), place);
        }
    }

    [GeneratedRegex("[^A-Za-z0-9_.-]+")]
    private static partial Regex NotName();
}
