namespace Dyno.Experiments;

/// <summary>
/// One more launch of a program after its run, under the same load, profiled: CPU samples first, then allocations and other events. The load
/// ends as soon as enough is recorded. Nothing of this launch is in the run's figures.
/// </summary>
public sealed class SubjectProfile
{
    private static readonly TimeSpan OfEvents = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Spare = TimeSpan.FromSeconds(5); // for the starts and ends of what records
    private static readonly WarmUpRule Warm = new();

    /// <summary>The program to start.</summary>
    public required SubjectOptions Subject { get; init; }

    public required ILoad Load { get; init; }

    /// <summary>How the load is opened once the program listens; address, certificate, process and signals are filled in here.</summary>
    public required LoadOpening Opening { get; init; }

    public required RunResult Run { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>Receives progress and warnings.</summary>
    public required Action<string> Say { get; init; }

    /// <summary>The best rung of the samplers that may be taken.</summary>
    public SamplerRung Best { get; init; } = SamplerRung.System;

    /// <summary>The folder of the files for other tools, relative to the current one; null: none are written.</summary>
    public string? Folder { get; init; }

    /// <summary>Launches, loads and profiles the program.</summary>
    /// <exception cref="UserFault">The program did not come up, ended, or has no .NET process; or a file cannot be written.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    /// <returns>The run with its profile, and with the calls that its explanations speak of.</returns>
    public async Task<RunResult> RunAsync()
    {
        Say("profiling a launch of its own, which is not in the figures");
        using var traces = OwnedFolder.Create("dyno-profile-");
        var options = Subject with { Environment = ProfileRecorder.Variables(Subject.Environment, traces.Path) };
        await using var subject = await LocalSubject.StartAsync(options, null, Signals.Stopping);
        var process = (subject.ProcessId is { } id ? DotnetProcess.Find(id) : null)
            ?? throw new UserFault("no .NET process with diagnostics was found", "DOTNET_EnableDiagnostics must not be 0");
        await using var recorder = await ProfileRecorder.BeginAsync([process], traces.Path, Best, Signals.Stopping);
        var requests = await RecordAsync(subject, recorder);
        if (subject.GoneBecause is { } why) throw new UserFault(why, "run it without --profile to see whether it ends there, too");
        Signals.Stopping.ThrowIfCancellationRequested();
        if ((await recorder.FinishAsync())[0] is not { } launch)
            throw new UserFault("the program's runtime does not answer", "DOTNET_EnableDiagnostics must not be 0");
        launch = launch with { EventRequests = requests / Subject.Instances };
        var profile = ProgramProfile.Of(new ProfiledProgram
        {
            Launch = launch,
            Micros = Run.Server is { CpuMicrosPerRequest: > 0 and var micros } ? micros : null,
            AllocatedBytes = Run.Server?.Runtime?.AllocatedBytesPerRequest,
            Rung = recorder.Rung,
            WhyNotBetter = recorder.WhyNotBetter,
            Lost = recorder.Lost,
        }, await SourcesAsync());
        if (Folder is not null) profile = profile with { Files = new ProfileFiles("program", [launch]).WriteTo("", Folder) };
        return Run with { Profile = profile, Explanations = ExplainedCalls.Named(Run.Explanations, [launch]) };
    }

    private async Task<CheckoutSources> SourcesAsync()
    {
        var program = Subject.Project.Length > 0 ? Subject.Project : Subject.Command[0];
        var project = Directory.Exists(program) ? program : Path.GetDirectoryName(Path.GetFullPath(program))!;
        return new CheckoutSources([Environment.CurrentDirectory], await GitDiff.ReadAsync(project, null, null, Signals.Stopping));
    }

    /// <returns>The requests while allocations and events were recorded.</returns>
    private async Task<long> RecordAsync(ILaunchedSubject subject, ProfileRecorder recorder)
    {
        var own = new RunSignals();
        using var stop = Signals.Stopping.Register(own.Abort);
        var watch = new ProfileWatch();
        var machine = new MachineProbe(subject.ProcessId, null);
        using var pinning = GeneratorPinning.Apply(Subject.Cpus);
        await using var watched = await subject.WatchAsync(ObserveLevel.Minimal, [], Signals.Stopping);
        var sampled = SamplingTime.Of(Run.Server?.CpuCores ?? 0);
        await using var load = await Load.OpenAsync(Opening with
        {
            BaseUrl = subject.BaseUrl,
            Instances = subject.Addresses,
            CertificateFile = subject.CertificateFile,
            ProcessId = subject.ProcessId,
            Signals = own,
            // Warm, whatever the run was, and long enough for everything; stages and numbers of iterations stay the load's own.
            Shape = new TrialShape
            {
                Length = sampled + OfEvents + Spare,
                WarmUp = Warm.Maximum,
                Level = new WarmUpLevel { Minimum = Warm.Minimum, Window = Warm.Window, Tolerance = Warm.Tolerance },
            },
        }, Signals.Stopping);
        var isAsLongAsAsked = load.Plan is { } plan && plan.Scenarios.All(s => s.Executor.For(sampled) is not null);
        if (!isAsLongAsAsked) sampled = SamplingTime.Of(Run.Server?.CpuCores ?? 0, mostOf: TimeSpan.FromSeconds(Run.Measured.DurationSeconds / 2));
        var loading = load.RunAsync(new RunnerOptions
        {
            Machine = machine,
            Server = watched.Probe,
            Subject = subject.Record(),
            Signals = own,
            Listeners = [watch],
        });
        var over = Task.WhenAny(loading, subject.Ended);
        _ = over.ContinueWith(_ => watch.End(), TaskScheduler.Default);
        try
        {
            var requests = await RecordAsync(recorder, watch, sampled);
            if (loading.IsFaulted) await loading;
            return requests;
        }
        finally
        {
            own.Abort();
            await ((Task)loading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<long> RecordAsync(ProfileRecorder recorder, ProfileWatch watch, TimeSpan sampled)
    {
        await watch.NextAsync();
        await recorder.StartSamplesAsync(Signals.Stopping);
        await watch.PassAsync(sampled);
        await recorder.StopSamplesAsync();
        await recorder.StartEventsAsync(Signals.Stopping);
        var before = await watch.NextAsync();
        await watch.PassAsync(OfEvents);
        var after = watch.Requests;
        await recorder.StopEventsAsync();
        return after - before;
    }
}
