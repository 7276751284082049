namespace Dyno.Cli;

/// <summary>Opens a load, brings up the program under test when there is one, and runs the load on it.</summary>
internal sealed class LoadRun(RunOptions options, ReadyLoad ready, ProgressLines progress, Interruption interruption)
{
    private LoadOpening Opening => new() { Path = options.Load.Target, Name = options.NameOfRun, Signals = interruption.Signals };

    /// <summary>Runs the load.</summary>
    /// <returns>The runs, and the load, which the caller finishes and disposes.</returns>
    /// <exception cref="UserFault">The load cannot run, or the program under test did not come up.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before anything was measured.</exception>
    public async Task<LoadedSubject> RunAsync(IRunListener listener)
    {
        var commit = await GitRevision.DescribeAsync(options.Folder, interruption.Signals.Stopping);
        if (options.Growth is not { } growth) return await RunAsync(listener, commit, null);
        await using var watch = new GrowthWatch(growth, listener, TimeProvider.System);
        progress.Suffix = () => watch.Summary;
        var loaded = await RunAsync(watch, commit, watch);
        await watch.EndAsync();
        return loaded.Runs.IsEmpty ? loaded : loaded with { Runs = loaded.Runs.SetItem(0, loaded.Runs[0] with { Growth = watch.Result() }) };
    }

    private Task<LoadedSubject> RunAsync(IRunListener listener, string? commit, GrowthWatch? watch) =>
        options.Subject is { } subject ? OnSubjectAsync(subject, listener, commit, watch) : AloneAsync(listener, commit, watch);

    /// <summary>The problems of the load itself, as far as they can be found without a build.</summary>
    public async Task<ImmutableArray<Problem>> ProblemsAsync()
    {
        var known = options.Load.Problems(options.Subject is not null).ToImmutableArray();
        if (!options.Load.IsReadWithoutBuild) return known;
        try
        {
            await RehearseAsync(_ => { });
            return known;
        }
        catch (UserFault wrong)
        {
            return [.. known.Concat(wrong.Problems).Distinct()];
        }
    }

    private async Task<LoadedSubject> AloneAsync(IRunListener listener, string? commit, GrowthWatch? watch)
    {
        var load = await ready.Load.OpenAsync(Opening, interruption.Signals.Stopping);
        try
        {
            foreach (var warning in load.Warnings) ready.Warn(warning);
            if (load.Plan is { } loaded && await ListeningProcess.TwoServersAsync(loaded, interruption.Signals.Stopping) is { } two) ready.Warn(two);
            await using var elsewhere = options.Elsewhere is { } asked ? await ElsewhereAsync(asked) : null;
            // A server that runs already on this machine.
            var server = elsewhere is null && load.Plan is { } plan ? await ListeningProcess.OfAsync(plan, interruption.Signals.Stopping) : null;
            var attached = server is null ? RuntimeAttachment.Nothing
                : await RuntimeSession.AttachAsync(server.Id, LevelOf(ObserveLevel.Minimal), interruption.Signals.Stopping);
            await using var runtime = attached.Session;
            if (watch is not null && server is not null)
                watch.Begin(new ProcessGrowthSource(server.Id, async stop => (await ListeningProcess.OfAsync(load.Plan!, stop))?.Id));
            var runs = await load.RunAsync(new RunnerOptions
            {
                Machine = new MachineProbe(server?.Id, commit),
                Server = elsewhere is not null ? elsewhere
                    : server is { } seen ? new ServerProbe(seen.Id, attached, [], TimeProvider.System) { Found = seen } : null,
                Signals = interruption.Signals,
                AsksFirst = true,
                Listeners = [listener],
                CalibratedRequestsPerSecond = load.Plan is { } known ? CalibrationStore.CeilingOf(known) : null,
            });
            if (watch is not null) await watch.EndAsync(); // before the server may be stopped
            return new LoadedSubject([.. runs.Select(run => Explainer.Explain(run, elsewhere?.Served))], load);
        }
        catch
        {
            await load.DisposeAsync();
            throw;
        }
    }

    private async Task<ElsewhereProbe> ElsewhereAsync(ServerElsewhere asked)
    {
        var probe = await asked.ObserveAsync(progress.Say, interruption.Signals.Stopping);
        if (!probe.Missing.IsEmpty)
            ready.Warn($"{probe.Place} gives nothing so far for {string.Join(", ", probe.Missing)}: a threshold on such a figure is not met, and explanations do without it");
        return probe;
    }

    // The load is read before the program is built, only to find its mistakes: the address of the program is not known yet.
    private async Task<LoadedSubject> OnSubjectAsync(SubjectRequest subject, IRunListener listener, string? commit, GrowthWatch? watch)
    {
        await RehearseAsync(ready.Warn);
        var planned = SubjectPlanReader.Read(subject, []);
        SubjectStarter start = options.SubjectFleet is { SubjectOn: { } agent } fleet
            ? new RemoteSubjects(fleet, progress.Warn).On(agent) : LocalSubject.StartAsync;
        return await new SubjectLoad
        {
            Subject = options.SubjectFleet is null ? planned : planned with { Cpus = CpuPlan.Unpinned }, // the program has its own machine
            Start = watch is null ? start : watch.Watching(start),
            Load = ready.Load,
            Opening = Opening,
            Observe = LevelOf(ObserveLevel.Full),
            Signals = interruption.Signals,
            Listener = listener,
            Progress = new StageProgress(progress),
            Commit = commit,
            CeilingOf = CalibrationStore.CeilingOf,
        }.RunAsync();
    }

    // A watch for growth looks into the runtime itself, now and then: counters of every second would fill the memory of a run of days.
    private ObserveLevel LevelOf(ObserveLevel usual) => options.Observe ?? (options.Growth is null ? usual : ObserveLevel.Off);

    /// <summary>Adds the profile of one more launch to the run. When there is none, a warning says why, and the run is as it was.</summary>
    /// <param name="loaded">The runs; of several, the first is profiled.</param>
    public async Task<LoadedSubject> ProfiledAsync(LoadedSubject loaded)
    {
        if (options is not { Profiles: true, Subject: { } subject } || loaded.Runs is not [{ Outcome: RunOutcome.Completed } first, ..]) return loaded;
        try
        {
            var profiled = await new SubjectProfile
            {
                Subject = SubjectPlanReader.Read(subject, []),
                Load = ready.Load,
                Opening = Opening,
                Run = first,
                Signals = interruption.Signals,
                Say = progress.Say,
                Folder = options.ProfileFolderOf(first.Id),
            }.RunAsync();
            return loaded with { Runs = loaded.Runs.SetItem(0, profiled) };
        }
        catch (UserFault fault)
        {
            progress.Warn($"no profile: {fault.Message}{(fault.Hint is { } hint ? $"\n      {hint}" : "")}");
        }
        catch (OperationCanceledException)
        {
            progress.Warn("no profile: stopped by the user");
        }
        return loaded;
    }

    private async Task RehearseAsync(Action<string> warn)
    {
        var opening = options.Subject is not { } subject ? Opening with { IsRehearsal = true } : Opening with
        {
            BaseUrl = LoadOpening.NotYetKnown,
            Instances = [.. Enumerable.Repeat(LoadOpening.NotYetKnown, Math.Max(subject.Instances, 0))],
            IsRehearsal = true,
        };
        await using var read = await ready.Load.OpenAsync(opening, interruption.Signals.Stopping);
        foreach (var warning in read.Warnings) warn(warning);
    }
}
