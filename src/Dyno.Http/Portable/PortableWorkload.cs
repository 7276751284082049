using System.Collections.Immutable;
using System.Net;
using Dyno.Http.Checks;
using Dyno.Http.Connections;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Http.Portable;

/// <summary>HTTP/1.1 over .NET's sockets and TLS: runs on every system, and behaves like the Linux driver.</summary>
internal sealed class PortableWorkload : IWorkload
{
    /// <param name="session">The requests and options.</param>
    /// <param name="lookUp">The name resolution; null: the system's. Tests pass their own.</param>
    public PortableWorkload(HttpSession session, Func<string, CancellationToken, Task<IPAddress[]>>? lookUp = null)
    {
        InlineCompletions.TryEnable();
        Session = session;
        CheckSet = new CheckSet(session.StepChecks);
        var tls = session.Origins.Any(o => o.IsTls) ? new TlsAuthentication(session.Options.Tls) : null;
        Targets = [.. session.Origins.Select(o =>
            new PortableTarget(new ResolvedOrigin(o, session.Options, lookUp), session.Options, tls, Protocols))];
    }

    public HttpSession Session { get; }

    public CheckSet CheckSet { get; }

    public ImmutableArray<PortableTarget> Targets { get; }

    public FileBudget Files { get; } = new();

    public ProtocolLog Protocols { get; } = new();

    public string Driver => "portable";

    public ImmutableArray<StepRecord> Steps => Session.Steps;

    public ImmutableArray<string> Checks => Session.Checks;

    public ImmutableArray<string> NegotiatedProtocols => Protocols.Seen;

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (Session.Options.UnixSocket is not null) return;
        foreach (var target in Targets) await target.Origin.ResolveAsync(cancellationToken);
    }

    public Task AskAsync(CancellationToken cancellationToken) => ListeningCheck.AskAsync(Session.Origins, Session.Options, cancellationToken);

    public IWorker CreateWorker(WorkerContext context)
    {
        var depth = Session.Options.PipelineDepth;
        Files.Reserve((long)Math.Max(1, (context.MaxVirtualUsers + depth - 1) / depth) * Targets.Length);
        return new PortableWorker(this, context);
    }
}
