namespace Dyno.K6;

/// <summary>One request as a script asked for it, made by modules/http.js from URL and params.</summary>
internal sealed record RequestSpec
{
    private static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue); // the same limit as in modules/http.js

    public required string Method { get; init; }

    public required string Url { get; init; }

    /// <summary>Value of the tag <c>name</c>; null: the URL.</summary>
    public string? Name { get; init; }

    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Content type that follows from the kind of body; a header Content-Type wins over it.</summary>
    public string? ContentType { get; init; }

    public ImmutableArray<KeyValuePair<string, string>> Tags { get; init; } = [];

    /// <summary>Cookies of this request alone; Replaces says whether the cookie takes the place of one in the jar.</summary>
    public ImmutableArray<(string Name, string Value, bool Replaces)> Cookies { get; init; } = [];

    public TimeSpan? Timeout { get; init; }

    public int? Redirects { get; init; }

    public ResponseKind? Kind { get; init; }

    /// <summary>Number of a jar of the script; null: the virtual user's own.</summary>
    public int? Jar { get; init; }

    public string? Auth { get; init; }

    public string? Compression { get; init; }

    public bool? Throws { get; init; }

    /// <summary>Number of a set of expected statuses; −1: the request is not judged; null: the set in force.</summary>
    public int? Callback { get; init; }

    /// <summary>What cannot be read in the params or the body, and what to write instead; null when there is nothing wrong.</summary>
    public string? Problem { get; init; }

    /// <summary>Reads the prelude's JSON.</summary>
    public static RequestSpec Read(string json)
    {
        using var document = JsonDocument.Parse(json);
        var root = document.RootElement;
        var timeoutProblem = (string?)null;
        return new RequestSpec
        {
            Method = Text(root, "method") ?? "GET",
            Url = Text(root, "url") ?? "",
            Name = Text(root, "name"),
            Headers = root.TryGetProperty("headers", out var headers) ? HeadersOf(headers) : [],
            ContentType = Text(root, "type"),
            Tags = root.TryGetProperty("tags", out var tags) ? [.. tags.EnumerateObject().Select(t => KeyValuePair.Create(t.Name, t.Value.GetString()!))] : [],
            Cookies = root.TryGetProperty("cookies", out var cookies) ? CookiesOf(cookies) : [],
            Timeout = root.TryGetProperty("timeout", out var timeout) ? TimeoutOf(timeout, out timeoutProblem) : null,
            Redirects = root.TryGetProperty("redirects", out var redirects) && redirects.TryGetInt32(out var most) ? most : null,
            Kind = Text(root, "responseType") switch { "binary" => ResponseKind.Binary, "none" => ResponseKind.None, "text" => ResponseKind.Text, _ => null },
            Jar = root.TryGetProperty("jar", out var jar) ? jar.GetInt32() : null,
            Auth = Text(root, "auth"),
            Compression = Text(root, "compression"),
            Throws = root.TryGetProperty("throws", out var throws) ? throws.GetBoolean() : null,
            Callback = root.TryGetProperty("callback", out var callback) ? callback.GetInt32() : null,
            Problem = Text(root, "problem") ?? timeoutProblem,
        };
    }

    private static string? Text(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    private static ImmutableArray<HeaderField> HeadersOf(JsonElement list)
    {
        var fields = ImmutableArray.CreateBuilder<HeaderField>(list.GetArrayLength() / 2);
        for (var i = 0; i + 1 < list.GetArrayLength(); i += 2)
            fields.Add(new HeaderField(HeaderNames.Canonical(list[i].GetString()!), list[i + 1].GetString()!));
        return fields.ToImmutable();
    }

    private static ImmutableArray<(string, string, bool)> CookiesOf(JsonElement list)
    {
        var cookies = ImmutableArray.CreateBuilder<(string, string, bool)>();
        for (var i = 0; i + 2 < list.GetArrayLength(); i += 3)
            cookies.Add((list[i].GetString()!, list[i + 1].GetString()!, list[i + 2].GetBoolean()));
        return cookies.ToImmutable();
    }

    private static TimeSpan? TimeoutOf(JsonElement value, out string? problem)
    {
        problem = null;
        if (value.ValueKind == JsonValueKind.Number) return TimeSpan.FromMilliseconds(value.GetDouble());
        if (DurationText.TryParseK6(value.GetString()!, out var timeout)) return timeout < LongestTimeout ? timeout : LongestTimeout;
        problem = $"'{value.GetString()}' is not a timeout: write '60s', '500ms', or a number of milliseconds";
        return null;
    }
}

/// <summary>The form in which a script gets the body of a response.</summary>
internal enum ResponseKind
{
    Text,
    Binary,
    None,
}
