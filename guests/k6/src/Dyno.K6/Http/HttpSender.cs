namespace Dyno.K6;

/// <summary>
/// Sends the requests of one virtual user by k6's rules: cookies, redirects hop by hop with a sample each, credentials,
/// codings, expected statuses.
/// </summary>
internal sealed partial class HttpSender : IDisposable
{
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(60);
    private static readonly Uri Nowhere = new("http://nowhere/"); // stands in for the URL of a request that has none; samples show the name of the request
    private readonly HttpRunOptions _options;
    private readonly RunMetrics _metrics;
    private readonly WireClient _client;
    private readonly RequestCookies _requestCookies;
    private readonly ClientLoop? _loop;
    private readonly IPAddress? _local;
    private WireClient? _blocking; // sends for calls that block; the loop's own thread never uses it

    public HttpSender(HttpRunOptions options, RunMetrics metrics, ClientLoop? loop = null, IPAddress? local = null)
    {
        (_options, _metrics, _loop, _local) = (options, metrics, loop, local);
        _client = NewClient(loop);
        Cookies = new ScriptCookieJar(options.Network.Clock.Provider);
        _requestCookies = new RequestCookies(options.Network.Clock.Provider);
        _answered = Answered;
    }

    /// <summary>The virtual user's own jar.</summary>
    public ScriptCookieJar Cookies { get; }

    /// <summary>Statuses that do not count as failures.</summary>
    public ExpectedStatuses Expected { get; set; } = new();

    public List<ScriptCookieJar> Jars { get; private set; } = [];

    /// <summary>Writes to the log: level and text.</summary>
    public Action<string, string> Log { get; set; } = static (_, _) => { };

    /// <summary>Writes to the log that a request failed, and why.</summary>
    public Action<string> LogRequestFailed { get; set; } = static _ => { };

    /// <summary>The next requests open new connections.</summary>
    public void CloseConnections()
    {
        _client.CloseConnections();
        _blocking?.CloseConnections();
    }

    /// <summary>Takes over the jars that the script made, also in its init stage.</summary>
    public void UseJars(List<ScriptCookieJar> jars) => Jars = jars;

    public void Dispose()
    {
        _client.Dispose();
        _blocking?.Dispose();
    }

    /// <summary>Sends on the calling thread.</summary>
    public StoredResponse Send(PreparedRequest prepared, IterationScope scope, CancellationToken cut)
    {
        if (_loop is null && TrySend(prepared, scope, static () => { }, cut)) return TakeDirect();
        var sending = SendAsync(prepared, scope, blocking: true, cut);
        return sending.IsCompletedSuccessfully ? sending.Result : sending.AsTask().GetAwaiter().GetResult();
    }

