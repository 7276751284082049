namespace Dyno.Import;

/// <summary>
/// Reads a Postman collection (format v2.1, and v2.0 where the two agree): folders, variables, inherited authorization, bodies. Scripts are
/// not run; a warning names them.
/// </summary>
internal static class PostmanReader
{
    public static FileKind Kind { get; } = new([".postman_collection.json"], "Postman collection", LooksLikeCollection, Read) { HasForeignLookalikes = true };

    public static RequestSet Read(InputContext context)
    {
        var before = context.Problems.Count;
        var document = DocumentReader.Read(context.Bytes, context.Place, name => name is "response" or "_postman_exported_using");
        if (document?["collection"] is { Kind: NodeKind.Object } wrapped && document["item"] is null) document = wrapped; // as Postman's API answers
        if (document is null || !IsCollection(document, context.Place, before))
            return new RequestSet { Name = context.Path, InputKind = "postman", Source = context.Path };
        var scope = new ImportScope(context, PostmanDynamic.Find);
        foreach (var variable in document.All("variable"))
            if (!variable.Is("disabled") && (variable.Of("key") ?? variable.Of("id")) is { } name) scope.Set(name, variable.Of("value") ?? "");
        PostmanEnvironment.Set(scope, context);
        var folder = new PostmanFolder(scope, context);
        folder.Read(document, "", auth: null, depth: 0);
        if (folder.Requests.Count == 0 && context.Problems.Count == before)
            document["item"]!.In(context.Place).Problem("the collection has no request", "add one in Postman, and export the collection (v2.1) again");
        folder.SayScripts();
        return new RequestSet
        {
            Name = document["info"]?.Of("name") is { Length: > 0 } title ? InText.Quote(title) : Path.GetFileNameWithoutExtension(context.Path),
            InputKind = "postman",
            Source = context.Path,
            Requests = [.. folder.Requests],
            Variables = scope.Used,
        };
    }

    private static bool IsCollection(DocumentNode document, SourcePlace place, int before)
    {
        if (place.Problems.Count > before) return false;
        if (document["values"] is { Kind: NodeKind.Array } && document["item"] is null)
        {
            document.In(place).Problem("these are variables of Postman, not requests", $"give them beside the collection: dyno run COLLECTION --http-env {Path.GetFileName(place.Source)}");
            return false;
        }

        if (document["requests"] is { Kind: NodeKind.Array } && document["item"] is null)
            document["requests"]!.In(place).Problem("this is a Postman collection of format v1", "export it as Collection v2.1");
        else if (document["item"] is not { Kind: NodeKind.Array })
            (document["item"] ?? document).In(place).Problem("this is not a Postman collection: it has no item", "export the collection as v2.1 (not the workspace)");
        else return true;
        return false;
    }

    private static bool LooksLikeCollection(ContentSample sample) => sample.IsJson && !sample.Keys.Contains("log")
        && (sample.Keys.Contains("_postman_variable_scope") || (sample.Keys.Contains("info") && sample.Keys.Contains("item"))
            || sample.Start.Contains("getpostman.com", StringComparison.Ordinal) || sample.Start.Contains("_postman_id", StringComparison.Ordinal));
}
