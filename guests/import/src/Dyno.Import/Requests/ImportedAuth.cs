namespace Dyno.Import;

/// <summary>Authorization that a tool keeps apart from the headers. A header of the request itself wins.</summary>
/// <param name="place">Where the authorization is given.</param>
internal sealed class ImportedAuth(ImportScope scope, ImportedHeaders headers, SourcePlace place, string name)
{
    public void Authorize(string value) => Header("Authorization", value);

    /// <summary>Adds a header, such as one with an API key.</summary>
    public void Header(string key, string value)
    {
        if (key.Length > 0 && !headers.Has(key)) headers.Add(key, scope.Read(value), place);
    }

    /// <summary>A URL with one more value in its query.</summary>
    public static string InQuery(string url, string key, string value) =>
        $"{url}{(url.Contains('?', StringComparison.Ordinal) ? '&' : '?')}{ImportedUrl.Key(key)}={ImportedUrl.Value(value)}";

    /// <summary>User and password. The base64 of a text with slots cannot be made while the load runs.</summary>
    public void Basic(string user, string password)
    {
        if (headers.Has("Authorization")) return;
        if (scope.ReadKnown($"{user}:{password}") is { } known)
        {
            headers.AddDefault("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(known)));
            return;
        }

        place.Warning($"\"{InText.Quote(name)}\": user and password come from variables; Dyno uses the variable basicCredentials for both",
            "set the variable to the base64 of user:password");
        headers.Add("Authorization", TextOf("Basic ", scope.Slot("basicCredentials")), place);
    }

    private static Dyno.Http.TextTemplate TextOf(string before, Dyno.Http.TextPart slot) =>
        new([Dyno.Http.TextPart.Literal(before), slot]);
}