    /// <summary>Sends a request. Nothing is recorded before the request ends, so that several requests may run side by side.</summary>
    public ValueTask<StoredResponse> SendAsync(PreparedRequest prepared, IterationScope scope, bool blocking, CancellationToken cut) =>
        SendAsync(prepared, scope, blocking, null, cut);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<StoredResponse> SendAsync(
        PreparedRequest prepared, IterationScope scope, bool blocking, FirstHop? sentAlready, CancellationToken cut)
    {
        if (prepared.Problem is { } problem)
        {
            if (prepared.CountsUnsent) RecordUnsent(prepared, problem, scope);
            return NotSent(prepared.Spec, problem, prepared.ProblemCode);
        }
        var tagSet = scope.TagSet; // those of the call: others may be in force when the answer comes
        var clock = _options.Network.Clock;
        if (_options.Limit is { } limit && sentAlready is null)
        {
            if (blocking) scope.Wait(limit.Take());
            else await Task.Delay(TimeSpan.FromTicks(limit.Take() / 100), clock.Provider, cut);
        }
        var spec = prepared.Spec;
        var (jar, most) = (JarOf(spec), MostRedirects(spec));
        var until = sentAlready?.UntilNanos ?? clock.NowNanos + TimeoutOf(spec).Ticks * 100;
        var (request, hop, step) = (sentAlready?.Next ?? prepared.Request!, sentAlready is null ? 0 : 1, prepared.Step);
        var digest = (DigestChallenge?)null;
        var (asked, askedCookies) = (sentAlready?.Sent, sentAlready?.Cookies ?? []); // the first request: response.request shows it, also after redirects
        while (true)
        {
            var (sent, cookies) = RequestCookies.On(request, spec, jar, prepared.Url!);
            if (digest is not null && CredentialRules.MayFollow(prepared.Url!, sent.Url)) sent =
                sent with { Headers = sent.Headers.Add(new HeaderField("Authorization", digest.Answer(sent, prepared.Url!.UserInfo))) };
            if (hop == 0) (asked, askedCookies) = (sent, cookies);
            if (Unsent(sent, until) is { } unsent)
            {
                var now = clock.NowNanos;
                Record(scope, tagSet, prepared, unsent, hop == 0 ? scope.TakeIntended(now) : now, now, now, step, isRedirect: false, isChallenge: false);
                return Done(prepared, asked!, askedCookies, unsent, stopped: false);
            }
            var start = clock.NowNanos;
            // The timeout is passed beside the request, not in it: the client recognises a repeated request by its object, and a copy would
            // be another object.
            var patience = TimeSpan.FromTicks(Math.Max(1, (until - start) / 100));
            var wire = blocking ? Blocking.Send(sent, patience, cut) : await _client.SendAsync(sent, patience, cut).ConfigureAwait(!_client.StaysOnLoop(sent));
            var (began, end) = (wire.EndNanos - wire.Timings.TotalNanos, wire.EndNanos);
            jar.Take(wire);
            if (_options.Debug is { } debug) HttpLog.Write(Log, sent, wire, debug == "full");
            var isChallenge = spec.Auth == "digest" && digest is null && wire.Status == 401;
            var isRedirect = !isChallenge && HttpRedirects.IsRedirect(wire);
            Record(scope, tagSet, prepared, wire, hop == 0 ? scope.TakeIntended(began) : began, began, end, step, isRedirect, isChallenge);
            if (isChallenge && DigestChallenge.Of(wire) is { } challenge)
            {
                digest = challenge;
                continue;
            }
            if (!isRedirect || hop >= most) return Done(prepared, asked!, askedCookies, wire,
                isRedirect && spec.Redirects is null && _options.WarnsOfRedirects);
            if (HttpRedirects.Follow(prepared.Url!, request, wire, SetsReferer(spec)) is not { } next) return LeadsNowhere(spec, wire);
            (request, hop) = (next, hop + 1);
        }
    }

    // The failure of a request that may not go to its address, or whose time is over before it begins; null for a request that can be sent.
    private WireResponse? Unsent(WireRequest request, long untilNanos)
    {
        var blocked = _options.Addresses.IsEmpty ? null : _options.Addresses.Problem(request.Url.Host);
        if (blocked is null && _options.Network.Clock.NowNanos < untilNanos) return null;
        return new WireResponse
        {
            Error = blocked is null ? RequestErrorKind.Timeout : RequestErrorKind.Dns,
            ErrorText = blocked ?? "no time was left to send the request",
            Method = request.Method,
            Url = request.Url,
        };
    }

    /// <summary>
    /// A client outside of any loop, for messages that are not requests of a step. The user's thread reads this property; any thread may
    /// use the client.
    /// </summary>
    public WireClient Apart => Blocking;

    private ScriptCookieJar JarOf(RequestSpec spec) => spec.Jar is > 0 and var number ? Jars[number - 1] : Cookies;

    private int MostRedirects(RequestSpec spec) => spec.Redirects ?? _options.MaxRedirects;

    private static bool SetsReferer(RequestSpec spec) => !spec.Headers.Any(h => h.Name.Equals("Referer", StringComparison.OrdinalIgnoreCase));

    private static TimeSpan TimeoutOf(RequestSpec spec) => spec.Timeout ?? DefaultTimeout;

    private WireClient Blocking => _loop is null ? _client : _blocking ??= NewClient(null);

    private WireClient NewClient(ClientLoop? loop) => new(_options.Network, new WireClientOptions
    {
        UseCookies = false,
        MaxRedirects = 0,
        MaxIdleConnections = Math.Max(_options.BatchPerHost, 6),
        LocalAddress = _local,
        Version = _options.Version,
        Loop = loop,
        RepeatsAsGo = true,
    });

