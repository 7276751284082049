namespace Dyno.Inputs;

/// <summary>One user of a session: what it sends in the place of the recorded login.</summary>
/// <param name="Headers">Headers of all its requests: Cookie, Authorization and others.</param>
internal sealed record SessionUser(ImmutableArray<SessionLogin> Logins, ImmutableArray<(string Name, string Value)> Headers)
{
    public static ImmutableArray<SessionUser> ReadAll(JsonElement users, SourcePlace place)
    {
        if (users.ValueKind is JsonValueKind.Null) return [];
        if (users.ValueKind is JsonValueKind.Array && users.EnumerateArray().All(u => u.ValueKind == JsonValueKind.Object))
            return [.. users.EnumerateArray().Where(user => Member(user, "IsActive") is not { ValueKind: JsonValueKind.False }).Select(user => Read(user, place))];
        place.Problem("Users is not a list of users", "write \"Users\": [ { \"LoginUrls\": [ { \"Url\": \"…\", \"RawContent\": \"…\" } ] } ]");
        return [];
    }

    private static SessionUser Read(JsonElement user, SourcePlace place)
    {
        return new SessionUser([.. LoginsOf(user, "LoginUrls", place), .. LoginsOf(user, "HttpForms", place)], [.. HeadersOf(user, place)]);
    }

    // Versions 1 and 2 of WebSurge have different names for the logins.
    private static IEnumerable<SessionLogin> LoginsOf(JsonElement user, string name, SourcePlace place) =>
        Member(user, name) is { ValueKind: JsonValueKind.Array } list
            ? list.EnumerateArray().Where(l => l.ValueKind == JsonValueKind.Object).Select(l => SessionLogin.Read(l, place)).OfType<SessionLogin>()
            : [];

    private static IEnumerable<(string, string)> HeadersOf(JsonElement user, SourcePlace place)
    {
        if (Text(user, "AuthCookie") is { } cookie) yield return ("Cookie", cookie);
        if (Text(user, "Authorization") is { } authorization) yield return ("Authorization", SessionReplacements.WithScheme(authorization));
        foreach (var line in (Text(user, "AdditionalHeaders") ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            if (HeaderLine.TryRead(line, place, out var header)) yield return (header.Name, header.Value);
    }

    /// <summary>The value of a header that all requests of the user have; null when there is none.</summary>
    public string? Header(string name) => Headers.FirstOrDefault(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Value;

    /// <summary>The member with a name, in any case of letters; null when it is missing.</summary>
    public static JsonElement? Member(JsonElement owner, string name)
    {
        foreach (var member in owner.EnumerateObject())
            if (member.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) return member.Value;
        return null;
    }

    /// <summary>A text; null when it is missing or empty.</summary>
    public static string? Text(JsonElement owner, string name) =>
        Member(owner, name) is { ValueKind: JsonValueKind.String } value && value.GetString() is { Length: > 0 } text ? text : null;
}

/// <summary>What a user sends to one URL.</summary>
/// <param name="Method">The method of the recorded request; null for any.</param>
/// <param name="ContentType">Content-Type; null for the recorded one.</param>
/// <param name="Body">The body; null for the recorded one.</param>
/// <param name="Headers">Headers of this login alone.</param>
internal sealed record SessionLogin(string Url, string? Method, string? ContentType, string? Body, ImmutableArray<(string Name, string Value)> Headers)
{
    /// <summary>The value of a header of this login; null when there is none.</summary>
    public string? Header(string name) => Headers.FirstOrDefault(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Value;

    public static SessionLogin? Read(JsonElement login, SourcePlace place)
    {
        if (SessionUser.Text(login, "Url") is not { } url)
        {
            place.Problem("a login of Users has no Url", "write \"Url\": the URL of the login's request");
            return null;
        }

        var type = SessionUser.Text(login, "ContentType");
        return new SessionLogin(url, SessionUser.Text(login, "HttpVerb"), type, BodyOf(login, type, place), HeadersOf(login));
    }

    private static string? BodyOf(JsonElement login, string? type, SourcePlace place)
    {
        if (SessionUser.Text(login, "RawContent") is { } raw) return raw;
        if (SessionUser.Member(login, "FormVariables") is not { ValueKind: JsonValueKind.Array } fields || fields.GetArrayLength() == 0) return null;
        var pairs = new List<(string Key, string Value)>();
        foreach (var field in fields.EnumerateArray().Where(f => f.ValueKind == JsonValueKind.Object))
        {
            if (SessionUser.Text(field, "BinaryValue") is not null)
                place.Problem("a form field of Users has a BinaryValue", "only text can differ between users: write \"Value\"");
            pairs.Add((SessionUser.Text(field, "Key") ?? "", SessionUser.Text(field, "Value") ?? ""));
        }

        if (type?.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase) != true)
            return string.Join('&', pairs.Select(p => $"{Uri.EscapeDataString(p.Key)}={Uri.EscapeDataString(p.Value)}"));
        place.Problem("a login of Users is a multipart form", "write its body as RawContent");
        return null;
    }

    private static ImmutableArray<(string, string)> HeadersOf(JsonElement login) =>
        SessionUser.Member(login, "Headers") is { ValueKind: JsonValueKind.Array } headers
            ? [.. headers.EnumerateArray().Where(h => h.ValueKind == JsonValueKind.Object)
                .Select(h => (SessionUser.Text(h, "Name") ?? SessionUser.Text(h, "Key") ?? "", SessionUser.Text(h, "Value") ?? "")).Where(h => h.Item1.Length > 0)]
            : [];
}
