using System.Collections.Immutable;
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
internal sealed class LaunchedVariant(Subject? subject, Uri url) : IAsyncDisposable
{
    private RuntimeSession? _runtime;
    private ServerProbe? _probe;

    public Subject? Subject => subject;

    public Uri Url => url;

    /// <summary>Attaches to its runtime, and says how it is loaded.</summary>
    public async Task<Duet.DuetSide> WatchAsync(TestPlan plan, RunnerOptions options, ImmutableArray<int> servers, string? commit, ObserveLevel observe)
    {
        options = options with { Machine = new MachineProbe(servers, commit) };
        if (subject is null) return new Duet.DuetSide { Plan = plan, Options = options };
        _runtime = await RuntimeSession.AttachAsync(subject.ProcessId, observe, options.Signals.Stopping);
        _probe = new ServerProbe(subject.ProcessId, _runtime, [], TimeProvider.System);
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
        if (_runtime is not null) await _runtime.DisposeAsync(); // while there is still someone to end it with
        await subject.StopAsync();
        var record = subject.Record();
        return Explainer.Explain(result with { Subject = record with { Effective = record.Effective ?? effective } }, served);
    }

    public async ValueTask DisposeAsync()
    {
        if (_runtime is not null) await _runtime.DisposeAsync();
        if (subject is not null) await subject.DisposeAsync();
    }
}
