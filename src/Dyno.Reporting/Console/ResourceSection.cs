namespace Dyno.Reporting;

/// <summary>The resources that the run used on both sides, and the machine it ran on.</summary>
internal static class ResourceSection
{
    public static IRenderable? Of(RunResult result, ReportStyle style) => style.IsFull ? Of(result)
        : result.Server is { } server ? ConsoleSection.Labelled("Server", [Short(result, server), .. Managed(server), .. Notes(server)]) : null;

    private static IRenderable Of(RunResult result) => ConsoleSection.Rows(
    [
        ("Server", result.Server is { } server ? Server(result, server) : new Line().Quiet("not observed: the server runs elsewhere, or its process is not visible")),
        .. (result.Server is { } seen ? [.. Managed(seen), .. Notes(seen)] : Array.Empty<Line>()).Select(line => ("", (IRenderable)line)),
        .. (result.Server?.Instances ?? []).Select((instance, i) => ($"Instance {i + 1}", Instance(instance))),
        ("Generator", Generator(result.Generator)),
        ("Machine", Machine(result.Environment)),
    ]);

    // Of a server elsewhere only what it gives.
    private static Line Elsewhere(RunResult result, ServerObservation server)
    {
        var parts = new List<string>();
        if (ServerWords.Busy(server) is { } busy) parts.Add($"{busy}, {FigureText.Time(server.CpuMicrosPerRequest * 1e3)} of CPU per request");
        if (server.KnowsMemory)
            parts.Add($"memory {FigureText.Memory(server.MeanWorkingSetBytes)}, at most {FigureText.Memory(server.PeakWorkingSetBytes)}{SocketMemory.Of(result)}");
        if (server.MaxThreads > 0) parts.Add(FigureText.Count(server.MaxThreads, "thread"));
        return Line.Of(parts.Count == 0 ? "neither its CPU time nor its memory is known" : string.Join("; ", parts)).Quiet($"; by {server.Source}");
    }

    private static IEnumerable<Line> Notes(ServerObservation server)
    {
        foreach (var note in server.SourceNotes.IsDefault ? [] : server.SourceNotes) yield return new Line().Doubtful(note);
        if (ServerWords.Missing(server) is { } missing) yield return new Line().Doubtful(missing);
    }

    private static Line Server(RunResult result, ServerObservation server) => server.Source is not null ? Elsewhere(result, server) :
        Line.Of($"{Found(server)}{FigureText.Digits(server.CpuCores)} of {FigureText.Count(server.AvailableCpus, "CPU")}, ")
            .Strong($"{FigureText.Time(server.CpuMicrosPerRequest * 1e3)} of CPU per request")
            .Plain($"; memory {FigureText.Memory(server.MeanWorkingSetBytes)}, at most {FigureText.Memory(server.PeakWorkingSetBytes)}{SocketMemory.Of(result)}; {FigureText.Count(server.MaxThreads, "thread")}")
            .Doubtful(Missing(server));

    private static Line Short(RunResult result, ServerObservation server) => server.Source is not null ? Elsewhere(result, server) :
        Line.Of($"{FigureText.Digits(server.CpuCores)} of {FigureText.Count(server.AvailableCpus, "CPU")}, {FigureText.Time(server.CpuMicrosPerRequest * 1e3)} of CPU per request; "
            + $"memory {FigureText.Memory(server.MeanWorkingSetBytes)}{SocketMemory.Of(result)}").Doubtful(Missing(server));

    private static string Found(ServerObservation server) => server.ProcessName is not { } name ? ""
        : $"{name} (process {server.ProcessId}{(server.ForwardedBy is { } by ? $", behind {by}" : "")}), ";

    private static string Missing(ServerObservation server) => server.RuntimeMissing is { } why ? $"; .NET runtime not observed: {why}" : "";

    // What the program allocates is work that no other machine or load changes, so it stands on the first screen.
    private static IEnumerable<Line> Managed(ServerObservation server)
    {
        if (server.Runtime is not { AllocatedBytesPerRequest: { } allocated } runtime) yield break;
        var pauses = runtime.GcPauseShare is { } share ? $"; {FigureText.Percent(share, 1)} of the time in GC pauses" : "";
        yield return Line.Of($"allocates {FigureText.Memory(allocated)} per request{pauses}");
    }

    private static Line Instance(InstanceObservation instance) =>
        Line.Of($"{FigureText.Digits(instance.CpuCores)} CPUs; memory {FigureText.Memory(instance.MeanWorkingSetBytes)}, at most {FigureText.Memory(instance.PeakWorkingSetBytes)}"
            + (instance.ServedRequests is { } served ? $"; {FigureText.Count(served)} requests, warm-up included" : "")).Quiet($"; {instance.Url}");

    private static Line Generator(GeneratorRecord generator)
    {
        var busy = generator.WorkerBusy.IsDefaultOrEmpty ? "" : $"busiest worker {FigureText.Percent(generator.WorkerBusy.Max(), 1)} busy, ";
        var line = Line.Of($"{busy}{FigureText.Time(generator.CpuMicrosPerRequest * 1e3)} of CPU per request; "
            + $"memory at most {FigureText.Memory(generator.PeakWorkingSetBytes)}; {FigureText.Count(generator.GarbageCollections)} GCs"
            + (generator.ScriptEngine is { } engine ? $"; scripts in {engine}" : ""));
        return generator.Stalls == 0
            ? line
            : line.Doubtful($"; {FigureText.Count(generator.Stalls, "stall")}, {FigureText.Time(generator.StalledSeconds * 1e9)} lost");
    }

    private static Line Machine(EnvironmentRecord machine)
    {
        var facts = new List<string> { $"{machine.CpuModel ?? machine.Architecture}, {FigureText.Count(machine.LogicalCpus, "CPU")}" };
        if (machine.MemoryBytes is { } memory) facts.Add(FigureText.Memory(memory));
        facts.Add(machine.OperatingSystem);
        if (machine.LoadAverageBefore is { } load) facts.Add($"load average before {FigureText.Digits(load)}");
        if (machine.OtherProcessesPercent is { } others) facts.Add($"other processes {FigureText.Digits(others)} %");
        if (machine.StealPercent is > 0.5 and var steal) facts.Add($"stolen {FigureText.Digits(steal)} %");
        return new Line().Quiet(string.Join("; ", facts));
    }
}
