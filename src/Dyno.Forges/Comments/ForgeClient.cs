using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

namespace Dyno.Forges;

/// <summary>
/// Speaks to the REST interface of a forge. A server that fails (5xx), a lost connection and a rate limit are tried again; everything else
/// that is no success is a fault with a remedy. The token is in no message.
/// </summary>
public sealed class ForgeClient : IDisposable
{
    private const int MostTries = 5;
    private const int MostBytes = 16 * 1024 * 1024;
    private static readonly TimeSpan WaitOfHiddenLimit = TimeSpan.FromMinutes(1); // what GitHub asks for where no header says how long
    private static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly HttpClient _http;
    private readonly string _forge;
    private readonly string _rights;
    private readonly string _api;
    private readonly TimeProvider _time;
    private readonly Action<string> _say;

    /// <summary>Makes a client.</summary>
    /// <param name="forge">The forge's name, for messages.</param>
    /// <param name="api">The address of the interface, such as <c>https://api.github.com</c>.</param>
    /// <param name="rights">The rights that a token needs, in words.</param>
    /// <param name="headers">Headers of every request, among them the token.</param>
    /// <param name="say">Receives the reason why something is tried again.</param>
    public ForgeClient(string forge, string api, string rights, IEnumerable<KeyValuePair<string, string>> headers, TimeProvider time, Action<string> say)
    {
        (_forge, _api, _rights, _time, _say) = (forge, api.TrimEnd('/'), rights, time, say);
        // The system's proxy is used, as HTTPS_PROXY names it. A redirect is not followed: the token belongs to this address.
        _http = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, PooledConnectionLifetime = TimeSpan.FromMinutes(5) })
        {
            Timeout = Patience,
            MaxResponseContentBufferSize = MostBytes,
        };
        _http.DefaultRequestHeaders.UserAgent.Add(new ProductInfoHeaderValue("dyno", null));
        foreach (var (name, value) in headers) _http.DefaultRequestHeaders.TryAddWithoutValidation(name, value);
    }

    /// <summary>Address of the REST interface, without a slash at its end.</summary>
    public string Api => _api;

    /// <summary>Sends a request.</summary>
    /// <param name="path">Path and query below the interface's address.</param>
    /// <param name="body">The body as JSON; null for none.</param>
    /// <param name="mayBeMissing">Whether 404 and 410 are an answer (null), not a fault.</param>
    /// <returns>The answer, and the value of a header by its name; null when the thing is missing.</returns>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public async Task<ForgeAnswer?> SendAsync(HttpMethod method, string path, JsonNode? body, bool mayBeMissing, CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            string trouble;
            TimeSpan wait;
            try
            {
                using var request = new HttpRequestMessage(method, _api + path);
                if (body is not null) request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
                using var response = await _http.SendAsync(request, cancellation);
                var text = await response.Content.ReadAsStringAsync(cancellation);
                if (response.IsSuccessStatusCode) return Read(response, text, path);
                if (mayBeMissing && response.StatusCode is (HttpStatusCode.NotFound or HttpStatusCode.Gone)) return null;
                (trouble, wait) = ($"{_forge} answered {(int)response.StatusCode} to {method} {path}", WaitAfter(response, text, attempt));
                if (wait == TimeSpan.Zero) throw Refused(response.StatusCode, method, path, text);
            }
            catch (HttpRequestException failure)
            {
                (trouble, wait) = ($"{_forge} cannot be reached at {_api}: {failure.Message}", Backoff(attempt));
            }
            catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
            {
                (trouble, wait) = ($"{_forge} did not answer {method} {path} in {Patience.TotalSeconds:0} s", Backoff(attempt));
            }
            if (attempt == MostTries || wait > LongestWait)
            {
                throw Fault($"{trouble}{(attempt > 1 ? string.Create(CultureInfo.InvariantCulture, $", {attempt} times") : "")}",
                    wait > LongestWait
                        ? string.Create(CultureInfo.InvariantCulture, $"its rate limit lifts in {Math.Ceiling(wait.TotalMinutes):0} min: run the step again then")
                        : "run the step again; see the forge's status page, and HTTPS_PROXY when it is only reached through a proxy");
            }
            _say(string.Create(CultureInfo.InvariantCulture, $"{trouble}; next try in {Math.Ceiling(wait.TotalSeconds):0} s"));
            await Task.Delay(wait, _time, cancellation);
        }
    }

    public void Dispose() => _http.Dispose();

    private ForgeAnswer Read(HttpResponseMessage response, string text, string path)
    {
        try
        {
            var body = text.Length == 0 ? null : JsonNode.Parse(text);
            return new ForgeAnswer(body, response.Headers.ToDictionary(h => h.Key, h => string.Join(", ", h.Value), StringComparer.OrdinalIgnoreCase));
        }
        catch (JsonException)
        {
            throw Fault($"{_forge} answered {path} with something that is not JSON",
                $"check that {_api} is the address of its REST interface, not of its pages or of a login");
        }
    }

    // Zero: trying again would change nothing. GitHub says with 403 or 429 that a limit is reached; the headers tell it from missing rights.
    private TimeSpan WaitAfter(HttpResponseMessage response, string text, int attempt)
    {
        var isHidden = response.StatusCode == HttpStatusCode.Forbidden && text.Contains("secondary rate limit", StringComparison.OrdinalIgnoreCase);
        var isLimit = response.StatusCode == HttpStatusCode.TooManyRequests || isHidden || (response.StatusCode == HttpStatusCode.Forbidden
            && (response.Headers.RetryAfter is not null || Header(response, "x-ratelimit-remaining") == "0"));
        if (!isLimit && (int)response.StatusCode < 500) return TimeSpan.Zero;
        if (response.Headers.RetryAfter is { } after)
        {
            var asked = after.Delta ?? (after.Date - _time.GetUtcNow());
            if (asked is { } time) return time > TimeSpan.FromSeconds(1) ? time : TimeSpan.FromSeconds(1);
        }
        if (isLimit && long.TryParse(Header(response, "x-ratelimit-reset") ?? Header(response, "ratelimit-reset"), CultureInfo.InvariantCulture, out var reset)
            && reset is > 0 and < 253402300799)
        {
            var left = DateTimeOffset.FromUnixTimeSeconds(reset) - _time.GetUtcNow() + TimeSpan.FromSeconds(1);
            return left > TimeSpan.FromSeconds(1) ? left : TimeSpan.FromSeconds(1); // of a clock that runs ahead
        }
        return isHidden ? WaitOfHiddenLimit : Backoff(attempt);
    }

    private static TimeSpan Backoff(int attempt) => TimeSpan.FromSeconds(Math.Pow(2, attempt - 1));

    private static string? Header(HttpResponseMessage response, string name) => response.Headers.TryGetValues(name, out var values) ? values.First() : null;

    private UserFault Refused(HttpStatusCode status, HttpMethod method, string path, string text) => status switch
    {
        HttpStatusCode.Unauthorized => Fault($"{_forge} does not know the token (401)", $"set a valid one: {_rights}"),
        HttpStatusCode.Forbidden => Fault($"the token may not comment on {_forge} (403): {Reason(text)}",
            $"give it the right: {_rights}; for pull requests from forks, which get no such token, dyno ci init writes a second workflow"),
        HttpStatusCode.NotFound => Fault($"{_forge} has no {path}, or the token may not see it (404)",
            $"check repository and number (--repository, --pull), and the rights: {_rights}"),
        HttpStatusCode.UnprocessableEntity => Fault($"{_forge} refuses the comment (422): {Reason(text)}", "check that the pull request is not locked"),
        >= HttpStatusCode.MultipleChoices and < HttpStatusCode.BadRequest => Fault($"{_forge} answered {method} {path} with a redirect ({(int)status})",
            $"name the address of its REST interface: --api URL in place of {_api}"),
        _ => Fault($"{_forge} answered {(int)status} to {method} {path}: {Reason(text)}", $"check --api, --repository and --pull, and the rights: {_rights}"),
    };

    // The forge's own words, of a length that fits a line.
    private static string Reason(string text)
    {
        string? words = null;
        try
        {
            words = JsonNode.Parse(text) is JsonObject answer ? (answer["message"] ?? answer["error"] ?? answer["error_description"])?.ToString() : null;
        }
        catch (JsonException)
        {
            // Not in the forge's own format: an error page of something between.
        }
        words ??= "no reason given";
        words = string.Concat(words.Select(c => char.IsControl(c) ? ' ' : c));
        return Results.Redaction.Text(words.Length <= 200 ? words : words[..200] + "…");
    }

    private static UserFault Fault(string message, string hint) => new(message, hint) { ExitsWith = ExitCode.Failed };
}

/// <summary>An answer of a forge.</summary>
/// <param name="Body">The body; null when it is empty.</param>
public sealed record ForgeAnswer(JsonNode? Body, IReadOnlyDictionary<string, string> Headers)
{
    /// <summary>A text or number of the body as text; empty where there is none.</summary>
    internal static string Text(JsonNode? node, params string[] path)
    {
        foreach (var name in path) node = (node as JsonObject)?[name];
        return node is JsonValue value ? value.ToString() : "";
    }
}
