namespace Dyno.Http;

/// <summary>
/// The HTTP client of one virtual user: HTTP/1.1 and HTTP/2 on the same parsers and TLS settings as the load drivers, with
/// keep-alive connections, cookies and redirects of its own. Requests may overlap; calls block or not, as asked.
/// </summary>
public sealed partial class WireClient : IDisposable
{
    private const string Http2Protocol = "HTTP/2.0"; // the spelling of Go, and so of k6

    private readonly WireNetwork _network;
    private readonly WireClientOptions _options;
    private readonly ConnectionPool _pool;
    private readonly Http2Pool _http2;
    private ClientExchange? _spare; // kept from a finished request, to be reused

    public WireClient(WireNetwork network, WireClientOptions? options = null)
    {
        _network = network;
        _options = options ?? new WireClientOptions();
        _pool = new ConnectionPool(_options.MaxIdleConnections);
        _http2 = _options.Http2 ?? new Http2Pool(network.Options.StreamsPerConnection);
        Cookies = _options.Cookies ?? new CookieJar();
    }

    public CookieJar Cookies { get; }

    /// <summary>Sends and waits for the answer on the calling thread.</summary>
    /// <returns>The answer, or the reason why there is none.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public WireResponse Send(WireRequest request, CancellationToken cancellationToken = default) => Send(request, null, cancellationToken);

    /// <summary>Sends and waits for the answer on the calling thread.</summary>
    /// <param name="request">The request. A frequent request should be the same object each time: its bytes on the wire are then cached.</param>
    /// <param name="timeout">Overrides the request's own time-out; null: the request's own applies.</param>
    /// <returns>The answer, or the reason why there is none.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public WireResponse Send(WireRequest request, TimeSpan? timeout, CancellationToken cancellationToken)
    {
        var sending = SendAsync(request, timeout, blocking: true, cancellationToken);
        // Blocking calls end before they return: there is nothing to wait for here.
        return sending.IsCompleted ? sending.GetAwaiter().GetResult() : sending.AsTask().GetAwaiter().GetResult();
    }

    /// <summary>Sends without holding a thread.</summary>
    /// <returns>The answer, or the reason why there is none.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public ValueTask<WireResponse> SendAsync(WireRequest request, CancellationToken cancellationToken = default) =>
        SendAsync(request, null, blocking: false, cancellationToken);

    /// <summary>Sends without holding a thread.</summary>
    /// <param name="request">The request; see <see cref="Send(WireRequest, TimeSpan?, CancellationToken)"/>.</param>
    /// <param name="timeout">Overrides the request's own time-out; null: the request's own applies.</param>
    /// <returns>The answer, or the reason why there is none.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public ValueTask<WireResponse> SendAsync(WireRequest request, TimeSpan? timeout, CancellationToken cancellationToken) =>
        SendAsync(request, timeout, blocking: false, cancellationToken);

    /// <summary>
    /// Whether the answer to a request arrives on the thread of the client's loop, inside the loop's wait. A caller on that
    /// thread then needs no synchronization context to return to it.
    /// </summary>
    public bool StaysOnLoop(WireRequest request) => _options.Loop is not null && MayLoop(request);

    /// <summary>Closes idle connections; the next requests open new ones.</summary>
    public void CloseConnections()
    {
        _pool.Clear();
        if (_options.Http2 is null) _http2.Clear();
    }

    public void Dispose()
    {
        foreach (var direct in _directs) direct.Dispose();
        _pool.Dispose();
        if (_options.Http2 is null) _http2.Dispose();
    }

    private ValueTask<WireResponse> SendAsync(WireRequest request, TimeSpan? wanted, bool blocking, CancellationToken cancellationToken)
    {
        var timeout = wanted ?? request.Timeout ?? _options.Timeout;
        var deadline = new ClientDeadline(_network.Clock, _network.Clock.NowNanos).After(timeout);
        var loop = blocking || !MayLoop(request) ? null : _options.Loop;
        if (!blocking && loop is null) return SendWithPatienceAsync(request, deadline, timeout, cancellationToken);
        return SendAsync(request, new ClientCall(blocking, deadline, loop, cancellationToken, cancellationToken));
    }

    private async ValueTask<WireResponse> SendWithPatienceAsync(
        WireRequest request, ClientDeadline deadline, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(timeout);
        return await SendAsync(request, new ClientCall(false, deadline, null, cancellationToken, patience.Token)).ConfigureAwait(false);
    }

    // Without cookies and redirects one level of calls is saved.
    private ValueTask<WireResponse> SendAsync(WireRequest request, ClientCall call) =>
        !_options.UseCookies && MostRedirects(request) == 0 ? SendOneAsync(request, call) : FollowAsync(request, call);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<WireResponse> FollowAsync(WireRequest request, ClientCall call)
    {
        var redirects = ImmutableArray<WireResponse>.Empty;
        while (true)
        {
            var response = await SendOneAsync(request, call).ConfigureAwait(false);
            if (_options.UseCookies && !request.IgnoresCookies) TakeCookies(response);
            if (redirects.Length >= MostRedirects(request) || !RedirectRules.IsRedirect(request, response, _options.RedirectsAsHttpClient))
                return redirects.IsEmpty ? response : response with { Redirects = redirects };
            redirects = redirects.Add(response);
            if (RedirectRules.Follow(request, response, _options.RedirectsAsHttpClient) is not { } next)
                return BadRedirect(request, response) with { Redirects = redirects };
            request = next;
        }
    }

