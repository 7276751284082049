namespace Dyno.Import;

/// <summary>
/// Reads the environment that <c>--http-env</c> names for a collection: a file that Postman exported, or the name of such a file
/// when <c>NAME.postman_environment.json</c> lies beside the collection. The values of the environment win over those of the
/// collection.
/// </summary>
internal static class PostmanEnvironment
{
    private const string Ending = ".postman_environment.json";

    public static void Set(ImportScope scope, InputContext context)
    {
        if (context.Request.HttpEnvironment is not { } given) return;
        var place = new SourcePlace(context.Problems, "--http-env");
        var beside = Path.Combine(Path.GetDirectoryName(context.Path) ?? "", given + Ending);
        var path = !File.Exists(given) && File.Exists(beside) ? beside : given;
        if (!InputFile.TryRead(path, place, out var bytes)) return;
        var inFile = new SourcePlace(context.Problems, path);
        var before = context.Problems.Count;
        var document = DocumentReader.Read(bytes, inFile);
        if (context.Problems.Count > before) return;
        if (document?["values"] is not { Kind: NodeKind.Array } values)
        {
            (document?.In(inFile) ?? TextPosition.Start.In(inFile)).Problem("this is not a Postman environment: it has no values", "export the environment from Postman again");
            return;
        }

        foreach (var value in values.Items)
            if (value["enabled"] is not { Text: "false" } && value.Of("key") is { Length: > 0 } name) scope.Set(name, value.Of("value") ?? "");
    }
}
