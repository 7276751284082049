using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Dyno.Load.Plans;
using Dyno.Results;
using Dyno.Results.Problems;

namespace Dyno.K6.Secrets;

/// <summary>
/// Reads <c>url=urlTemplate=URL,headers.NAME=VALUE,…</c>. Settings of the command line win over those of the file that <c>config</c> names,
/// and settings of the file win over variables that begin with <c>K6_SECRET_SOURCE_URL_</c>.
/// </summary>
internal static class UrlSecretSettingsReader
{
    private const string Flag = "--secret-source";
    private const string Variables = "K6_SECRET_SOURCE_URL_";
    private const string HeaderVariable = "HEADER_";
    private const string Header = "headers.";

    // The setting, and its name in variables.
    private static readonly Dictionary<string, string> Names = new(StringComparer.Ordinal)
    {
        ["urlTemplate"] = "URL_TEMPLATE",
        ["method"] = "METHOD",
        ["responsePath"] = "RESPONSE_PATH",
        ["timeout"] = "TIMEOUT",
        ["requestsPerMinuteLimit"] = "REQUESTS_PER_MINUTE_LIMIT",
        ["requestsBurst"] = "REQUESTS_BURST",
        ["maxRetries"] = "MAX_RETRIES",
        ["retryBackoff"] = "RETRY_BACKOFF",
    };

    /// <summary>Reads the settings.</summary>
    /// <param name="parts">Settings of the command line: <c>name=value</c>.</param>
    /// <param name="environment">The process's variables.</param>
    /// <exception cref="UserFault">One of them cannot be used.</exception>
    public static UrlSecretSettings Read(IReadOnlyList<string> parts, IReadOnlyDictionary<string, string> environment)
    {
        var settings = new UrlSecretSettings();
        foreach (var (name, value) in OfVariables(environment)) settings = With(settings, name, value);
        var given = parts.Where(p => p.Length > 0).Select(p => p.Split('=', 2)).Select(p => (Name: p[0].Trim(), Value: p.Length > 1 ? p[1] : "")).ToList();
        foreach (var (_, file) in given.Where(p => p.Name == "config"))
            foreach (var (name, value) in OfFile(file)) settings = With(settings, name, value);
        foreach (var (name, value) in given.Where(p => p.Name != "config")) settings = With(settings, name, value);
        return settings.UrlTemplate.Length > 0 ? settings
            : throw Wrong("url names no urlTemplate", "write url=urlTemplate=https://secrets.example.com/{key}");
    }

    private static IEnumerable<(string Name, string Value)> OfVariables(IReadOnlyDictionary<string, string> environment)
    {
        foreach (var (name, variable) in Names)
            if (environment.TryGetValue(Variables + variable, out var value) && value.Length > 0) yield return (name, value);
        foreach (var (variable, value) in environment)
            if (variable.StartsWith(Variables + HeaderVariable, StringComparison.Ordinal))
                yield return (Header + variable[(Variables.Length + HeaderVariable.Length)..].Replace('_', '-'), value);
    }

    private static IEnumerable<(string Name, string Value)> OfFile(string file)
    {
        foreach (var (name, node) in Parse(file))
            if (name == "headers" && node is JsonObject headers)
                foreach (var (header, value) in headers) yield return (Header + header, TextOf(value));
            else yield return (name, TextOf(node));
    }

    private static JsonObject Parse(string file)
    {
        try
        {
            if (JsonNode.Parse(File.ReadAllText(file)) is JsonObject settings) return settings;
        }
        catch (JsonException)
        {
            // The problem is reported after this block.
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw Wrong($"{file} cannot be read: {e.Message}", "name a JSON file: url=config=secrets.json");
        }
        throw Wrong($"{file} is not a JSON object", "write { \"urlTemplate\": \"https://secrets.example.com/{key}\" }");
    }

    private static string TextOf(JsonNode? node) => node is JsonValue value && value.TryGetValue<string>(out var text) ? text : node?.ToJsonString() ?? "";

    private static UrlSecretSettings With(UrlSecretSettings settings, string name, string value)
    {
        switch (name)
        {
            case "urlTemplate": return settings with { UrlTemplate = TemplateOf(value) };
            case "method": return settings with { Method = MethodOf(value) };
            case "responsePath": return settings with { ResponsePath = value };
            case "timeout": return settings with { Timeout = TimeOf(name, value) };
            case "requestsPerMinuteLimit": return settings with { RequestsPerMinute = Whole(name, value, 1) };
            case "requestsBurst": return settings with { Burst = Whole(name, value, 1) };
            case "maxRetries": return settings with { MaxRetries = Whole(name, value, 0) };
            case "retryBackoff": return settings with { RetryBackoff = TimeOf(name, value) };
        }
        if (name.StartsWith(Header, StringComparison.Ordinal)) return settings with { Headers = settings.Headers.SetItem(HeaderOf(name, value), value) };
        var near = NearestWord.Find(name, Names.Keys);
        throw Wrong($"url has no setting '{Redaction.Text(name)}'", near is null ? $"there are {string.Join(", ", Names.Keys)}, headers.NAME and config" : $"write {near}");
    }

    private static string TemplateOf(string value)
    {
        var isUrl = Uri.TryCreate(value.Replace(UrlSecretSettings.Key, "key", StringComparison.Ordinal), UriKind.Absolute, out var url) && url.Scheme is "http" or "https";
        if (isUrl && value.Contains(UrlSecretSettings.Key, StringComparison.Ordinal)) return value;
        throw Wrong($"urlTemplate: '{Redaction.Url(value)}' is not a URL with {{key}} in it", "write urlTemplate=https://secrets.example.com/{key}");
    }

    private static HttpMethod MethodOf(string value) =>
        value.Length > 0 && value.All(char.IsAsciiLetter) ? new HttpMethod(value.ToUpperInvariant()) : throw Wrong($"method: '{value}' is not a method", "write method=GET");

    private static string HeaderOf(string name, string value)
    {
        using var request = new HttpRequestMessage { Content = new ByteArrayContent([]) };
        var header = name[Header.Length..];
        return !value.Any(char.IsControl) && UrlSecrets.TryAddHeader(request, header, value) ? header
            : throw Wrong($"'{header}' cannot be a header", "write headers.Authorization=Bearer TOKEN");
    }

    private static TimeSpan TimeOf(string name, string value) =>
        DurationText.TryParseK6(value, out var time) && time > TimeSpan.Zero && time <= TimeSpan.FromDays(1) ? time
            : throw Wrong($"{name}: '{value}' is not a time of at most one day", $"write {name}=10s");

    private static int Whole(string name, string value, int least) =>
        int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= 1_000_000 ? number
            : throw Wrong($"{name}: '{value}' is not a whole number from {least} to 1000000", $"write {name}={Math.Max(3, least)}");

    private static UserFault Wrong(string what, string instead) => K6Faults.Of(K6ExitCode.WrongOptions, $"{Flag}: {what}", instead);
}
