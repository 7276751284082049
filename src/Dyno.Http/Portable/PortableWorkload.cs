using System.Collections.Immutable;
using Dyno.Http.Checks;
using Dyno.Http.Connections;
using Dyno.Http.Requests;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Http.Portable;

/// <summary>HTTP/1.1 over .NET's sockets and TLS: every system, the same behaviour as the Linux driver.</summary>
internal sealed class PortableWorkload : IWorkload
{
    public PortableWorkload(HttpSession session)
    {
        InlineCompletions.TryEnable();
        Session = session;
        CheckSet = new CheckSet(session.Options.Checks);
        var tls = new TlsAuthentication(session.Options.Tls);
        Targets = [.. session.Origins.Select(o =>
            new PortableTarget(new ResolvedOrigin(o, session.Options), session.Options, tls, Protocols))];
    }

    public HttpSession Session { get; }

    public CheckSet CheckSet { get; }

    public ImmutableArray<PortableTarget> Targets { get; }

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

    public IWorker CreateWorker(WorkerContext context) => new PortableWorker(this, context);
}
