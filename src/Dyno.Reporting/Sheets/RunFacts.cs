namespace Dyno.Reporting;

/// <summary>The plan, the server, the generator and the machine in words; unknown facts are left out.</summary>
internal static class RunFacts
{
    private const int MostRequests = 50;

    public static IEnumerable<Block> Plan(RunResult result)
    {
        var plan = result.Plan;
        var drivers = string.Join(", ", plan.Scenarios.Select(s => s.Driver).Distinct());
        yield return Facts(
            ("Load", $"{plan.Source} ({plan.InputKind})"),
            ("Model", string.Join("\n", ModelInWords.Of(result))),
            ("Sent by", $"{drivers} driver, {FigureText.Count(plan.Workers, "worker")}, {plan.WaitStrategy} wait"),
            ("Share", plan.ExecutionSegment),
            ("Seed", plan.Seed.ToString(CultureInfo.InvariantCulture)),
            ("Warm-up", result.MergedRuns.IsDefaultOrEmpty ? WarmUp(result) : null),
            ("Fleet", result.Fleet is { } fleet ? string.Join("\n", FleetInWords.Of(fleet)) : null),
            ("Merged from", result.MergedRuns.IsDefaultOrEmpty ? null : string.Join("\n", result.MergedRuns)),
            ("Left out by the merge", result.LeftOut.IsDefaultOrEmpty ? null : string.Join("\n", result.LeftOut)),
            ("Options", plan.Options.Count == 0 ? null : string.Join("\n", plan.Options.Select(o => $"{o.Key} = {o.Value}"))));
        var steps = plan.Scenarios.SelectMany(s => s.Steps, (s, step) => (s.Name, Step: step)).Where(s => !s.Step.IsPart).ToList();
        foreach (var table in TableBlock.Of("Requests of the plan", [new("scenario", false), new("request", false), new("method", false), new("target", false)],
            steps.Take(MostRequests), s => [s.Name, s.Step.Name, s.Step.Method, s.Step.Url],
            steps.Count > MostRequests ? $"And {FigureText.Count(steps.Count - MostRequests)} more: see the result." : "")) yield return table;
    }

    public static IEnumerable<Block> Server(RunResult result)
    {
        var (server, subject) = (result.Server, result.Subject);
        if (server is null && subject is null) yield break;
        yield return Facts(
            ("Program", subject is null ? null : subject.Source + (subject.Framework is { } framework ? $" ({framework})" : "")),
            ("Figures from", server?.Source),
            ("Note on them", server is { SourceNotes.IsDefaultOrEmpty: false } ? string.Join("\n", server.SourceNotes) : null),
            ("Figures missing", server is { Missing.IsDefaultOrEmpty: false } ? string.Join(", ", server.Missing) : null),
            ("Process", server?.ProcessName is { } name ? $"{name} ({server.ProcessId}){(server.ForwardedBy is { } by ? $", behind {by}" : "")}" : null),
            ("Runtime", server?.RuntimeMissing is { } missing ? $"not observed: {missing}" : null),
            ("On agent", subject?.On),
            ("Command", subject?.CommandLine),
            ("Address", subject?.Url),
            ("Ready after", subject?.TimeToReadySeconds is { } ready ? FigureText.Time(ready * 1e9) : null),
            ("Pinned to", subject is null ? null : subject.CpuSet is { } cpus ? $"CPU {cpus}" : "not pinned"),
            ("Note", subject?.PinningNote),
            ("Environment", subject is null || subject.Environment.IsEmpty ? null : string.Join("\n", subject.Environment.Select(e => $"{e.Key}={e.Value}"))),
            ("Commit", subject?.GitCommit is { } built ? FigureText.Commit(built) : null),
            ("Ended during the run", subject?.ExitCode is { } code ? $"exit code {code}" : null),
            ("CPU", server is null || ServerWords.Busy(server) is not { } busy ? null : $"{busy}, {FigureText.Time(server.CpuMicrosPerRequest * 1e3)} per request"),
            ("Memory", server is not { KnowsMemory: true } ? null : $"{FigureText.Memory(server.MeanWorkingSetBytes)} on average, {FigureText.Memory(server.PeakWorkingSetBytes)} at most{SocketMemory.Of(result)}"),
            ("Threads", server is not { MaxThreads: > 0 } ? null : $"{FigureText.Count(server.MaxThreads)} at most"),
            ("Waited for CPU", server?.CpuWaitSeconds is > 0 and var waited ? $"{FigureText.Time(waited * 1e9)} in all its threads" : null),
            ("Throttled", server?.ThrottledPeriods is > 0 and var throttled ? $"in {FigureText.Count(throttled)} of {FigureText.Count(server.CpuPeriods ?? 0, "period")}, {FigureText.Time((server.ThrottledSeconds ?? 0) * 1e9)} in all" : null),
            ("Context switches", server?.VoluntaryContextSwitches is { } own
                ? $"{FigureText.Count(own)} voluntary, {FigureText.Count(server.InvoluntaryContextSwitches ?? 0)} involuntary" : null));
        if (server?.Runtime is { } runtime) yield return Runtime(runtime);
        if (subject is { LastOutput.IsDefaultOrEmpty: false }) yield return new TextBlock("Last lines of the program's output", string.Join('\n', subject.LastOutput));
    }