    // Where a synchronization context is current, the next request of a redirect would not be sent on the loop's thread.
    private bool MayLoop(WireRequest request) =>
        _network.Options.UnixSocket is null && (MostRedirects(request) == 0 || _options.Loop is { IsGuarded: true });

    private int MostRedirects(WireRequest request) => request.MaxRedirects ?? _options.MaxRedirects;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<WireResponse> SendOneAsync(WireRequest request, ClientCall call, ClientExchange? again = null)
    {
        var exchange = again ?? Interlocked.Exchange(ref _spare, null) ?? new ClientExchange(_network.Clock);
        if (again is null) exchange.Begin();
        if (request.Known is null && RequestHead.Problem(request) is { } problem) return Failed(request, exchange, RequestErrorKind.Protocol, problem);
        try
        {
            var known = request.Known ??= new KnownRequest(request, HttpOrigin.Of(request.Url));
            ClientConnection? connection = null;
            if (VersionFor(request, known.Origin) is not WireVersion.Http11 and var version)
            {
                var (answer, opened) = await SendHttp2Async(known, version, exchange, call).ConfigureAwait(false);
                if (answer is not null && again is null) _spare = exchange;
                if (answer is not null) return answer;
                connection = opened;
            }
            if (connection is null && again is null) exchange.IsReused = (connection = Reusable(known.Origin)) is not null;
            while (true)
            {
                // Only the loop's thread may use a socket of the loop. Where a synchronization context is current, .NET continues
                // inline only if that context was captured. Without the capture, the first request would be sent from the thread
                // pool, concurrently with the loop, and its answer would be lost.
                connection ??= NewConnection(await ClientOpening.OpenAsync(_network, known.Origin, _options, WireVersion.Http11, exchange, call)
                    .ConfigureAwait(call.Loop is not null), known.Origin, call);
                try
                {
                    var response = await UseAsync(connection, known, exchange, call).ConfigureAwait(false);
                    if (again is null) _spare = exchange;
                    return response;
                }
                catch (Exception e) when (MayRepeat(request, exchange) && IsLost(e, call))
                {
                    exchange.SendAgain(connection.SentBytes);
                    connection = null;
                }
            }
        }
        catch (Exception e) when (IsExpected(e))
        {
            exchange.Enter(ClientPhase.Blocked);
            call.Cut.ThrowIfCancellationRequested();
            return Failed(request, exchange, KindOf(e, exchange.FailedIn, call.Deadline), TextOf(e, call.Deadline));
        }
    }

    private ClientConnection NewConnection(ClientStream stream, HttpOrigin origin, ClientCall call) =>
        new(stream, origin, _network.Options.MaxHeadBytes, stream.IsLooped ? call.Loop!.Buffer : null);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<WireResponse> UseAsync(ClientConnection connection, KnownRequest known, ClientExchange exchange, ClientCall call)
    {
        var (request, keep) = (known.Wire, false);
        try
        {
            var cookies = _options.UseCookies ? Cookies.HeaderFor(request.Url) : "";
            var close = !_network.Options.ReuseConnections;
            var wired = new ClientRequest(request, cookies, close, _options.MaxBodyBytes, cookies.Length > 0 || close ? null : known.HeadAgain());
            using var cut = call.Blocking || connection.IsLooped ? call.Cut.UnsafeRegister(static c => ((ClientConnection)c!).Dispose(), connection) : default;
            keep = await connection.ExchangeAsync(wired, exchange, call.Blocking, call.Deadline, call.Token).ConfigureAwait(false);
            return Answered(request, exchange, connection.Answer);
        }
        catch (Exception e) when (exchange.IsReused && IsExpected(e))
        {
            exchange.CannotHaveBegun = connection.CannotHaveBegun(e);
            throw;
        }
        finally
        {
            exchange.BytesReceived = connection.Answer.BytesReceived;
            if (keep) _pool.GiveBack(connection);
            else connection.Dispose();
        }
    }

    /// <summary>A kept connection that the server has not closed, as far as the system knows; null when there is none.</summary>
    private ClientConnection? Reusable(HttpOrigin origin)
    {
        while (_pool.TryTake(origin) is { } connection)
        {
            if (!connection.IsClosed && !connection.IsStale) return connection;
            connection.Dispose();
        }
        return null;
    }

