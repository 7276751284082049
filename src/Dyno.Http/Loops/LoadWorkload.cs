namespace Dyno.Http;

/// <summary>
/// The drivers on sockets: one event loop per worker, over the system calls of Linux or over .NET's sockets. This class holds the state that
/// the workers share.
/// </summary>
internal sealed class LoadWorkload : IWorkload
{
    private readonly bool _isPortable;
    private TlsAuthentication? _authentication;

    /// <param name="driver">Linux or portable.</param>
    /// <param name="lookUp">The name resolution; null: the system's. Tests pass their own.</param>
    public LoadWorkload(HttpSession session, DriverChoice driver, Func<string, CancellationToken, Task<IPAddress[]>>? lookUp = null)
    {
        Session = session;
        _isPortable = driver == DriverChoice.Portable;
        Origins = [.. session.Origins.Select(o => new ResolvedOrigin(o, session.Options, lookUp))];
        CheckSet = new CheckSet(session.StepChecks);
    }

    public HttpSession Session { get; }

    public ImmutableArray<ResolvedOrigin> Origins { get; }

    public CheckSet CheckSet { get; }

    public PeerAddress? UnixSocket { get; private set; }

    /// <summary>Whether a request goes over https.</summary>
    public bool UsesTls => Session.Origins.Any(o => o.IsTls);

    /// <summary>The settings of libssl; null when no request goes over https, or .NET's sockets are used.</summary>
    public TlsContext? Tls { get; private set; }

    public FileBudget Files { get; } = new();

    public ProtocolLog Protocols { get; } = new();

    public string Driver => _isPortable ? "portable" : "linux";

    public int? StreamsPerConnection => IsHttp2 ? Session.Options.StreamsPerConnection : null;

    public ImmutableArray<StepRecord> Steps => Session.Steps;

    public bool SharesSteps => Session.IsWebSocket; // steps of pushed messages and pings appear in a report only when there are some

    public ImmutableArray<string> Checks => Session.Checks;

    public ImmutableArray<string> NegotiatedProtocols => Protocols.Seen;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (UsesTls && _isPortable) _authentication ??= new TlsAuthentication(Session.Options.Tls);
        else if (UsesTls) Tls ??= TlsContext.Create(Session.Options.Tls, IsHttp2);
        await Session.PrepareCallsAsync(cancellationToken);
        if (Session.Options.UnixSocket is { } path)
            UnixSocket = new PeerAddress(EndpointChoice.UnixEndPoint(path), NativeAddress.OfUnix(path) ?? throw EndpointChoice.TooLong(path));
        else
            foreach (var origin in Origins) await origin.ResolveAsync(cancellationToken);
    }

    public Task AskAsync(CancellationToken cancellationToken) => ListeningCheck.AskAsync(Session.Origins, Session.Options, cancellationToken);

    private bool IsHttp2 => Session.Options.Version == HttpVersionChoice.Http2;

    /// <summary>Wraps the sockets of each worker; null: nothing lies between. Tests pass sockets that misbehave.</summary>
    public Func<LoopSockets, LoopSockets>? Between { get; init; }

    /// <summary>Creates the sockets of a worker.</summary>
    /// <param name="connections">Connections of the worker.</param>
    public LoopSockets CreateSockets(int connections, WorkerContext context)
    {
        Tls?.SaveMemory(connections * context.Count);
        LoopSockets sockets = _isPortable
            ? new PollSockets(connections, _authentication, IsHttp2, context.WaitStrategy == WaitStrategy.Frugal)
            : new EpollSockets(Tls, Origins.Length);
        return Between?.Invoke(sockets) ?? sockets;
    }

    public IWorker CreateWorker(WorkerContext context)
    {
        var connections = LoadWorker.ConnectionsFor(Session, context.MaxVirtualUsers);
        Files.Reserve(connections);
        try
        {
            return new LoadWorker(this, context);
        }
        catch
        {
            Files.Release(connections);
            throw;
        }
    }
}
