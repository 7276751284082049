namespace Dyno.Experiments;

/// <summary>The running services of an experiment. A service that has ended is started again before the next trial, and the user is informed.</summary>
internal sealed class ServiceGroup(ImmutableArray<ServiceOptions> wanted, IExperimentListener listener) : IAsyncDisposable
{
    private readonly List<Service> _running = [];

    /// <summary>The variables that give the connection strings to the subjects.</summary>
    public IEnumerable<KeyValuePair<string, string>> Variables => _running.Select(s => KeyValuePair.Create(s.Variable, s.ConnectionString));

    /// <summary>The services to observe during a trial.</summary>
    public ImmutableArray<WatchedService> Watched =>
        [.. _running.Select(s => new WatchedService(s.Options.Name, s.Options.Kind, s.ProcessId, s.Options.Cpus?.ToString()))];

    /// <summary>Starts all services.</summary>
    /// <exception cref="UserFault">A service did not come up.</exception>
    public async Task StartAsync(CancellationToken cancellation)
    {
        foreach (var options in wanted)
        {
            listener.OnStage($"starting the service {options.Name}");
            _running.Add(await Service.StartAsync(options, cancellation));
        }
    }

    /// <summary>Resets all services before a trial.</summary>
    /// <exception cref="UserFault">A service does not come up again, or its reset fails.</exception>
    public async Task ResetAsync(CancellationToken cancellation)
    {
        for (var i = 0; i < _running.Count; i++)
        {
            if (_running[i].HasDied)
            {
                listener.OnWarning($"the service {_running[i].Options.Name} ended by itself: Dyno restarts the service");
                await _running[i].DisposeAsync();
                _running[i] = await Service.StartAsync(_running[i].Options, cancellation);
            }
            await _running[i].ResetAsync(cancellation);
        }
    }

    /// <summary>The work of each service since it came up; null for a service that does not count it.</summary>
    public async Task<ImmutableArray<long?>> CommandsAsync(CancellationToken cancellation)
    {
        var counts = ImmutableArray.CreateBuilder<long?>();
        foreach (var service in _running) counts.Add(service.HasDied ? null : await service.CommandsAsync(cancellation));
        return counts.ToImmutable();
    }

    /// <summary>
    /// The work between two counts; null where either is unknown, and where the count went back: a service that recovered from the crash of
    /// one of its processes counts from zero, and what it did before is lost.
    /// </summary>
    public static long? WorkBetween(long? before, long? after) => after - before is >= 0 and var work ? work : null;

    /// <summary>What is known of a service that has ended during a trial; null when all run.</summary>
    public string? Died => _running.Find(s => s.HasDied) is { } dead ? $"the service {dead.Options.Name} ended by itself" : null;

    /// <summary>Throws when a service has ended during a trial: the measurement then says nothing about the variant.</summary>
    /// <exception cref="UserFault">A service has ended.</exception>
    public void ThrowIfAnyDied()
    {
        foreach (var service in _running) service.ThrowIfDead();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var service in _running) await service.DisposeAsync();
    }
}
