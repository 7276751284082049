namespace Dyno.Dashboard;

/// <summary>A document to import.</summary>
/// <param name="FileName">The name of the original file; null for pasted text.</param>
/// <param name="Content">The document, or a curl command line.</param>
internal sealed record ImportRequest(string? FileName, string Content);

/// <summary>A preview of an import.</summary>
/// <param name="Text">The requests as an <c>.http</c> file.</param>
/// <param name="Warnings">The differences from the original.</param>
internal sealed record ImportPreview(string Text, int Requests, ImmutableArray<string> Warnings, string Name);

/// <summary>Converts requests between formats.</summary>
internal static class Importing
{
    public static ImportPreview Convert(ImportRequest request)
    {
        var name = Path.GetFileNameWithoutExtension(request.FileName) is { Length: > 0 } given ? given : "imported";
        using var folder = OwnedFolder.Create("dyno-import-");
        try
        {
            var warnings = new List<Problem>();
            var files = InputConverter.Convert(Source(request, folder.Path), Path.Combine(folder.Path, "imported.http"), warnings);
            var text = Encoding.UTF8.GetString(files[0].Content.Span);
            var said = warnings.Select(warning =>
                warning.ToString().Replace(folder.Path + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)).ToList();
            said.AddRange(files.Skip(1).Select(file => $"{Path.GetFileName(file.Path)}: a body that is not text is not imported; use dyno convert"));
            return new ImportPreview(text, Dyno.Inputs.SessionEditor.Outline("imported.http", text).Requests.Length, [.. said], name);
        }
        catch (UserFault wrong)
        {
            throw RefusedException.Wrong(wrong.Message.Replace(folder.Path + Path.DirectorySeparatorChar, "", StringComparison.Ordinal),
                "paste a curl command, or drop a HAR file, a Postman collection or an OpenAPI document");
        }
    }

    /// <summary>A file in another format, as a download.</summary>
    public static FileContentHttpResult Export(string file, string format)
    {
        if (format is not ("http" or "websurge" or "js")) throw RefusedException.Wrong($"there is no language {format}", "use http, websurge or js");
        var name = $"{Path.GetFileNameWithoutExtension(file)}.{format}";
        var warnings = new List<Problem>();
        var files = InputConverter.Convert(new LoadRequest { Target = file }, Path.Combine(Path.GetDirectoryName(file)!, name), warnings);
        return TypedResults.File(files[0].Content.ToArray(), "application/octet-stream", name);
    }

    private static LoadRequest Source(ImportRequest request, string folder)
    {
        var text = request.Content.TrimStart();
        if (request.FileName is null && text.StartsWith("curl", StringComparison.OrdinalIgnoreCase)) return new LoadRequest { Curl = text };
        var ending = Path.GetExtension(request.FileName) is { Length: > 0 } given ? given : text is ['{' or '[', ..] ? ".json" : ".yaml";
        var file = Path.Combine(folder, "document" + ending);
        File.WriteAllText(file, request.Content);
        return new LoadRequest { Target = file };
    }
}
