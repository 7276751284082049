namespace Dyno.Import;

/// <summary>Authorization of a request: its own, or that of the nearest folder, or of the collection.</summary>
internal sealed class BruAuth(BruVariables variables, ImportedHeaders headers, string name)
{
    /// <summary>Adds the header or the query value of the authorization, and returns the URL.</summary>
    public string Apply(string mode, BruFile file, ImmutableArray<BruFile> above, string url)
    {
        for (var level = above.Length - 1; mode == "inherit" && level >= 0; level--)
        {
            file = above[level];
            mode = file.Of("auth")?.Of("mode") ?? (level == 0 ? "none" : "inherit");
        }

        if (mode is "none" or "inherit") return url;
        if (file.Of($"auth:{mode}") is not { } auth) return url;
        var place = auth.In(file.Place);
        if (auth.Enabled.Any(p => variables.IsTooEarly(p.Value)))
        {
            place.Warning($"\"{InText.Quote(name)}\" is sent without authorization, because its value comes from the answer of a later request");
            return url;
        }

        var own = new ImportedAuth(variables.Scope, headers, place, name);
        switch (mode)
        {
            case "bearer":
                own.Authorize($"Bearer {auth.Of("token")}");
                return url;
            case "basic":
                own.Basic(auth.Of("username") ?? "", auth.Of("password") ?? "");
                return url;
            case "apikey" when auth.Of("placement") is "queryparams":
                return ImportedAuth.InQuery(url, auth.Of("key") ?? "", auth.Of("value") ?? "");
            case "apikey":
                own.Header(auth.Of("key") ?? "", auth.Of("value") ?? "");
                return url;
            case "oauth2":
                place.Warning($"\"{InText.Quote(name)}\": Bruno would log in with OAuth 2; Dyno sends the variable accessToken");
                if (auth.Of("token_placement") is "url") return ImportedAuth.InQuery(url, auth.Of("token_query_key") is { Length: > 0 } key ? key : "access_token", "{{accessToken}}");
                own.Authorize($"{(auth.Of("token_header_prefix") is { Length: > 0 } prefix ? prefix : "Bearer")} {{{{accessToken}}}}");
                return url;
            default:
                place.Warning($"\"{InText.Quote(name)}\": the authorization \"{InText.Quote(mode)}\" is left out", "write the header Authorization yourself");
                return url;
        }
    }
}
