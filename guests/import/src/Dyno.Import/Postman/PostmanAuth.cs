namespace Dyno.Import;

/// <summary>Authorization of a request: its own, or that of the nearest folder around it.</summary>
internal sealed class PostmanAuth(ImportScope scope, SourcePlace file)
{
    /// <summary>Adds the header or the query value of the authorization, and returns the URL.</summary>
    public string Apply(DocumentNode? auth, string url, ImportedHeaders headers, string name)
    {
        if (auth?.Of("type") is not { } type || type is "noauth") return url;
        var place = auth.In(file);
        var own = new ImportedAuth(scope, headers, place, name);
        switch (type)
        {
            case "bearer":
                own.Authorize($"Bearer {Value(auth, type, "token")}");
                return url;
            case "basic":
                own.Basic(Value(auth, type, "username"), Value(auth, type, "password"));
                return url;
            case "apikey" when Value(auth, type, "in") == "query":
                return ImportedAuth.InQuery(url, Value(auth, type, "key"), Value(auth, type, "value"));
            case "apikey":
                own.Header(Value(auth, type, "key"), Value(auth, type, "value"));
                return url;
            case "oauth2":
                var token = Value(auth, type, "accessToken");
                if (token.Length == 0) place.Warning($"\"{InText.Quote(name)}\": Postman would log in with OAuth 2; Dyno sends the variable accessToken");
                if (Value(auth, type, "addTokenTo") == "queryParams")
                    return ImportedAuth.InQuery(url, "access_token", token.Length > 0 ? token : "{{accessToken}}");
                own.Authorize($"{(Value(auth, type, "headerPrefix").Trim() is { Length: > 0 } prefix ? prefix : "Bearer")} {(token.Length > 0 ? token : "{{accessToken}}")}");
                return url;
            default:
                place.Warning($"\"{InText.Quote(name)}\": the authorization \"{InText.Quote(type)}\" is left out", "write the header Authorization yourself");
                return url;
        }
    }

    // v2.1 has an array of key and value, v2.0 an object.
    private static string Value(DocumentNode auth, string type, string key) => auth[type] switch
    {
        { Kind: NodeKind.Array } list => list.Items.FirstOrDefault(i => i.Of("key") == key)?.Of("value") ?? "",
        { } members => members.Of(key) ?? "",
        null => "",
    };
}
