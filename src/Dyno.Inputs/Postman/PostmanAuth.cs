using System.Text;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Postman;

/// <summary>Authorization of a request: its own, or that of the nearest folder around it.</summary>
internal sealed class PostmanAuth(ImportScope scope, SourcePlace file)
{
    /// <summary>Adds the header or the query value of the authorization, and returns the URL.</summary>
    public string Apply(DocumentNode? auth, string url, ImportedHeaders headers, string name)
    {
        if (auth?.Of("type") is not { } type || type is "noauth") return url;
        var place = auth.In(file);
        switch (type)
        {
            case "bearer":
                Authorize($"Bearer {Value(auth, type, "token")}");
                return url;
            case "basic":
                Basic(Value(auth, type, "username"), Value(auth, type, "password"), headers, place, name);
                return url;
            case "apikey" when Value(auth, type, "in") == "query":
                return url + (url.Contains('?', StringComparison.Ordinal) ? "&" : "?") + $"{Value(auth, type, "key")}={Value(auth, type, "value")}";
            case "apikey":
                if (Value(auth, type, "key") is { Length: > 0 } key && !headers.Has(key)) headers.Add(key, scope.Read(Value(auth, type, "value")), place);
                return url;
            case "oauth2":
                var token = Value(auth, type, "accessToken");
                if (token.Length == 0) place.Warning($"\"{InText.Quote(name)}\": Postman would log in with OAuth 2; Dyno sends the variable accessToken");
                if (Value(auth, type, "addTokenTo") == "queryParams")
                    return $"{url}{(url.Contains('?', StringComparison.Ordinal) ? "&" : "?")}access_token={(token.Length > 0 ? token : "{{accessToken}}")}";
                Authorize($"{(Value(auth, type, "headerPrefix").Trim() is { Length: > 0 } prefix ? prefix : "Bearer")} {(token.Length > 0 ? token : "{{accessToken}}")}");
                return url;
            default:
                place.Warning($"\"{InText.Quote(name)}\": the authorization \"{InText.Quote(type)}\" is left out", "write the header Authorization yourself");
                return url;
        }

        void Authorize(string value)
        {
            if (!headers.Has("Authorization")) headers.Add("Authorization", scope.Read(value), place);
        }
    }

    // The base64 of a text with slots cannot be made while the load runs.
    private void Basic(string user, string password, ImportedHeaders headers, SourcePlace place, string name)
    {
        if (headers.Has("Authorization")) return;
        var pair = scope.Read($"{user}:{password}");
        var flat = VariableValue.Flatten(pair);
        var hasUnset = pair.Sources.OfType<VariableValue>().Any(v => v.Origin == VariableOrigin.Unset);
        if (flat.IsLiteral && !hasUnset)
        {
            headers.AddDefault("Authorization", "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(flat.Written)));
            return;
        }

        place.Warning($"\"{InText.Quote(name)}\": user and password come from variables; Dyno uses the variable basicCredentials for both",
            "set the variable to the base64 of user:password");
        headers.Add("Authorization", scope.Read("Basic {{basicCredentials}}"), place);
    }

    // v2.1 has an array of key and value, v2.0 an object.
    private static string Value(DocumentNode auth, string type, string key) => auth[type] switch
    {
        { Kind: NodeKind.Array } list => list.Items.FirstOrDefault(i => i.Of("key") == key)?.Of("value") ?? "",
        { } members => members.Of(key) ?? "",
        null => "",
    };
}
