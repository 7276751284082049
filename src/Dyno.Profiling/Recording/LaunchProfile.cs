namespace Dyno.Profiling;

/// <summary>What was recorded of one launch of a program, by stacks with names.</summary>
public sealed record LaunchProfile
{
    /// <summary>CPU samples; null when none could be taken.</summary>
    public StackTally? Samples { get; init; }

    /// <summary>Allocated bytes, an estimate from samples; the innermost frame is the type.</summary>
    public required StackTally Allocations { get; init; }

    /// <summary>Thrown exceptions, contentions and waits; the innermost frame says which.</summary>
    public required StackTally Events { get; init; }

    /// <summary>Requests that the program answered while allocations and events were recorded.</summary>
    public long EventRequests { get; init; }

    /// <summary>Whether inlined calls are known.</summary>
    public required bool KnowsInlining { get; init; }

    /// <summary>The source of the user's methods, by their names. It is read with the launch, whose files may be gone afterwards.</summary>
    internal IReadOnlyDictionary<string, SourceLines> Sources { get; init; } = ImmutableDictionary<string, SourceLines>.Empty;

    /// <summary>The trace of the runtime's sample profiler, for other tools; null where another sampler was used.</summary>
    public string? TraceFile { get; init; }

    /// <summary>Whether a file of the recording was damaged, so that something is missing.</summary>
    public required bool IsDamaged { get; init; }

    internal static LaunchProfile Read(RecordedProgram program, SamplerRung rung)
    {
        var rundown = new RundownReader();
        TryRead(Path.Combine(Path.GetDirectoryName(program.Names!.File)!, $"start-{program.Id}.nettrace"), rundown.Read); // still being written
        var isDamaged = !TryRead(program.Names.File, rundown.Read);
        using var symbols = new ProcessSymbols(rundown, program.Ranges);
        var builder = new StackBuilder(symbols, KernelSymbols.OfThisMachine);
        var samples = program.Samples is { } taken ? builder.Fold(taken) : null;
        if (rung == SamplerRung.Runtime && program.Sampling is { } sampling)
            isDamaged |= !TryRead(sampling.File, trace => samples = EventStacks.ManagedSamples(trace, builder));
        var events = new EventStacks(builder);
        if (program.Events is { } session) isDamaged |= !TryRead(session.File, events.Read);
        return new LaunchProfile
        {
            Samples = samples,
            Allocations = events.Allocations,
            Events = events.Others,
            KnowsInlining = symbols.KnowsInlining,
            Sources = SourceLines.OfAll(symbols.Places),
            TraceFile = program.Sampling?.File,
            IsDamaged = isDamaged,
        };
    }

    private static bool TryRead(string file, Action<Stream> read)
    {
        try
        {
            using var trace = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1 << 20);
            read(trace);
            return true;
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            return false;
        }
    }
}