    // The response that a script gets for a request that was never sent.
    private StoredResponse NotSent(RequestSpec spec, string problem, int code)
    {
        LogFailure(spec, problem);
        return new StoredResponse { Spec = spec, Wire = null, Kind = _options.KindOf(spec), Error = problem, Explanation = problem, ErrorCode = code };
    }

    private StoredResponse LeadsNowhere(RequestSpec spec, WireResponse wire) =>
        NotSent(spec, $"the redirect to '{wire.Header("Location")}' leads nowhere", ErrorCodes.Generic);

    private void LogFailure(RequestSpec spec, string text)
    {
        if (!(spec.Throws ?? _options.Throws)) LogRequestFailed(text); // a script that gets the exception knows of the failure
    }

    private StoredResponse Done(
        PreparedRequest prepared, WireRequest sent, IReadOnlyList<KeyValuePair<string, string>> cookies, WireResponse wire, bool stopped)
    {
        var failed = wire.Error != RequestErrorKind.None;
        var explanation = failed ? Explanation(prepared, wire) : "";
        if (failed) LogFailure(prepared.Spec, explanation);
        if (stopped) Log("warning", $"Stopped after {_options.MaxRedirects} redirects and returned the redirection; pass {{ redirects: n }} in request params or set global maxRedirects to silence this");
        return new StoredResponse
        {
            Spec = prepared.Spec,
            Wire = wire,
            Kind = _options.KindOf(prepared.Spec),
            Error = failed ? ErrorCodes.Text(wire.Error, wire.ErrorText) : "",
            Explanation = explanation,
            ErrorCode = ErrorCodes.Of(wire.Error, wire.Status, wire.ErrorText),
            Sent = sent,
            SentCookies = cookies,
        };
    }

    private static string Explanation(PreparedRequest prepared, WireResponse wire)
    {
        var spec = prepared.Spec;
        var text = ErrorCodes.Explanation(wire.Error, wire.ErrorText, wire.Url);
        return $"{spec.Method[..1]}{spec.Method[1..].ToLowerInvariant()} \"{RequestPreparation.MaskedUrl(prepared.Url!, spec.Url)}\": {text}";
    }

    private void RecordUnsent(PreparedRequest prepared, string problem, IterationScope scope)
    {
        var now = _options.Network.Clock.NowNanos;
        var wire = new WireResponse { Error = RequestErrorKind.Protocol, ErrorText = problem, Method = prepared.Spec.Method, Url = Nowhere };
        Record(scope, scope.TagSet, prepared, wire, scope.TakeIntended(now), now, now, prepared.Step, isRedirect: false, isChallenge: false);
    }

    private void Record(IterationScope scope, int tagSet, PreparedRequest prepared, WireResponse wire, long intended, long start, long end,
        int step, bool isRedirect, bool isChallenge)
    {
        var spec = prepared.Spec;
        var ranges = spec.Callback is { } callback ? Expected.Set(callback) : Expected.InForce;
        var status = wire.Error == RequestErrorKind.None ? wire.Status : 0;
        var expected = ranges is null ? (sbyte)-1 : isChallenge || IsIn(ranges.Value, status) ? (sbyte)1 : (sbyte)0;
        var tags = _metrics.NeedsRequestTags ? RequestTags.Of(_metrics.TagSets[tagSet], spec, wire, status, expected, _options.SystemTags) : null;
        lock (scope.Samples) // requests of a batch may end at the same time
        {
            ref var sample = ref scope.Samples.Next();
            sample.Step = step;
            (sample.IntendedNanos, sample.StartNanos, sample.EndNanos) = (intended, start, end);
            (sample.Status, sample.Error, sample.ErrorText) = (status, wire.Error, wire.ErrorText);
            (sample.Timings, sample.IsRedirect, sample.Expected) = (wire.Timings, isRedirect, expected);
            sample.Resends = wire.Resends;
            sample.IsNewConnection = !wire.IsConnectionReused && wire.Timings.ConnectingNanos > 0;
            (sample.BytesSent, sample.BytesReceived, sample.Tags, sample.TagSet) = (wire.BytesSent, wire.BytesReceived, tags, tagSet);
        }
    }

    private static bool IsIn(ImmutableArray<(int From, int To)> ranges, int status)
    {
        foreach (var (from, to) in ranges)
            if (status >= from && status <= to) return true;
        return false;
    }
}