    private static FactBlock Runtime(RuntimeObservation runtime) => Facts(
    [
        ("Allocated", runtime.AllocatedBytesPerRequest is { } bytes ? $"{FigureText.Memory(bytes)} per request" : null),
        ("Heap", runtime.PeakHeapBytes is { } heap ? $"{FigureText.Memory(heap)} at most" : null),
        ("Collections", runtime.Gen0Collections is { } gen0
            ? $"{FigureText.Count(gen0)} of generation 0, {FigureText.Count(runtime.Gen1Collections ?? 0)} of 1, {FigureText.Count(runtime.Gen2Collections ?? 0)} of 2" : null),
        ("Pauses", runtime.GcPauseShare is { } share ? $"{FigureText.Percent(share, 1)} of the time" : null),
        ("Thread pool", runtime.MaxThreadPoolThreads is { } threads
            ? $"{FigureText.Count(threads, "thread")} and {FigureText.Count(runtime.MaxThreadPoolQueue ?? 0)} waiting at most" : null),
        ("Lock contentions", runtime.LockContentions is { } waits ? FigureText.Count(waits) : null),
        ("Exceptions", runtime.Exceptions is { } thrown ? FigureText.Count(thrown) : null),
        ("Methods compiled", runtime.MethodsJitted is { } methods ? FigureText.Count(methods) : null),
        ("Request durations", runtime.DurationsMissing is { } why ? $"not given: {why}" : null),
        ("Requests seen", runtime.ServerRequestsPerSecond is { } rate ? FigureText.Rate(rate) : null),
        .. runtime.Counters.Select(counter => (FigureTable.Of(counter.Key).Title, (string?)FigureTable.Of(counter.Key).Say(counter.Value))),
    ]);

    public static FactBlock Generator(RunResult result)
    {
        var generator = result.Generator;
        return Facts(
            ("Busiest worker", generator.WorkerBusy.IsDefaultOrEmpty ? null : $"{FigureText.Percent(generator.WorkerBusy.Max(), 1)} busy"),
            ("CPU", $"{FigureText.Time(generator.CpuMicrosPerRequest * 1e3)} per request"),
            ("Memory", $"{FigureText.Memory(generator.PeakWorkingSetBytes)} at most"),
            ("Garbage collections", FigureText.Count(generator.GarbageCollections)),
            ("Stalls", generator.Stalls == 0 ? "none" : $"{FigureText.Count(generator.Stalls)}, {FigureText.Time(generator.StalledSeconds * 1e9)} lost"),
            ("Scripts run in", generator.ScriptEngine),
            ("Pinned to", generator.CpuSet is { } cpus ? $"CPU {cpus}" : "not pinned"),
            ("Dyno", $"{result.Tool.Version}{(result.Tool.Commit is { } commit ? $" ({FigureText.Commit(commit)})" : "")} on {result.Tool.Runtime}"));
    }

    public static FactBlock Environment(EnvironmentRecord machine) => Facts(
        ("CPU", $"{machine.CpuModel ?? machine.Architecture}, {FigureText.Count(machine.LogicalCpus, "logical CPU")}"
            + (machine.AllowedCpus is { } allowed ? $", allowed {allowed}" : "")),
        ("Memory", machine.MemoryBytes is { } memory ? FigureText.Memory(memory) : null),
        ("System", machine.OperatingSystem + (machine.Kernel is { } kernel ? $", kernel {kernel}" : "") + $", {machine.Architecture}"),
        ("Virtualisation", machine.Virtualization),
        ("Container limits", Limits(machine)),
        ("Governor", machine.Governor),
        ("Load average before", machine.LoadAverageBefore is { } load ? FigureText.Digits(load) : null),
        ("Other processes", machine.OtherProcessesPercent is { } others ? $"{FigureText.Digits(others)} % of all CPUs" : null),
        ("Stolen by the hypervisor", machine.StealPercent is { } steal ? $"{FigureText.Digits(steal)} %" : null),
        ("Open files", machine.OpenFilesLimit is { } files ? $"at most {FigureText.Count(files)}" : null),
        ("Spoken", machine.NegotiatedProtocols.IsDefaultOrEmpty ? null : string.Join(", ", machine.NegotiatedProtocols)),
        ("Commit", machine.GitCommit is { } here ? FigureText.Commit(here) : null));

    internal static FactBlock Facts(params IEnumerable<(string Label, string? Value)> facts) =>
        new([.. facts.Where(f => !string.IsNullOrEmpty(f.Value)).Select(f => new Fact(f.Label, f.Value!))]);

    private static string WarmUp(RunResult result) => result.WarmUp switch
    {
        null => "none",
        { ReachedLevel: false } warm => $"{FigureText.Time(warm.DurationSeconds * 1e9)}, did not become level",
        { ReachedLevel: true } warm => $"{FigureText.Time(warm.DurationSeconds * 1e9)}, until the rate was level",
        var warm => $"{FigureText.Time(warm.DurationSeconds * 1e9)}, {FigureText.Rate(warm.Totals.RequestsPerSecond)}",
    };

    private static string? Limits(EnvironmentRecord machine)
    {
        var limits = new List<string>();
        if (machine.ContainerCpuLimit is { } cpus) limits.Add($"{FigureText.Digits(cpus)} CPUs");
        if (machine.ContainerMemoryLimitBytes is { } bytes) limits.Add(FigureText.Memory(bytes));
        return limits.Count == 0 ? null : string.Join(", ", limits);
    }
}
