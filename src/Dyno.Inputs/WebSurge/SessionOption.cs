namespace Dyno.Inputs;

/// <summary>One option of a session, by its name in WebSurge (in any case of letters).</summary>
internal sealed record SessionOption(string Name, Func<SessionOptions, JsonElement, SourcePlace, SessionOptions> Set)
{
    // Options without an effect on the load that Dyno sends: the display and the lists of the editor, capture, decompression, and a limit
    // that Dyno keeps anyway, because each user has a connection.
    private static readonly ImmutableArray<string> WithoutEffect =
    [
        "NoProgressEvents", "NoContentDecompression", "CaptureMinimalResponseData", "MaxResponseSize", "MaxConnections",
        "RecentSiteBaseUrlList", "OnlineSessionId", "UpdateHeadersFromRequest", "Documentation",
    ];

    private static readonly ImmutableArray<SessionOption> Used =
    [
        Number("LastThreads", 1, 1_000_000, 4, (s, n) => s with { Connections = n }),
        Number("ThreadCount", 1, 1_000_000, 4, (s, n) => s with { Connections = n }),
        Number("SecondsToRun", 1, 31_536_000, 10, (s, n) => s with { Duration = TimeSpan.FromSeconds(n) }),
        Number("LastSecondsToRun", 1, 31_536_000, 10, (s, n) => s with { Duration = TimeSpan.FromSeconds(n) }),
        Number("WarmupSeconds", 0, 86_400, 2, (s, n) => s with { WarmUp = TimeSpan.FromSeconds(n) }),
        Number("DelayTimeMs", -1, 86_400_000, 100, (s, n) => s with { Delay = TimeSpan.FromMilliseconds(Math.Max(n, 0)) }),
        Number("RequestTimeoutMs", 1, 86_400_000, 15_000, (s, n) => s with { Timeout = TimeSpan.FromMilliseconds(n) }),
        Flag("RandomizeRequests", (s, on) => s with { RandomOrder = on }),
        Flag("IgnoreCertificateErrors", (s, on) => s with { Insecure = on }),
        new("TrackPerSessionCookies", (o, value, place) => value.ValueKind == JsonValueKind.True ? o with { CookiesPlace = place } : o),
        Remark("AutoFollowRedirects", "redirects are counted, not followed"),
        Remark("RemoveStartAndEndPercentile", "the results have every request; WarmupSeconds keeps the start out of the results"),
        new("HttpProtocolVersion", Version),
        new("UseCustomUsers", (o, value, _) => value.ValueKind == JsonValueKind.False ? o with { HasUsersOff = true } : o),
        Text("SiteBaseUrl", (o, text) => o with { Replacements = o.Replacements with { SiteBaseUrl = text } }),
        Text("ReplaceDomain", (o, text) => o with { Replacements = o.Replacements with { Domain = text } }),
        Text("ReplaceQueryStringValuePairs", (o, text) => o with { Replacements = o.Replacements with { Query = text } }),
        Text("ReplaceCookieValue", (o, text) => o with { Replacements = o.Replacements with { Cookie = text } }),
        Text("ReplaceAuthorization", (o, text) => o with { Replacements = o.Replacements with { Authorization = text } }),
        Text("Username", (o, text) => o with { Replacements = o.Replacements with { UserName = text } }),
        new("Password", (o, value, place) => Text("Password", (p, text) => p with { Replacements = p.Replacements with { Password = text } })
            .Set(o with { PasswordPlace = place }, value, place)),
        new("UsernamePasswordType", (o, value, place) =>
            Text("UsernamePasswordType", (p, text) => p with { Replacements = p.Replacements with { PasswordType = text } })
            .Set(o.Replacements.Password is null ? o with { PasswordPlace = place } : o, value, place)), // a user may have no password
        Text("UserAgent", (o, text) => o with { Replacements = o.Replacements with { UserAgent = text } }),
        new("SessionVariables", Variables),
        new("Users", (o, value, place) => o with { Users = SessionUser.ReadAll(value, place), UsersPlace = place }),
    ];

