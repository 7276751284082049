using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Net.Security;
using Dyno.Http.Connections;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Results.Problems;

namespace Dyno.Http.Clients;

/// <summary>
/// What the clients of a run share: connection options, resolved names, TLS settings, protocols seen. Thread-safe.
/// </summary>
public sealed class WireNetwork
{
    private readonly ConcurrentDictionary<HttpOrigin, ClientTarget> _targets = new();
    private readonly Lazy<TlsAuthentication> _tls; // a run over http needs none of .NET's TLS in memory
    private readonly ProtocolLog _protocols = new();

    /// <summary>Creates the network.</summary>
    /// <param name="options">Of these count: connect time-out, reuse, head limit, DNS, connect-to, Unix socket, TLS.</param>
    /// <param name="clock">The run's clock.</param>
    /// <exception cref="UserFault">A file of certificates cannot be used.</exception>
    public WireNetwork(HttpOptions options, EngineClock? clock = null)
    {
        ArgumentNullException.ThrowIfNull(options);
        Options = options;
        Clock = clock ?? new EngineClock();
        _tls = new Lazy<TlsAuthentication>(() => new TlsAuthentication(options.Tls));
        if (options.Tls.CaFile is not null || options.Tls.ClientCertificateFile is not null) _ = _tls.Value; // a file that is wrong is said now
    }

    /// <summary>The connection options.</summary>
    public HttpOptions Options { get; }

    /// <summary>The clock.</summary>
    public EngineClock Clock { get; }

    /// <summary>Protocols negotiated so far.</summary>
    public ImmutableArray<string> NegotiatedProtocols => _protocols.Seen;

    /// <summary>Whether anything was sent, or meant to be, to a URL's host and port.</summary>
    public bool HasBeenAt(Uri url) => _targets.ContainsKey(HttpOrigin.Of(url));

    internal void Saw(string protocol) => _protocols.Add(protocol);

    /// <summary>Whether a server of https takes HTTP/2; null: nobody has asked it yet.</summary>
    internal bool? SpeaksHttp2(HttpOrigin origin) => _targets.TryGetValue(origin, out var known) ? known.SpeaksHttp2 : null;

    /// <summary>Where the connections of an origin go, resolved at its first use.</summary>
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

/// <summary>Where the connections of one origin go, and how.</summary>
internal sealed class ClientTarget(HttpOrigin origin, HttpOptions options, TlsAuthentication? tls)
{
    private readonly SslClientAuthenticationOptions?[] _authentications = new SslClientAuthenticationOptions?[3];
    private EndpointChoice? _endpoints;

    public ResolvedOrigin Origin { get; } = new(origin, options);

    public EndpointChoice Endpoints => _endpoints ??= new EndpointChoice(Origin, options.UnixSocket, options.DnsSelection);

    /// <summary>Whether its server chose HTTP/2 when both were offered; null: none was ever asked.</summary>
    public bool? SpeaksHttp2 { get; set; }

    /// <summary>How to shake hands for a version; null: without TLS.</summary>
    public SslClientAuthenticationOptions? Authentication(WireVersion version) => tls is null ? null : _authentications[(int)version] ??= version switch
    {
        WireVersion.Http11 => tls.For(origin.Host, SslApplicationProtocol.Http11),
        WireVersion.Agreed => tls.For(origin.Host, SslApplicationProtocol.Http2, SslApplicationProtocol.Http11),
        _ => tls.For(origin.Host, SslApplicationProtocol.Http2),
    };
}
