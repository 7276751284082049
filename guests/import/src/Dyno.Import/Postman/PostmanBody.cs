namespace Dyno.Import;

/// <summary>Bodies in their modes: raw, urlencoded, formdata, file, graphql.</summary>
internal sealed class PostmanBody(ImportScope scope, InputContext context)
{
    public ImmutableArray<BodyPart> Read(DocumentNode? body, ImportedHeaders headers, string name)
    {
        if (body is null || body.Is("disabled")) return [];
        return body.Of("mode") switch
        {
            "raw" => Raw(body, headers),
            "urlencoded" => UrlEncoded(body, headers),
            "formdata" => Form(body, headers, name),
            "graphql" => GraphQl(body["graphql"], headers),
            "file" => Bytes(body["file"], headers),
            null => [],
            var other => Unknown(other, body),
        };
    }

    private ImmutableArray<BodyPart> Raw(DocumentNode body, ImportedHeaders headers)
    {
        var text = body.Of("raw") ?? "";
        if (text.Length == 0) return [];
        var type = body["options"]?["raw"]?.Of("language") switch
        {
            "json" => "application/json",
            "xml" => "application/xml",
            "html" => "text/html",
            "javascript" => "application/javascript",
            _ => "text/plain",
        };
        headers.AddDefault("Content-Type", type);
        if (MediaTypes.IsJson(headers.Find("Content-Type"))) text = JsonComments.Remove(text);
        return text.Length == 0 ? [] : [BodyPart.Of(scope.Read(text))];
    }

    private ImmutableArray<BodyPart> UrlEncoded(DocumentNode body, ImportedHeaders headers)
    {
        headers.AddDefault("Content-Type", "application/x-www-form-urlencoded");
        return ImportedForm.UrlEncoded(body.All("urlencoded").Where(f => !f.Is("disabled")).Select(f => (f.Of("key") ?? "", f.Of("value") ?? "")), scope);
    }

    private ImmutableArray<BodyPart> Form(DocumentNode body, ImportedHeaders headers, string name)
    {
        var form = new MultipartForm();
        foreach (var field in body.All("formdata").Where(f => !f.Is("disabled")))
        {
            var key = field.Of("key") ?? "";
            if (field.Of("type") == "file") AddFiles(form, key, field);
            else form.Add(key, field.Of("value") ?? "", null, field.Of("contentType"));
        }

        return ImportedForm.BodyOf(form, headers, scope, body.In(context.Place), name);
    }

    private void AddFiles(MultipartForm form, string key, DocumentNode field)
    {
        var sources = field["src"] is { Kind: NodeKind.Array } list ? list.Items.Select(i => i.Text) : [field.Of("src") ?? ""];
        foreach (var source in sources)
            if (Load(source, field) is { } bytes) form.Add(key, bytes, Path.GetFileName(source.Replace('\\', '/')), field.Of("contentType") ?? MediaTypes.Of(source));
    }

    private ImmutableArray<BodyPart> Bytes(DocumentNode? file, ImportedHeaders headers)
    {
        if (file is null) return [];
        headers.AddDefault("Content-Type", "application/octet-stream");
        if (file.Of("content") is { } content) return [BodyPart.Of(scope.Read(content))];
        return Load(file.Of("src") ?? "", file) is { } bytes ? [new BodyPart { Bytes = bytes, File = file.Of("src") }] : [];
    }

    private byte[]? Load(string source, DocumentNode at)
    {
        var place = at.In(context.Place);
        if (source.Length == 0)
        {
            place.Problem("a file of the form was not chosen in Postman", "choose one, or remove the field");
            return null;
        }

        return NamedFiles.Of(context).TryRead(source, place, out var bytes) ? bytes : null;
    }

    private ImmutableArray<BodyPart> GraphQl(DocumentNode? query, ImportedHeaders headers)
    {
        if (query is null) return [];
        headers.AddDefault("Content-Type", "application/json");
        return [ImportedGraphQl.BodyOf(query.Of("query") ?? "", query.Of("variables"), query.Of("operationName"), scope)];
    }

    private ImmutableArray<BodyPart> Unknown(string mode, DocumentNode body)
    {
        body.In(context.Place).Problem($"the body mode \"{InText.Quote(mode)}\" is not known", "use raw, urlencoded, formdata, file or graphql");
        return [];
    }
}