    public static SessionOptions Apply(SessionOptions settings, string name, JsonElement value, SourcePlace place)
    {
        if (Used.FirstOrDefault(o => Same(o.Name, name)) is { } option) return option.Set(settings, value, place);
        if (WithoutEffect.Any(known => Same(known, name))) return settings;
        if (NearestWord.Find(name, Used.Select(o => o.Name), maxEdits: 1) is { } meant)
            place.Problem($"the option \"{InText.Quote(name)}\" is not known", $"write \"{meant}\"");
        else
            place.Warning($"the option \"{InText.Quote(name)}\" is not known and has no effect");
        return settings;
    }

    private static SessionOption Number(string name, int min, int max, int example, Func<FileSettings, int, FileSettings> set) =>
        new(name, (options, value, place) =>
        {
            if (value.ValueKind == JsonValueKind.Null) return options;
            if (value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var number) && number >= min && number <= max)
                return options with { Settings = set(options.Settings, number) };
            place.Problem($"{name} is not a whole number from {min} to {max}: {InText.Quote(value.GetRawText())}",
                $"write \"{name}\": {example}");
            return options;
        });

    private static SessionOption Flag(string name, Func<FileSettings, bool, FileSettings> set) =>
        new(name, (options, value, place) =>
        {
            if (value.ValueKind is JsonValueKind.True or JsonValueKind.False) return options with { Settings = set(options.Settings, value.GetBoolean()) };
            if (value.ValueKind != JsonValueKind.Null)
                place.Problem($"{name} is neither true nor false: {InText.Quote(value.GetRawText())}", $"write \"{name}\": true");
            return options;
        });

    private static SessionOption Remark(string name, string remark) =>
        new(name, (settings, value, place) =>
        {
            if (value.ValueKind == JsonValueKind.True || (value.ValueKind == JsonValueKind.Number && value.GetRawText() != "0"))
                place.Warning($"{name} has no effect: {remark}");
            return settings;
        });

    private static SessionOption Text(string name, Func<SessionOptions, string, SessionOptions> set) =>
        new(name, (options, value, place) =>
        {
            if (IsUnset(value)) return options;
            if (value.ValueKind == JsonValueKind.String && !value.GetString()!.Any(char.IsControl)) return set(options, value.GetString()!.Trim());
            place.Problem($"{name} is not text on one line", $"write \"{name}\": \"…\"");
            return options;
        });

    private static SessionOptions Version(SessionOptions options, JsonElement value, SourcePlace place)
    {
        var version = value.ToString().Trim() switch
        {
            "1.0" or "1.1" => HttpVersionChoice.Http11,
            "2" or "2.0" => HttpVersionChoice.Http2,
            "3" or "3.0" => HttpVersionChoice.Http3,
            _ => (HttpVersionChoice?)null,
        };
        if (version is null && !IsUnset(value))
            place.Warning($"HttpProtocolVersion is not an HTTP version: {InText.Quote(value.GetRawText())}", "write \"1.1\", \"2.0\" or \"3.0\"");
        return options with { Version = version };
    }

    // The variables as lines of one text, as a list of lines, or as an object.
    private static SessionOptions Variables(SessionOptions options, JsonElement value, SourcePlace place)
    {
        var lines = value.ValueKind switch
        {
            JsonValueKind.String => value.GetString()!.Split('\n'),
            JsonValueKind.Array => value.EnumerateArray().Select(v => v.ToString()),
            JsonValueKind.Object => value.EnumerateObject().Select(v => $"{v.Name}={v.Value}"),
            _ => [],
        };
        return options with { Variables = [.. lines.Select(l => l.Trim()).Where(l => l.Length > 0).Select(l => (l, place))] };
    }

    private static bool IsUnset(JsonElement value) =>
        value.ValueKind is JsonValueKind.Null or JsonValueKind.False
        || (value.ValueKind == JsonValueKind.String && string.IsNullOrWhiteSpace(value.GetString()));

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
