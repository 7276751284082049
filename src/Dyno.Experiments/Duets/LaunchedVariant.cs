namespace Dyno.Experiments;

/// <summary>One running variant of a round, with the probes that observe it. A variant at a URL has neither a process nor probes.</summary>
internal sealed class LaunchedVariant(ILaunchedSubject? subject, Uri url, ServiceGroup? services = null) : IAsyncDisposable
{
    private ISubjectWatch? _watch;
    private ImmutableArray<long?> _commandsBefore = [];

    public ILaunchedSubject? Subject => subject;

    public Uri Url => url;

    /// <summary>The variant's own services; null for a variant at a URL.</summary>
    public ServiceGroup? Services => services;

    /// <summary>The program and its services, as far as they run on this machine.</summary>
    public IEnumerable<int> Processes =>
        subject?.ProcessId is not { } own ? [] : [own, .. services?.Watched.Select(s => s.ProcessId) ?? []];

    /// <summary>Notes the work of the variant's services so far, before the variant's first request.</summary>
    public async Task CountAsync(CancellationToken cancellation) => _commandsBefore = services is null ? [] : await services.CommandsAsync(cancellation);

    /// <summary>Begins to observe the variant, and returns how it is loaded.</summary>
    public async Task<DuetSide> WatchAsync(TestPlan plan, RunnerOptions options, ImmutableArray<int> servers, string? commit, ObserveLevel observe)
    {
        options = options with { Machine = new MachineProbe(servers, commit) };
        if (subject is null) return new DuetSide { Plan = plan, Options = options };
        _watch = await subject.WatchAsync(observe, services?.Watched ?? [], options.Signals.Stopping);
        return new DuetSide { Plan = plan, Options = options with { Server = _watch.Probe, Subject = subject.Record() } };
    }

    /// <summary>Stops the variant, and adds to its result what is known only then.</summary>
    /// <param name="effective">The settings that an earlier launch reported; null when unknown.</param>
    /// <param name="asked">Requests that were sent to it aside from the load.</param>
    public async Task<RunResult> StopAsync(RunResult result, EffectiveSettings? effective, int asked, CancellationToken cancellation)
    {
        if (subject is null) return result;
        var served = _watch is null || cancellation.IsCancellationRequested ? [null] : await _watch.ServedAsync(cancellation);
        var used = cancellation.IsCancellationRequested ? [] : await UsedAsync(result.Measured.DurationSeconds, cancellation);
        if (_watch is not null) await _watch.DisposeAsync(); // before the program ends, because it must answer the end of the session
        await subject.StopAsync();
        var record = subject.Record();
        record = record with { Effective = record.Effective ?? effective };
        return Explainer.Explain(result with { Subject = record, Services = used }, served[0] - asked);
    }

    // The services of a variant have nothing to do in the slices of other variants: their use is divided by the time of the variant's own slices.
    private async Task<ImmutableArray<ServiceObservation>> UsedAsync(double ownSeconds, CancellationToken cancellation)
    {
        if (_watch is null || services is null) return [];
        var commands = await services.CommandsAsync(cancellation);
        return
        [
            .. _watch.Services.Select((service, i) => service with
            {
                Commands = ServiceGroup.WorkBetween(_commandsBefore[i], commands[i]),
                Process = service.Process is { } seen && ownSeconds > 0 ? seen with { CpuCores = seen.CpuSeconds / ownSeconds } : service.Process,
            }),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        if (_watch is not null) await _watch.DisposeAsync();
        if (subject is not null) await subject.DisposeAsync();
    }
}
