namespace Dyno.Experiments;

/// <summary>One launch of a program with one load on it, observed; the program has ended when the method returns.</summary>
public sealed class SubjectLoad
{
    /// <summary>The program to start.</summary>
    public required SubjectOptions Subject { get; init; }

    /// <summary>Starts the program: on this machine, unless another starter is given.</summary>
    public SubjectStarter Start { get; init; } = LocalSubject.StartAsync;

    public required ILoad Load { get; init; }

    /// <summary>How the load is opened once the program listens; address, certificate, process and signals are filled in here.</summary>
    public required LoadOpening Opening { get; init; }

    /// <summary>Receives oddities of the load; null: they are ignored.</summary>
    public Action<string>? Warn { get; init; }

    /// <summary>Sends only the load's first request and returns how long it took; null: it is not sent separately.</summary>
    public Func<ILaunchedSubject, CancellationToken, Task<TimeSpan?>>? AskFirst { get; init; }

    /// <summary>Asks the program when the load is over and its requests are counted; null: it is not asked.</summary>
    public Func<ILaunchedSubject, CancellationToken, Task>? AskAfter { get; init; }

    /// <summary>How much the program's runtime is asked during the load.</summary>
    public ObserveLevel Observe { get; init; } = ObserveLevel.Full;

    /// <summary>Services beside the program, to be observed.</summary>
    public ImmutableArray<WatchedService> Services { get; init; } = [];

    /// <summary>Counts the work of each service so far, in their order; null: they are not asked.</summary>
    public Func<CancellationToken, Task<ImmutableArray<long?>>>? CountCommands { get; init; }

    /// <summary>The settings that an earlier launch reported; null: those that this launch reports.</summary>
    public EffectiveSettings? Effective { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>Observes the run while it runs.</summary>
    public required IRunListener Listener { get; init; }

    /// <summary>Receives how the program comes up; may be null.</summary>
    public IProgress<SubjectProgress>? Progress { get; init; }

    /// <summary>The calibrated ceiling of this machine's generator for a plan; null for none.</summary>
    public Func<TestPlan, double?>? CeilingOf { get; init; }

    /// <summary>Git commit of the folder Dyno was called in; null outside a checkout.</summary>
    public string? Commit { get; init; }

    /// <summary>Starts the program, runs the load, and stops the program.</summary>
    /// <returns>The runs, and the load, which the caller completes and disposes.</returns>
    /// <exception cref="UserFault">The load cannot run.</exception>
    /// <exception cref="UserFault">The program did not come up.</exception>
    /// <exception cref="OperationCanceledException">Stopped before the program was up.</exception>
    public async Task<LoadedSubject> RunAsync()
    {
        await using var subject = await Start(Subject, Progress, Signals.Stopping);
        var machine = new MachineProbe(subject.ProcessId, Commit); // before the pinning, because the probe reads the CPUs that were allowed
        using var pinning = GeneratorPinning.Apply(Subject.Cpus);
        var watch = FailWhenEndedAsync(subject, Signals);
        try
        {
            return await LoadedAsync(subject, machine, pinning.Effective?.ToString(), watch);
        }
        catch (OperationCanceledException) when (subject.GoneBecause is not null)
        {
            // The program ended by itself before or during the load: the trial has failed; it was not the user who stopped it.
            throw SubjectFaults.Of(SubjectFault.ExitedAtStart, subject.GoneBecause, $"its whole output is in {subject.Record().OutputFile}", subject.Record().LastOutput);
        }
    }

    private async Task<LoadedSubject> LoadedAsync(ILaunchedSubject subject, MachineProbe machine, string? generatorCpus, Task watch)
    {
        var before = await CountAsync();
        if (AskFirst is not null) subject.FirstRequest = await AskFirst(subject, Signals.Stopping);
        // Before the warm-up, because the seconds of the warm-up belong to the series, and Kestrel counts connections from here on.
        await using var watched = await subject.WatchAsync(Observe, Services, Signals.Stopping);
        var loaded = await LoadAsync(subject, new RunnerOptions
        {
            Machine = machine,
            Server = watched.Probe,
            Subject = subject.Record(),
            GeneratorCpuSet = generatorCpus,
            Signals = Signals,
            Listeners = [Listener],
        });
        try
        {
            return loaded with { Runs = await EndAsync(subject, watched, loaded.Runs, before, watch) };
        }
        catch
        {
            await loaded.DisposeAsync();
            throw;
        }
    }

    private async Task<ImmutableArray<RunResult>> EndAsync(ILaunchedSubject subject, ISubjectWatch watched,
        ImmutableArray<RunResult> runs, ImmutableArray<long?> before, Task watch)
    {
        var served = await watched.ServedAsync(Signals.Stopping);
        var after = watched.WorkingSetNow();
        if (AskAfter is not null && !Signals.IsStopping) await AskAfter(subject, Signals.Stopping);
        await watched.DisposeAsync(); // before the program ends, because it must answer the end of the sessions
        var services = WithCommands(watched.Services, before, await CountAsync());
        await subject.StopAsync();
        await watch;
        return
        [
            .. runs.Select(run => Explainer.Explain(FigureThresholds.Judged(run with
            {
                Subject = RecordOf(subject),
                Server = run.Server is { } seen ? WatchedInstances.WithServed(seen with { WorkingSetAfterBytes = after }, served) : null,
                Services = services,
            }), served.Aggregate((sum, one) => sum + one))),
        ];
    }

    private async Task<ImmutableArray<long?>> CountAsync() => CountCommands is null || Services.IsEmpty ? [] : await CountCommands(Signals.Aborting);

    private static ImmutableArray<ServiceObservation> WithCommands(
        ImmutableArray<ServiceObservation> services, ImmutableArray<long?> before, ImmutableArray<long?> after) =>
        before.Length != services.Length || after.Length != services.Length
            ? services
            : [.. services.Select((s, i) => s with { Commands = ServiceGroup.WorkBetween(before[i], after[i]) })];

    private async Task<LoadedSubject> LoadAsync(ILaunchedSubject subject, RunnerOptions options)
    {
        var load = await Load.OpenAsync(Opening with
        {
            BaseUrl = subject.BaseUrl,
            Instances = subject.Addresses,
            CertificateFile = subject.CertificateFile,
            ProcessId = subject.ProcessId,
            Signals = Signals,
        }, Signals.Stopping);
        try
        {
            foreach (var warning in load.Warnings) Warn?.Invoke(warning);
            var ceiling = load.Plan is { } plan ? CeilingOf?.Invoke(plan) : null;
            return new LoadedSubject(await load.RunAsync(options with { CalibratedRequestsPerSecond = ceiling }), load);
        }
        catch
        {
            await load.DisposeAsync();
            throw;
        }
    }

    // Made again, because the program may have ended by itself in the meantime.
    private SubjectRecord RecordOf(ILaunchedSubject subject)
    {
        var record = subject.Record();
        return record with { Effective = record.Effective ?? Effective };
    }

    // A program that has ended does not come back, and the rest of the load would only measure refused connections.
    internal static async Task FailWhenEndedAsync(ILaunchedSubject subject, RunSignals signals)
    {
        await subject.Ended;
        if (subject.GoneBecause is { } why) signals.Fail(why);
    }
}
