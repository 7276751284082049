namespace Dyno.Import;

/// <summary>
/// The environment that <c>--http-env</c> names for a collection: <c>environments/NAME.bru</c> of the collection, or a file. Its values win
/// over those of the collection. Bruno does not write secret values into the file, so they are given with <c>--var</c>.
/// </summary>
internal static class BruEnvironment
{
    public static void Set(BruVariables variables, string? root, InputContext context)
    {
        if (context.Request.HttpEnvironment is not { } given) return;
        var place = new SourcePlace(context.Problems, "--http-env");
        var inside = root is null ? null : Path.Combine(root, "environments", given + ".bru");
        var path = !File.Exists(given) && inside is not null && !given.Contains('/', StringComparison.Ordinal) ? inside : given;
        if (!InputFile.TryRead(path, place, out var bytes)) return;
        var before = context.Problems.Count;
        var file = BruFile.Read(bytes, new SourcePlace(context.Problems, path, 1, 1));
        if (context.Problems.Count > before) return;
        if (file.Blocks.TrueForAll(b => !b.Name.StartsWith("vars", StringComparison.Ordinal)))
            file.Place.Problem("this is no environment of Bruno: it has no block vars", "name one of the folder environments: --http-env NAME");
        foreach (var pair in file.Of("vars")?.Enabled ?? []) variables.Scope.Set(pair.Name, pair.Value);
    }
}
