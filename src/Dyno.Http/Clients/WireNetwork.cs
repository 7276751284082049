namespace Dyno.Http;

/// <summary>The state that the clients of a run share: connection options, resolved names, TLS settings, protocols seen. Thread-safe.</summary>
public sealed class WireNetwork
{
    private static int _closings;
    private readonly ConcurrentDictionary<HttpOrigin, ClientTarget> _targets = new();
    private readonly Lazy<TlsAuthentication> _tls; // lazy, so that a run over http does not load .NET's TLS
    private readonly ProtocolLog _protocols = new();

    /// <summary>Creates the network.</summary>
    /// <param name="options">Used are: connect time-out, connection reuse, head limit, DNS, connect-to, Unix socket, TLS.</param>
    /// <exception cref="UserFault">A certificate file cannot be used.</exception>
    public WireNetwork(HttpOptions options, EngineClock? clock = null)
    {
        Options = options;
        Clock = clock ?? new EngineClock();
        _tls = new Lazy<TlsAuthentication>(() => new TlsAuthentication(options.Tls));
        if (options.Tls.CaFile is not null || options.Tls.ClientCertificateFile is not null) _ = _tls.Value; // reports an unusable file now
    }

    public HttpOptions Options { get; }

    public EngineClock Clock { get; }

    /// <summary>Protocols negotiated so far.</summary>
    public ImmutableArray<string> NegotiatedProtocols => _protocols.Seen;

    public bool IsClosed { get; private set; }

    /// <summary>How many networks have been closed in this process.</summary>
    internal static int Closings => Volatile.Read(ref _closings);

    /// <summary>
    /// Tells every loop that has a client of this network to dispose the client in its next turn, because only the loop's own thread may do so.
    /// </summary>
    public void Close()
    {
        if (IsClosed) return;
        IsClosed = true;
        Interlocked.Increment(ref _closings);
    }

    /// <summary>Whether a client has sent, or was about to send, a request to the scheme, host and port of a URL.</summary>
    public bool HasBeenAt(Uri url) => _targets.ContainsKey(HttpOrigin.Of(url));

    internal void Saw(string protocol) => _protocols.Add(protocol);

    /// <summary>Whether an https server takes HTTP/2; null: HTTP/2 was never offered to it.</summary>
    internal bool? SpeaksHttp2(HttpOrigin origin) => _targets.TryGetValue(origin, out var known) ? known.SpeaksHttp2 : null;

    /// <summary>The target of connections to an origin, whose name is resolved at the first use.</summary>
    /// <exception cref="UserFault">The name does not resolve.</exception>
    internal async ValueTask<ClientTarget> TargetAsync(HttpOrigin origin, bool blocking, CancellationToken cancellationToken)
    {
        if (_targets.TryGetValue(origin, out var known))
        {
            known.Origin.RefreshIfStale(Clock);
            return known;
        }
        var target = new ClientTarget(origin, Options, origin.IsTls ? _tls.Value : null);
        if (Options.UnixSocket is null)
        {
            var resolving = target.Origin.ResolveAsync(cancellationToken);
            if (blocking) resolving.GetAwaiter().GetResult();
            else await resolving;
        }
        return _targets.GetOrAdd(origin, target);
    }
}

/// <summary>Addresses and TLS settings of the connections to one origin.</summary>
internal sealed class ClientTarget(HttpOrigin origin, HttpOptions options, TlsAuthentication? tls)
{
    private readonly SslClientAuthenticationOptions?[] _authentications = new SslClientAuthenticationOptions?[3];
    private EndpointChoice? _endpoints;

    public ResolvedOrigin Origin { get; } = new(origin, options);

    public EndpointChoice Endpoints => _endpoints ??= new EndpointChoice(Origin, options.UnixSocket, options.DnsSelection);

    /// <summary>Whether the server chose HTTP/2 when it was last offered; null: it was never offered.</summary>
    public bool? SpeaksHttp2 { get; set; }

    /// <summary>Settings of the TLS handshake for a version; null without TLS.</summary>
    public SslClientAuthenticationOptions? Authentication(WireVersion version) => tls is null ? null : _authentications[(int)version] ??= version switch
    {
        WireVersion.Http11 => tls.For(origin.Host, SslApplicationProtocol.Http11),
        WireVersion.Agreed => tls.For(origin.Host, SslApplicationProtocol.Http2, SslApplicationProtocol.Http11),
        _ => tls.For(origin.Host, SslApplicationProtocol.Http2),
    };
}
