using System.Collections.Immutable;
using System.Net;
using Dyno.Http.Checks;
using Dyno.Http.Connections;
using Dyno.Http.Interop;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Http.Linux;

/// <summary>The Linux driver: one event loop over epoll per worker. This class holds the state that the workers share.</summary>
internal sealed class LinuxWorkload : IWorkload
{
    public LinuxWorkload(HttpSession session, Func<string, CancellationToken, Task<IPAddress[]>>? lookUp = null)
    {
        Session = session;
        Origins = [.. session.Origins.Select(o => new ResolvedOrigin(o, session.Options, lookUp))];
        CheckSet = new CheckSet(session.StepChecks);
    }

    public HttpSession Session { get; }

    public ImmutableArray<ResolvedOrigin> Origins { get; }

    public CheckSet CheckSet { get; }

    public NativeAddress? UnixSocket { get; private set; }

    /// <summary>Null when no request goes over https.</summary>
    public TlsContext? Tls { get; private set; }

    public FileBudget Files { get; } = new();

    public ProtocolLog Protocols { get; } = new();

    public string Driver => "linux";

    public int? StreamsPerConnection => Session.Options.Version == HttpVersionChoice.Http2 ? Session.Options.StreamsPerConnection : null;

    public ImmutableArray<StepRecord> Steps => Session.Steps;

    public bool SharesSteps => Session.IsWebSocket; // steps of pushed messages and pings appear in a report only when there are some

    public ImmutableArray<string> Checks => Session.Checks;

    public ImmutableArray<string> NegotiatedProtocols => Protocols.Seen;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (Tls is null && Session.Origins.Any(o => o.IsTls)) Tls = TlsContext.Create(Session.Options.Tls,
            isHttp2: Session.Options.Version == HttpVersionChoice.Http2);
        await Session.PrepareCallsAsync(cancellationToken);
        if (Session.Options.UnixSocket is { } path)
            UnixSocket = NativeAddress.OfUnix(path) ?? throw new UserFault(
                $"the path of the Unix socket is longer than the 107 bytes the system allows: {path}", "use a shorter path, e.g. in /tmp");
        else
            foreach (var origin in Origins) await origin.ResolveAsync(cancellationToken);
    }

    public Task AskAsync(CancellationToken cancellationToken) => ListeningCheck.AskAsync(Session.Origins, Session.Options, cancellationToken);

    public IWorker CreateWorker(WorkerContext context)
    {
        var connections = LinuxWorker.ConnectionsFor(Session, context.MaxVirtualUsers);
        Files.Reserve(connections);
        try
        {
            return new LinuxWorker(this, context);
        }
        catch
        {
            Files.Release(connections);
            throw;
        }
    }
}
