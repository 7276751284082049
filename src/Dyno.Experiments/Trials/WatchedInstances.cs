namespace Dyno.Experiments;

/// <summary>Observes a program under test during the load: each of its instances, and the services beside them.</summary>
internal sealed class WatchedInstances : ISubjectWatch
{
    private readonly ImmutableArray<RuntimeSession?> _runtimes;
    private readonly ImmutableArray<ServerProbe> _probes;

    private WatchedInstances(Subject subject, ImmutableArray<RuntimeAttachment> runtimes, ImmutableArray<WatchedService> services)
    {
        _runtimes = [.. runtimes.Select(r => r.Session)];
        _probes = [.. AllOf(subject).Select((s, i) => new ServerProbe(s.ProcessId, runtimes[i], i == 0 ? services : [], TimeProvider.System))];
        Probe = _probes.Length == 1 ? _probes[0]
            : new InstancesProbe([.. _probes.Select((probe, i) => (subject.Addresses[i].GetLeftPart(UriPartial.Authority), probe))]);
    }

    public IServerProbe Probe { get; }

    /// <summary>What the services used, once the measurement is over.</summary>
    public ImmutableArray<ServiceObservation> Services => _probes[0].Services;

    /// <summary>Begins the sessions with the runtimes of the instances.</summary>
    public static async Task<WatchedInstances> AttachAsync(
        Subject subject, ObserveLevel observe, ImmutableArray<WatchedService> services, CancellationToken cancellation)
    {
        var runtimes = ImmutableArray.CreateBuilder<RuntimeAttachment>();
        foreach (var instance in AllOf(subject)) runtimes.Add(await RuntimeSession.AttachAsync(instance.ProcessId, observe, cancellation));
        return new WatchedInstances(subject, runtimes.ToImmutable(), services);
    }

    /// <summary>Requests that each instance has counted; null for an instance that does not count them.</summary>
    public async Task<ImmutableArray<long?>> ServedAsync(CancellationToken cancellation) =>
        [.. await Task.WhenAll(_runtimes.Select(r => r is null ? Task.FromResult<long?>(null) : r.ServedAsync(cancellation)))];

    /// <summary>Resident memory of all instances at this moment, in bytes; null when one has ended or cannot be seen.</summary>
    public long? WorkingSetNow() => _probes.Select(p => p.WorkingSetNow()).Aggregate((long?)0, (sum, one) => sum + one);

    /// <summary>The observation, with the requests that each instance counted.</summary>
    public static ServerObservation WithServed(ServerObservation server, ImmutableArray<long?> served) =>
        server with { Instances = [.. server.Instances.Select((instance, i) => instance with { ServedRequests = served[i] })] };

    /// <summary>Ends the sessions. May be called more than once.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var runtime in _runtimes)
            if (runtime is not null) await runtime.DisposeAsync();
    }

    private static IEnumerable<Subject> AllOf(Subject subject) => [subject, .. subject.Others];
}
