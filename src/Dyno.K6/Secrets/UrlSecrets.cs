using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;
using Dyno.JavaScript;
using Dyno.K6.Json;
using Dyno.Results;

namespace Dyno.K6.Secrets;

/// <summary>
/// Secrets that an HTTP service hands out. Each secret is fetched once, however many virtual users ask for it. Failed requests are sent
/// again. Requests beyond the limit per minute wait. Redirects are not followed, because a header with a token must not go elsewhere.
/// Thread-safe.
/// </summary>
internal sealed class UrlSecrets : ISecretSource, IDisposable
{
    private const int MostBytes = 1024 * 1024;
    private readonly UrlSecretSettings _settings;
    private readonly Action<string> _hide;
    private readonly TimeProvider _time;
    private readonly HttpClient _http;
    private readonly ConcurrentDictionary<string, Lazy<Task<string>>> _fetched = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();
    private long _nextTicks; // when the next request may be sent, in ticks of 100 ns on the clock

    /// <summary>Creates the source; nothing is sent yet.</summary>
    /// <param name="settings">Where to, and how.</param>
    /// <param name="hide">Called with every secret before anybody else gets it, so that it is masked.</param>
    /// <param name="time">The clock.</param>
    public UrlSecrets(UrlSecretSettings settings, Action<string> hide, TimeProvider time)
    {
        (_settings, _hide, _time) = (settings, hide, time);
        _http = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false })
        {
            Timeout = Timeout.InfiniteTimeSpan, // each request has its own
            MaxResponseContentBufferSize = MostBytes,
        };
        _nextTicks = long.MinValue;
    }

    /// <inheritdoc/>
    public string? Find(string key) => _fetched.TryGetValue(key, out var known) && known.Value.IsCompletedSuccessfully ? known.Value.Result : null;

    /// <inheritdoc/>
    public async Task<string> FetchAsync(string key)
    {
        var fetching = _fetched.GetOrAdd(key, static (key, source) => new Lazy<Task<string>>(() => Task.Run(() => source.AskAsync(key))), this);
        try
        {
            return await fetching.Value.ConfigureAwait(false);
        }
        catch
        {
            _fetched.TryRemove(KeyValuePair.Create(key, fetching)); // a later caller tries again
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    /// <summary>Adds a header without .NET's check of its value. False when the header is impossible.</summary>
    public static bool TryAddHeader(HttpRequestMessage request, string name, string value)
    {
        try
        {
            return request.Headers.TryAddWithoutValidation(name, value) || request.Content!.Headers.TryAddWithoutValidation(name, value);
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private async Task<string> AskAsync(string key)
    {
        for (var failures = 0; ; failures++)
        {
            await Task.Delay(TurnOfNext(), _time);
            var (answer, problem, mayPass) = await SendAsync(key);
            if (answer is not null) return SecretIn(answer, key);
            if (!mayPass || failures >= _settings.MaxRetries) throw new HostException($"the secret '{key}' cannot be fetched: {problem}");
            await Task.Delay(PauseAfter(failures + 1), _time);
        }
    }

    private async Task<(string? Answer, string Problem, bool MayPass)> SendAsync(string key)
    {
        var url = _settings.UrlTemplate.Replace(UrlSecretSettings.Key, Uri.EscapeDataString(key), StringComparison.Ordinal);
        using var request = new HttpRequestMessage(_settings.Method, url);
        if (_settings.Method != HttpMethod.Get && _settings.Method != HttpMethod.Head) request.Content = new ByteArrayContent([]);
        foreach (var (name, value) in _settings.Headers)
            if (request.Content is not null || !name.StartsWith("Content-", StringComparison.OrdinalIgnoreCase)) TryAddHeader(request, name, value);
        using var limit = new CancellationTokenSource(_settings.Timeout, _time);
        try
        {
            using var response = await _http.SendAsync(request, limit.Token);
            if (response.IsSuccessStatusCode) return (await response.Content.ReadAsStringAsync(limit.Token), "", false);
            return (null, $"the service answered {(int)response.StatusCode}", response.StatusCode is >= HttpStatusCode.InternalServerError or HttpStatusCode.TooManyRequests);
        }
        catch (OperationCanceledException)
        {
            return (null, $"no answer within {_settings.Timeout.TotalSeconds} s", true);
        }
        catch (HttpRequestException e)
        {
            return (null, Redaction.Text(e.Message), true);
        }
    }

    private string SecretIn(string answer, string key)
    {
        var secret = answer;
        if (_settings.ResponsePath.Length > 0)
        {
            var found = GjsonPath.Find(answer, _settings.ResponsePath)
                ?? throw new HostException($"the secret '{key}' cannot be read: the answer has no '{_settings.ResponsePath}' (responsePath)");
            secret = found.StartsWith('"') ? JsonSerializer.Deserialize<string>(found)! : found;
        }
        if (secret.Length > 0) _hide(secret);
        return secret;
    }

    private TimeSpan PauseAfter(int failures) =>
        TimeSpan.FromSeconds(Math.Min(3600, Math.Pow(_settings.RetryBackoff.TotalSeconds, failures))) + Jitter();

    // Up to a second, taken from the clock, so that callers that failed together do not come back together.
    private TimeSpan Jitter() => TimeSpan.FromMilliseconds(_time.GetTimestamp() / 100 % 1000);

    // The requests have times on a grid; a late request may take a past time that no other request took, up to a burst of them.
    private TimeSpan TurnOfNext()
    {
        var gap = TimeSpan.TicksPerMinute / _settings.RequestsPerMinute;
        var now = _time.GetElapsedTime(0).Ticks;
        lock (_gate)
        {
            var mine = Math.Max(_nextTicks, now - gap * (_settings.Burst - 1));
            _nextTicks = mine + gap;
            return TimeSpan.FromTicks(Math.Max(0, mine - now));
        }
    }
}
