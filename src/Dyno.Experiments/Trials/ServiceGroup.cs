using System.Collections.Immutable;
using Dyno.Observation;
using Dyno.Results.Problems;
using Dyno.Subjects.Services;

namespace Dyno.Experiments.Trials;

/// <summary>The services of an experiment while it runs. One that ended is started anew before the next trial, and said.</summary>
/// <param name="wanted">The services.</param>
/// <param name="listener">Told what goes on.</param>
internal sealed class ServiceGroup(ImmutableArray<ServiceOptions> wanted, IExperimentListener listener) : IAsyncDisposable
{
    private readonly List<Service> _running = [];

    /// <summary>What takes their connection strings to the subjects.</summary>
    public IEnumerable<KeyValuePair<string, string>> Variables => _running.Select(s => KeyValuePair.Create(s.Variable, s.ConnectionString));

    /// <summary>What is watched during a trial.</summary>
    public ImmutableArray<WatchedService> Watched =>
        [.. _running.Select(s => new WatchedService(s.Options.Name, s.Options.Kind, s.ProcessId, s.Options.Cpus?.ToString()))];

    /// <summary>Starts all of them.</summary>
    /// <exception cref="UserFault">One cannot be had.</exception>
    public async Task StartAsync(CancellationToken cancellation)
    {
        foreach (var options in wanted)
        {
            listener.OnStage($"starting the service {options.Name}");
            _running.Add(await Service.StartAsync(options, cancellation));
        }
    }

    /// <summary>Puts all of them back to where a trial may begin.</summary>
    /// <exception cref="UserFault">One does not come up again, or refuses.</exception>
    public async Task ResetAsync(CancellationToken cancellation)
    {
        for (var i = 0; i < _running.Count; i++)
        {
            if (_running[i].HasDied)
            {
                listener.OnWarning($"the service {_running[i].Options.Name} ended by itself: it is started anew");
                await _running[i].DisposeAsync();
                _running[i] = await Service.StartAsync(_running[i].Options, cancellation);
            }
            await _running[i].ResetAsync(cancellation);
        }
    }

    /// <summary>What each of them has done since it came up; null where it does not count.</summary>
    public async Task<ImmutableArray<long?>> CommandsAsync(CancellationToken cancellation)
    {
        var counts = ImmutableArray.CreateBuilder<long?>();
        foreach (var service in _running) counts.Add(service.HasDied ? null : await service.CommandsAsync(cancellation));
        return counts.ToImmutable();
    }

    /// <summary>What is known of one that has ended during a trial; null when all live.</summary>
    public string? Died => _running.Find(s => s.HasDied) is { } dead ? $"the service {dead.Options.Name} ended by itself" : null;

    /// <summary>Says so when one has ended during a trial: what was measured then is not the variant.</summary>
    /// <exception cref="UserFault">One has.</exception>
    public void ThrowIfAnyDied()
    {
        foreach (var service in _running) service.ThrowIfDead();
    }

    /// <summary>Stops all of them.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var service in _running) await service.DisposeAsync();
    }
}
