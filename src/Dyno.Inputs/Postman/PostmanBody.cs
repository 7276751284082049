using System.Collections.Immutable;
using System.Text;
using System.Text.Json;
using Dyno.Http.Templates;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Postman;

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
        var text = new List<TextPart>();
        foreach (var field in body.All("urlencoded").Where(f => !f.Is("disabled")))
        {
            if (text.Count > 0) text.Add(TextPart.Literal("&"));
            text.AddRange(Encoded(field.Of("key") ?? "").Parts);
            text.Add(TextPart.Literal("="));
            text.AddRange(Encoded(field.Of("value") ?? "").Parts);
        }

        return text.Count == 0 ? [] : [BodyPart.Of(new TextTemplate(text))];
    }

    // Postman encodes a value after its variables are put in; in a .http file {{%name}} means the same.
    private TextTemplate Encoded(string text) => scope.ReadEncoded(text, Uri.EscapeDataString, name => "%" + name);

    private ImmutableArray<BodyPart> Form(DocumentNode body, ImportedHeaders headers, string name)
    {
        var form = new MultipartForm();
        foreach (var field in body.All("formdata").Where(f => !f.Is("disabled")))
        {
            var key = field.Of("key") ?? "";
            if (field.Of("type") == "file") AddFiles(form, key, field);
            else form.Add(key, field.Of("value") ?? "", null, field.Of("contentType"));
        }

        if (form.IsEmpty) return [];
        var (bytes, type) = form.Build();
        headers.Replace("Content-Type", type);
        var text = Encoding.UTF8.GetString(bytes);
        var hasSlots = text.Contains("{{", StringComparison.Ordinal);
        if (hasSlots && text.Contains('\uFFFD', StringComparison.Ordinal))
        {
            body.In(context.Place).Warning($"\"{InText.Quote(name)}\": variables are not replaced in a form with a file that is not text");
            hasSlots = false;
        }

        return hasSlots ? [BodyPart.Of(scope.Read(text))] : [new BodyPart { Bytes = bytes }];
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
        var variables = query.Of("variables") is { } text && text.Trim().Length > 0 ? $",\"variables\":{text.Trim()}" : "";
        // The query becomes a JSON text, with the values of its slots; the variables of GraphQL are JSON already.
        List<TextPart> parts = [TextPart.Literal("{\"query\":\""), .. scope.ReadEncoded(query.Of("query") ?? "", InJson).Parts, TextPart.Literal("\"")];
        if (query.Of("operationName") is { Length: > 0 } operation) parts.AddRange([TextPart.Literal(",\"operationName\":\""), .. scope.ReadEncoded(operation, InJson).Parts, TextPart.Literal("\"")]);
        parts.AddRange(scope.Read(variables + "}").Parts);
        return [BodyPart.Of(new TextTemplate(parts))];
    }

    private static string InJson(string text) => JsonSerializer.Serialize(text, ImportedJson.Readable)[1..^1];

    private ImmutableArray<BodyPart> Unknown(string mode, DocumentNode body)
    {
        body.In(context.Place).Problem($"the body mode \"{InText.Quote(mode)}\" is not known", "use raw, urlencoded, formdata, file or graphql");
        return [];
    }
}