    /// <summary>Whether a request that a kept connection lost without a byte of its answer is sent again on a new one (RFC 9112, 9.3.1).</summary>
    private bool MayRepeat(WireRequest request, ClientExchange exchange) => exchange is { IsReused: true, BytesReceived: 0 }
        && (exchange.CannotHaveBegun || (_options.RepeatsAsGo && Resending.GoRepeats(request.Method, request.Body.Length)));

    private WireResponse Answered(WireRequest request, ClientExchange exchange, ResponseReader answer) =>
        Answered(request, exchange, answer.Head!.IsHttp10 ? "HTTP/1.0" : "HTTP/1.1", answer.Head, answer.Body, answer.BytesReceived);

    private WireResponse Answered(
        WireRequest request, ClientExchange exchange, string protocol, AnswerHead head, ReadOnlyMemory<byte> body, long bytesReceived)
    {
        _network.Saw(ReferenceEquals(protocol, Http2Protocol) ? "HTTP/2" : protocol);
        var decoded = _options.Decompress ? BodyDecoder.Decode(body, head.ContentEncoding, _options.MaxBodyBytes) : body;
        return new WireResponse
        {
            Status = head.Status,
            ReasonPhrase = head.ReasonPhrase,
            Protocol = protocol,
            Tls = exchange.Tls,
            Headers = head.Headers,
            Body = decoded,
            IsDecoded = !decoded.Equals(body),
            Method = request.Method,
            Url = request.Url,
            RemoteEndpoint = exchange.Remote,
            IsConnectionReused = exchange.IsReused,
            Resends = exchange.Resends,
            Timings = exchange.Timings,
            EndNanos = exchange.MarkNanos,
            BytesSent = exchange.BytesSent,
            BytesReceived = bytesReceived,
        };
    }

    private void TakeCookies(WireResponse response)
    {
        foreach (var header in response.Headers)
            if (RequestHead.Is(header, "Set-Cookie")) Cookies.Take(response.Url, header.Value);
    }

    internal static WireResponse BadRedirect(WireRequest request, WireResponse response) => new()
    {
        Error = RequestErrorKind.Protocol,
        ErrorText = $"the redirect to '{response.Header("Location")}' leads to no http or https URL",
        Method = request.Method,
        Url = request.Url,
    };

    private static WireResponse Failed(WireRequest request, ClientExchange exchange, RequestErrorKind kind, string text) => new()
    {
        Error = kind,
        ErrorText = text,
        Method = request.Method,
        Url = request.Url,
        Tls = exchange.Tls,
        RemoteEndpoint = exchange.Remote,
        IsConnectionReused = exchange.IsReused,
        Resends = exchange.Resends,
        Timings = exchange.Timings,
        EndNanos = exchange.MarkNanos,
        BytesSent = exchange.BytesSent,
        BytesReceived = exchange.BytesReceived,
    };

    internal static bool IsExpected(Exception e) => e is SocketException or IOException or InvalidDataException or UserFault
        or OperationCanceledException or TimeoutException or ObjectDisposedException or System.Security.Authentication.AuthenticationException;

    private static bool IsLost(Exception e, ClientCall call) =>
        !call.Deadline.IsOver && !call.Cut.IsCancellationRequested && ErrorKinds.Of(e) is RequestErrorKind.Closed or RequestErrorKind.Reset;

    private static RequestErrorKind KindOf(Exception e, ClientPhase phase, ClientDeadline deadline)
    {
        if (e is StreamException stream) return stream.Kind;
        if (phase == ClientPhase.Connecting && IsTimeout(e)) return deadline.IsOver ? RequestErrorKind.Timeout : RequestErrorKind.Unreachable;
        if (e is UserFault) return RequestErrorKind.Dns;
        if (e is InvalidDataException) return RequestErrorKind.Protocol;
        if (deadline.IsOver || IsTimeout(e)) return RequestErrorKind.Timeout;
        var kind = ErrorKinds.Of(e);
        var isTlsFault = kind == RequestErrorKind.System || (phase == ClientPhase.Handshaking && kind == RequestErrorKind.Closed);
        return isTlsFault && e is IOException ? RequestErrorKind.Tls : kind;
    }

    private static bool IsTimeout(Exception e) => e is OperationCanceledException or TimeoutException or ObjectDisposedException
        or SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.OperationAborted or SocketError.Interrupted }
        or IOException { InnerException: SocketException { SocketErrorCode: SocketError.TimedOut } };

    private static string TextOf(Exception e, ClientDeadline deadline) =>
        deadline.IsOver || IsTimeout(e) ? "no complete answer within the time-out" : ErrorKinds.Text(e);
}

/// <summary>How one call is made.</summary>
/// <param name="Blocking">Whether the calling thread waits for the answer.</param>
/// <param name="Deadline">When it must be done.</param>
/// <param name="Token">The caller's token, or one that the deadline cancels too.</param>
/// <param name="Loop">The loop that serves new connections; null for none.</param>
internal readonly record struct ClientCall(bool Blocking, ClientDeadline Deadline, ClientLoop? Loop, CancellationToken Cut, CancellationToken Token);
