using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs.WebSurge;

/// <summary>One option of a session, by its name in WebSurge (case does not matter).</summary>
internal sealed record SessionOption(string Name, Func<FileSettings, JsonElement, SourcePlace, FileSettings> Set)
{
    // Progress display, capture and decompression: they change nothing about the load that Dyno sends.
    private static readonly ImmutableArray<string> WithoutEffect =
        ["NoProgressEvents", "NoContentDecompression", "CaptureMinimalResponseData", "MaxResponseSize"];

    private static readonly ImmutableArray<SessionOption> Used =
    [
        Number("LastThreads", 1, 1_000_000, 4, (s, n) => s with { Connections = n }),
        Number("LastSecondsToRun", 1, 31_536_000, 10, (s, n) => s with { Duration = TimeSpan.FromSeconds(n) }),
        Number("WarmupSeconds", 0, 86_400, 2, (s, n) => s with { WarmUp = TimeSpan.FromSeconds(n) }),
        Number("DelayTimeMs", -1, 86_400_000, 100, (s, n) => s with { Delay = TimeSpan.FromMilliseconds(Math.Max(n, 0)) }),
        Number("RequestTimeoutMs", 1, 86_400_000, 15_000, (s, n) => s with { Timeout = TimeSpan.FromMilliseconds(n) }),
        Flag("RandomizeRequests", (s, on) => s with { RandomOrder = on }),
        Flag("IgnoreCertificateErrors", (s, on) => s with { Insecure = on }),
        Remark("TrackPerSessionCookies", "cookies that the server sets are not sent back"),
        Remark("AutoFollowRedirects", "redirects are counted, not followed"),
        Refusal("SiteBaseUrl", "write the whole URL into each request and remove the option"),
        Refusal("ReplaceDomain", "write the domain into each request and remove the option"),
        Refusal("ReplaceQueryStringValuePairs", "write the values into each request and remove the option"),
        Refusal("ReplaceCookieValue", "remove it and pass -H \"Cookie: …\""),
        Refusal("ReplaceAuthorization", "remove it and pass -H \"Authorization: …\""),
        Refusal("Username", "remove it and put user:password@ before the host"),
        Refusal("Password", "remove it and put user:password@ before the host"),
        Refusal("Users", "remove it and write the values into each request"),
    ];

    public static FileSettings Apply(FileSettings settings, string name, JsonElement value, SourcePlace place)
    {
        if (Used.FirstOrDefault(o => Same(o.Name, name)) is { } option) return option.Set(settings, value, place);
        if (WithoutEffect.Any(known => Same(known, name))) return settings;
        if (NearestWord.Find(name, Used.Select(o => o.Name)) is { } meant)
            place.Problem($"the option \"{InText.Quote(name)}\" is not known", $"write \"{meant}\"");
        else
            place.Warning($"the option \"{InText.Quote(name)}\" is not known and has no effect");
        return settings;
    }

    private static SessionOption Number(string name, int min, int max, int example, Func<FileSettings, int, FileSettings> set) =>
        new(name, (settings, value, place) =>
        {
            if (value.ValueKind == JsonValueKind.Null) return settings;
            if (value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var number) && number >= min && number <= max)
                return set(settings, number);
            place.Problem($"{name} is not a whole number from {min} to {max}: {InText.Quote(value.GetRawText())}",
                $"write \"{name}\": {example}");
            return settings;
        });

    private static SessionOption Flag(string name, Func<FileSettings, bool, FileSettings> set) =>
        new(name, (settings, value, place) =>
        {
            if (value.ValueKind is JsonValueKind.True or JsonValueKind.False) return set(settings, value.GetBoolean());
            if (value.ValueKind != JsonValueKind.Null)
                place.Problem($"{name} is neither true nor false: {InText.Quote(value.GetRawText())}", $"write \"{name}\": true");
            return settings;
        });

    private static SessionOption Remark(string name, string remark) =>
        new(name, (settings, value, place) =>
        {
            if (value.ValueKind == JsonValueKind.True) place.Warning($"{name} has no effect: {remark}");
            return settings;
        });

    private static SessionOption Refusal(string name, string writeInstead) =>
        new(name, (settings, value, place) =>
        {
            if (!IsUnset(value)) place.Problem($"the option \"{name}\" is not supported", writeInstead);
            return settings;
        });

    private static bool IsUnset(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Null or JsonValueKind.False => true,
        JsonValueKind.String => string.IsNullOrWhiteSpace(value.GetString()),
        JsonValueKind.Array => value.GetArrayLength() == 0,
        JsonValueKind.Object => !value.EnumerateObject().Any(),
        _ => false,
    };

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
