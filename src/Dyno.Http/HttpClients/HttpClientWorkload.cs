using System.Net.Quic;

namespace Dyno.Http;

/// <summary>
/// Sends every version of HTTP with .NET's own client, and exactly the version asked for: HTTP/2 by ALPN on https and by prior knowledge
/// on http, HTTP/3 over QUIC where the system supports it.
/// </summary>
internal sealed class HttpClientWorkload : IWorkload
{
    /// <exception cref="UserFault">The options ask for something that this version of HTTP or this system does not support.</exception>
    public HttpClientWorkload(HttpSession session)
    {
        InlineCompletions.TryEnable();
        Session = session;
        if (session.Options.Version == HttpVersionChoice.Http3) RequireHttp3(session);
        if (session.Options.PipelineDepth > 1)
            throw new UserFault("pipelining needs HTTP/1.1 on the linux or portable driver",
                "leave --pipeline out: HTTP/2 and HTTP/3 multiplex requests on a connection");
        Tls = new TlsAuthentication(session.Options.Tls);
        CheckSet = new CheckSet(session.StepChecks);
        Origins = session.Origins.ToImmutableDictionary(o => o, o => new ResolvedOrigin(o, session.Options));
    }

    public HttpSession Session { get; }

    public CheckSet CheckSet { get; }

    public TlsAuthentication Tls { get; }

    public ImmutableDictionary<HttpOrigin, ResolvedOrigin> Origins { get; }

    public ProtocolLog Protocols { get; } = new();

    public string Driver => "httpclient";

    public ImmutableArray<StepRecord> Steps => Session.Steps;

    public ImmutableArray<string> Checks => Session.Checks;

    public ImmutableArray<string> NegotiatedProtocols => Protocols.Seen;

    public Version HttpVersion => Session.Options.Version switch
    {
        HttpVersionChoice.Http2 => System.Net.HttpVersion.Version20,
        HttpVersionChoice.Http3 => System.Net.HttpVersion.Version30,
        _ => System.Net.HttpVersion.Version11,
    };

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (Session.Options.UnixSocket is not null) return;
        foreach (var origin in Origins.Values) await origin.ResolveAsync(cancellationToken);
    }

    public Task AskAsync(CancellationToken cancellationToken) => ListeningCheck.AskAsync(Session.Origins, Session.Options, cancellationToken);

    public IWorker CreateWorker(WorkerContext context) => new HttpClientWorker(this, context);

    private static void RequireHttp3(HttpSession session)
    {
        if (session.Origins.Any(o => !o.IsTls)) throw new UserFault("HTTP/3 is always encrypted", "write https:// URLs");
        if (session.Options.UnixSocket is not null) throw new UserFault("HTTP/3 runs over UDP, not over a Unix socket", "leave the Unix socket out");
        if (session.Options.Tls.ServerName is not null) throw new UserFault("a separate TLS server name is not supported with HTTP/3", "put the name into the URL");
        if (!session.Options.ConnectTo.IsEmpty) throw new UserFault("connect-to rules do not work with HTTP/3", "put the address into the URL and name the host with a Host header");
        if (!IsQuicSupported())
            throw new UserFault("HTTP/3 needs QUIC, which this system lacks: .NET found no MsQuic library (libmsquic) with TLS 1.3",
                "on Debian and Ubuntu add Microsoft's package source and run apt-get install libmsquic; or use --http2");
    }

    private static bool IsQuicSupported() =>
        (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()) && QuicConnection.IsSupported;
}
