namespace Dyno.Http;

/// <summary>
/// Builds .NET's HTTP handler for one worker, without automatic behaviour (proxy, cookies, redirects, decompression) and with connections
/// opened as the options say.
/// </summary>
internal sealed class HandlerFactory(HttpClientWorkload workload, EngineClock clock)
{
    /// <summary>The key under which a request carries its iteration, which records the connection that the request opens.</summary>
    public static readonly HttpRequestOptionsKey<IterationContext> Iteration = new("dyno.iteration");

    private readonly HttpOptions _options = workload.Session.Options;
    private readonly Dictionary<HttpOrigin, EndpointChoice> _endpoints =
        workload.Origins.ToDictionary(o => o.Key, o => new EndpointChoice(o.Value, workload.Session.Options.UnixSocket));

    public SocketsHttpHandler Create() => new()
    {
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = System.Net.DecompressionMethods.None,
        ActivityHeadersPropagator = null,
        EnableMultipleHttp2Connections = true,
        EnableMultipleHttp3Connections = true,
        ConnectTimeout = _options.ConnectTimeout,
        PooledConnectionLifetime = _options.ReuseConnections ? Timeout.InfiniteTimeSpan : TimeSpan.Zero,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        MaxResponseHeadersLength = Math.Max(1, _options.MaxHeadBytes / 1024),
        SslOptions = workload.Tls.For(workload.Session.Origins[0].Host, SslApplicationProtocol.Http3), // for QUIC; .NET takes the host from the URL
        ConnectCallback = ConnectAsync,
    };

    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var origin = HttpOrigin.Of(context.InitialRequestMessage.RequestUri!);
        workload.Origins[origin].RefreshIfStale(clock);
        var endpoints = _endpoints[origin];
        var start = clock.NowNanos;
        var trial = endpoints.Begin();
        while (true)
        {
            var endpoint = trial.Current;
            var socket = Sockets.Create(endpoint);
            try
            {
                await socket.ConnectAsync(endpoint, cancellationToken);
                endpoints.Worked(endpoint);
                context.InitialRequestMessage.Options.TryGetValue(Iteration, out var iteration);
                iteration?.Connected(clock.NowNanos - start, again: false);
                var stream = new NetworkStream(socket, ownsSocket: true);
                return origin.IsTls ? await ShakeHandsAsync(stream, origin, iteration, cancellationToken) : stream;
            }
            catch (Exception e)
            {
                socket.Dispose();
                if (e is not SocketException || !trial.MoveNext()) throw;
            }
        }
    }

    /// <summary>Does the TLS handshake here instead of in the handler, which would neither measure its time nor accept another server name.</summary>
    private async ValueTask<Stream> ShakeHandsAsync(
        NetworkStream stream, HttpOrigin origin, IterationContext? iteration, CancellationToken cancellationToken)
    {
        var start = clock.NowNanos;
        var tls = new SslStream(stream);
        var patience = workload.Origins[origin].Handshakes;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var silence = patience.Limit;
        limit.CancelAfter(silence);
        try
        {
            await tls.AuthenticateAsClientAsync(workload.Tls.For(origin.Host, [.. Protocols()]), limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new AuthenticationException(ErrorKinds.SilentTls(silence));
        }
        patience.Finished();
        iteration?.Handshaken(clock.NowNanos - start);
        workload.Protocols.Add(TlsAuthentication.Describe(tls));
        return tls;
    }

    private IEnumerable<SslApplicationProtocol> Protocols()
    {
        if (_options.Version == HttpVersionChoice.Http2) yield return SslApplicationProtocol.Http2;
        yield return SslApplicationProtocol.Http11;
    }
}
