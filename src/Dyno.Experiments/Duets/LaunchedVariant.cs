using System.Collections.Immutable;
using Dyno.Experiments.Trials;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation;
using Dyno.Observation.Explanations;
using Dyno.Observation.Machines;
using Dyno.Observation.Processes;
using Dyno.Observation.Runtime;
using Dyno.Results.Runs;
using Dyno.Subjects;
using Duet = Dyno.Load.Duets;

namespace Dyno.Experiments.Duets;

/// <summary>One variant of a round that is up, with what watches it; one at a URL has neither process nor probes.</summary>
internal sealed class LaunchedVariant(Subject? subject, Uri url, ServiceGroup? services = null) : IAsyncDisposable
{
    private RuntimeSession? _runtime;
    private ServerProbe? _probe;
    private ImmutableArray<long?> _commandsBefore = [];

    public Subject? Subject => subject;

    public Uri Url => url;

    /// <summary>The services that are its own; null for one at a URL.</summary>
    public ServiceGroup? Services => services;

    /// <summary>The program and its services.</summary>
    public IEnumerable<int> Processes => subject is null ? [] : [subject.ProcessId, .. services?.Watched.Select(s => s.ProcessId) ?? []];

    /// <summary>Remembers what its services have done so far, before its first request.</summary>
    public async Task CountAsync(CancellationToken cancellation) => _commandsBefore = services is null ? [] : await services.CommandsAsync(cancellation);

    /// <summary>Attaches to its runtime, and says how it is loaded.</summary>
    public async Task<Duet.DuetSide> WatchAsync(TestPlan plan, RunnerOptions options, ImmutableArray<int> servers, string? commit, ObserveLevel observe)
    {
        options = options with { Machine = new MachineProbe(servers, commit) };
        if (subject is null) return new Duet.DuetSide { Plan = plan, Options = options };
        _runtime = await RuntimeSession.AttachAsync(subject.ProcessId, observe, options.Signals.Stopping);
        _probe = new ServerProbe(subject.ProcessId, _runtime, services?.Watched ?? [], TimeProvider.System);
        return new Duet.DuetSide
        {
            Plan = plan,
            Options = options with { Server = _probe, Subject = subject.Record() },
            CpuNanos = new ExactCpuTime(subject.ProcessId).Nanos,
        };
    }

    /// <summary>Stops it, and completes its result with what is known only then.</summary>
    /// <param name="result">Its run.</param>
    /// <param name="effective">What it is known to run with, from a launch before.</param>
    /// <param name="cancellation">Gives up waiting for its last counter.</param>
    public async Task<RunResult> StopAsync(RunResult result, EffectiveSettings? effective, CancellationToken cancellation)
    {
        if (subject is null) return result;
        var served = _runtime is null || cancellation.IsCancellationRequested ? null : await _runtime.ServedAsync(cancellation);
        var used = cancellation.IsCancellationRequested ? [] : await UsedAsync(result.Measured.DurationSeconds, cancellation);
        if (_runtime is not null) await _runtime.DisposeAsync(); // while there is still someone to end it with
        await subject.StopAsync();
        var record = subject.Record();
        return Explainer.Explain(result with { Subject = record with { Effective = record.Effective ?? effective }, Services = used }, served);
    }

    // The services of a variant had nothing to do in the slices of other variants: their use is divided by the time of the variant's own slices.
    private async Task<ImmutableArray<ServiceObservation>> UsedAsync(double ownSeconds, CancellationToken cancellation)
    {
        if (_probe is null || services is null) return [];
        var commands = await services.CommandsAsync(cancellation);
        return
        [
            .. _probe.Services.Select((service, i) => service with
            {
                Commands = commands[i] - _commandsBefore[i],
                Process = service.Process is { } seen && ownSeconds > 0 ? seen with { CpuCores = seen.CpuSeconds / ownSeconds } : service.Process,
            }),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        if (_runtime is not null) await _runtime.DisposeAsync();
        if (subject is not null) await subject.DisposeAsync();
    }
}
