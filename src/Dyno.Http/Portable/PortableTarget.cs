using System.Net.Security;
using Dyno.Http.Connections;
using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>The state that the connections to one origin share. Thread-safe.</summary>
internal sealed class PortableTarget
{
    private readonly SslClientAuthenticationOptions? _authentication;
    private readonly ProtocolLog _protocols;
    private volatile bool _sawHttp11;
    private volatile bool _sawHttp10;

    public PortableTarget(ResolvedOrigin origin, HttpOptions options, TlsAuthentication? tls, ProtocolLog protocols)
    {
        Origin = origin;
        Options = options;
        Endpoints = new EndpointChoice(origin, options.UnixSocket);
        TimeoutNanos = options.Timeout.Ticks * 100;
        _authentication = origin.Origin.IsTls ? tls!.For(origin.Origin.Host, SslApplicationProtocol.Http11) : null;
        _protocols = protocols;
    }

    public ResolvedOrigin Origin { get; }

    public HttpOptions Options { get; }

    /// <summary>The endpoints to connect to.</summary>
    public EndpointChoice Endpoints { get; }

    public long TimeoutNanos { get; }

    /// <summary>The connect timeout of one address: the whole timeout divided by the number of addresses.</summary>
    public long ConnectTimeoutNanos => Options.ConnectTimeout.Ticks * 100 / Endpoints.Count;

    /// <summary>Whether the connections can be polled: connections without TLS over IP.</summary>
    public bool CanPoll => _authentication is null && !Endpoints.IsUnix;

    public Transport CreateTransport(ITransportOwner owner, EngineClock clock, ReadinessPoll poll)
    {
        Origin.RefreshIfStale(clock);
        return _authentication is null ? new SocketTransport(owner, poll) : new TlsTransport(owner, clock, _authentication);
    }

    /// <summary>Records the HTTP version of an answer.</summary>
    public void Answered(bool isHttp10)
    {
        if (isHttp10 ? _sawHttp10 : _sawHttp11) return;
        if (isHttp10) _sawHttp10 = true;
        else _sawHttp11 = true;
        _protocols.Add(isHttp10 ? "HTTP/1.0" : "HTTP/1.1");
    }

    /// <summary>Records the negotiated TLS version and cipher.</summary>
    public void Opened(Transport transport)
    {
        if (transport.TlsText is not { } text) return;
        Origin.Handshakes.Finished();
        _protocols.Add(text);
    }
}
