namespace Dyno.Import;

/// <summary>Bodies in their modes: json, text, xml, sparql, formUrlEncoded, multipartForm, graphql, file.</summary>
internal sealed partial class BruBody(BruVariables variables, InputContext context)
{
    private ImportScope Scope => variables.Scope;

    public ImmutableArray<BodyPart> Read(string mode, BruFile file, BruBlock head, ImportedHeaders headers, string name)
    {
        switch (mode)
        {
            case "none":
                return [];
            case "json":
                headers.AddDefault("Content-Type", "application/json");
                return Text(JsonComments.Remove((file.Of("body:json") ?? file.Of("body"))?.Text ?? ""));
            case "text":
                headers.AddDefault("Content-Type", "text/plain");
                return Text(file.Of("body:text")?.Text ?? "");
            case "xml":
                headers.AddDefault("Content-Type", "application/xml");
                return Text(file.Of("body:xml")?.Text ?? "");
            case "sparql":
                headers.AddDefault("Content-Type", "application/sparql-query");
                return Text(file.Of("body:sparql")?.Text ?? "");
            case "formUrlEncoded" or "form-urlencoded":
                headers.AddDefault("Content-Type", "application/x-www-form-urlencoded");
                return ImportedForm.UrlEncoded((file.Of("body:form-urlencoded")?.Enabled ?? []).Select(p => (p.Name, p.Value)), Scope);
            case "multipartForm" or "multipart-form":
                return Form(file, headers, name);
            case "graphql":
                headers.AddDefault("Content-Type", "application/json");
                return [ImportedGraphQl.BodyOf(file.Of("body:graphql")?.Text ?? "", file.Of("body:graphql:vars")?.Text, null, Scope)];
            case "file":
                return OfFile(file, headers);
            default:
                head.In(file.Place).Problem($"the body mode \"{InText.Quote(mode)}\" is not known", "use json, text, xml, sparql, formUrlEncoded, multipartForm, graphql, file or none");
                return [];
        }
    }

    private ImmutableArray<BodyPart> Text(string text) => text.Length == 0 ? [] : [BodyPart.Of(Scope.Read(text))];

    private ImmutableArray<BodyPart> Form(BruFile file, ImportedHeaders headers, string name)
    {
        if (file.Of("body:multipart-form") is not { } fields) return [];
        var form = new MultipartForm();
        foreach (var field in fields.Enabled)
        {
            var (value, type) = TypeOf(field.Value);
            if (Named().Match(value) is not { Success: true } named) form.Add(field.Name, value, null, type);
            else
                foreach (var path in named.Groups[1].Value.Split('|', StringSplitOptions.RemoveEmptyEntries))
                    if (Load(path, file, field) is { } bytes) form.Add(field.Name, bytes, Path.GetFileName(path.Replace('\\', '/')), type
                        ?? MediaTypes.Of(path));
        }

        return ImportedForm.BodyOf(form, headers, Scope, fields.In(file.Place), name);
    }

    // Of several files the one that is selected is sent.
    private ImmutableArray<BodyPart> OfFile(BruFile file, ImportedHeaders headers)
    {
        if (file.Of("body:file")?.Enabled.FirstOrDefault() is not { } chosen) return [];
        var (value, type) = TypeOf(chosen.Value);
        headers.AddDefault("Content-Type", type ?? MediaTypes.Unknown);
        var path = Named().Match(value) is { Success: true } named ? named.Groups[1].Value : value;
        return Load(path, file, chosen) is { } bytes ? [new BodyPart { Bytes = bytes, File = path }] : [];
    }

    private static (string Value, string? Type) TypeOf(string value) =>
        ContentType().Match(value) is { Success: true } match ? (value[..match.Index].TrimEnd(), match.Groups[1].Value) : (value, null);

    // Names of files are relative to the collection.
    private byte[]? Load(string path, BruFile file, BruPair at)
    {
        var place = at.In(file.Place);
        if (path.Length > 0) return NamedFiles.Of(context).TryRead(Scope.ReadKnown(path) ?? path, place, out var bytes) ? bytes : null;
        place.Problem("no file is chosen", "choose one in Bruno, or remove the field");
        return null;
    }

    [GeneratedRegex(@"^@file\((.*)\)$", RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    private static partial Regex Named();

    [GeneratedRegex(@"\s*@contentType\(([^()]*)\)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex ContentType();
}
