namespace Dyno.K6;

/// <summary>Cookie jars by number; number 0 is the virtual user's own jar.</summary>
internal static class CookieHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        table.Add("newJar", call =>
        {
            // In the init stage there is no client yet: the user keeps the jars and hands them over to the client later.
            user.EarlyJars.Add(new ScriptCookieJar(user.Run.Clock.Provider));
            if (user.Sender is { } sender && !ReferenceEquals(sender.Jars, user.EarlyJars)) sender.UseJars(user.EarlyJars);
            call.Return(user.EarlyJars.Count);
        });
        table.Add("jarSet", call => call.Return(Jar(user, call.Whole(0)).Set(UrlOf(call.Text(1)), CookieOf(call.Text(2), call.Text(3), call.Text(4)))));
        table.Add("jarRead", call => call.Return(Read(Jar(user, call.Whole(0)), UrlOf(call.Text(1)))));
        table.Add("jarClear", call => Jar(user, call.Whole(0)).Clear(UrlOf(call.Text(1))));
        table.Add("jarDelete", call => Jar(user, call.Whole(0)).Delete(UrlOf(call.Text(1)), call.Text(2)));
    }

    private static ScriptCookieJar Jar(ScriptUser user, int number) => number > 0 ? user.EarlyJars[number - 1]
        : user.Sender?.Cookies ?? throw new HostException("cookieJar() cannot be used in the init stage");

    private static Uri UrlOf(string text) => Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
        ? new Uri(text) : throw new HostException($"'{text}' is not the URL of a cookie; write http://host/path");

    private static string Read(ScriptCookieJar jar, Uri url) => JsonSerializer.Serialize(
        jar.For(url).GroupBy(c => c.Key, c => c.Value).ToDictionary(g => g.Key, g => g.ToArray()));

    private static SetCookie CookieOf(string name, string value, string json)
    {
        using var document = JsonDocument.Parse(json);
        var options = document.RootElement;
        return new SetCookie
        {
            Name = name,
            Value = value,
            Domain = Text(options, "domain"),
            Path = Text(options, "path"),
            Secure = options.TryGetProperty("secure", out var secure) && secure.ValueKind == JsonValueKind.True,
            MaxAge = options.TryGetProperty("max_age", out var age) && age.ValueKind == JsonValueKind.Number && age.GetDouble() != 0 ? age.GetDouble() : null,
            Expires = Text(options, "expires") is { Length: > 0 } text
                ? SetCookie.ExpiryOf(text) ?? throw new HostException($"unable to parse \"expires\" date string \"{text}\"") : null,
        };
    }

    private static string Text(JsonElement options, string name) =>
        options.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString()! : "";
}
