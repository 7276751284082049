namespace Dyno.Profiling;

/// <summary>
/// Profiles running programs: names of methods from the beginning, CPU samples for a time, events for a time. The caller loads the programs
/// meanwhile. Disposing it releases everything, whatever has happened.
/// </summary>
public sealed class ProfileRecorder : IAsyncDisposable
{
    private readonly ImmutableArray<RecordedProgram> _programs;
    private readonly SamplerRung _best;
    private PerfSampler? _sampler;

    private ProfileRecorder(ImmutableArray<RecordedProgram> programs, SamplerRung best) => (_programs, _best) = (programs, best);

    /// <summary>Which sampler was found, once <see cref="StartSamplesAsync"/> has been called.</summary>
    public SamplerRung Rung { get; private set; } = SamplerRung.Events;

    /// <summary>Why it is no better one; null when it is the best.</summary>
    public string? WhyNotBetter { get; private set; }

    /// <summary>Samples that were lost for want of room.</summary>
    public long Lost => (_sampler?.Lost ?? 0) + _programs.Sum(p => p.Samples?.Dropped ?? 0);

    /// <summary>
    /// The variables of a program that is to be profiled: it names all methods, and writes a trace from its start, because what it makes at run
    /// time, such as the delegates of endpoints, is compiled before it answers.
    /// </summary>
    /// <param name="folder">The folder that <see cref="BeginAsync"/> gets.</param>
    public static ImmutableSortedDictionary<string, string> Variables(ImmutableSortedDictionary<string, string> environment, string folder) => environment
        .SetItem("DOTNET_RichDebugInfo", "1").SetItem("DOTNET_EnableEventPipe", "1").SetItem("DOTNET_EventPipeOutputStreaming", "1")
        .SetItem("DOTNET_EventPipeOutputPath", Path.Combine(folder, "start-{pid}.nettrace")).SetItem("DOTNET_EventPipeConfig", TraceProviders.Compiled);

    /// <summary>Begins to note the names of the programs' methods. Call it before the warm-up: inlined calls are told only as methods are compiled.</summary>
    /// <param name="programs">The .NET processes; null for one that has none.</param>
    /// <param name="folder">Where the traces are written.</param>
    /// <param name="best">The best rung of the ladder that may be taken.</param>
    public static async Task<ProfileRecorder> BeginAsync(
        ImmutableArray<int?> programs, string folder, SamplerRung best, CancellationToken cancellation)
    {
        var begun = ImmutableArray.CreateBuilder<RecordedProgram>();
        foreach (var (index, id) in programs.Index())
        {
            var program = new RecordedProgram(id, Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{index}")));
            begun.Add(program);
            if (id is not { } process) continue;
            program.Names = await TraceSession.BeginAsync(process, TraceProviders.Names, hasRundown: true, program.FileOf("names"), cancellation);
        }
        return new ProfileRecorder(begun.ToImmutable(), best);
    }

    private IEnumerable<RecordedProgram> Known => _programs.Where(p => p.Names is not null);

    /// <summary>Begins to take CPU samples, by the best sampler that this machine allows.</summary>
    public async Task StartSamplesAsync(CancellationToken cancellation)
    {
        ImmutableArray<int> processes = [.. Known.Select(p => p.Id!.Value)];
        _sampler = PerfSampler.Open(processes, _best, out var whyNot);
        WhyNotBetter = whyNot.Length > 0 ? whyNot : null;
        if (_sampler is not null)
        {
            Rung = _sampler.Rung;
            _sampler.Start();
            return;
        }
        if (_best > SamplerRung.Runtime) return;
        foreach (var program in Known)
            program.Sampling = await TraceSession.BeginAsync(program.Id!.Value, TraceProviders.Samples, hasRundown: true, program.SamplesFile, cancellation);
        if (Known.Any(p => p.Sampling is not null)) Rung = SamplerRung.Runtime;
    }

    /// <summary>Ends the CPU samples.</summary>
    public async Task StopSamplesAsync()
    {
        _sampler?.Stop();
        foreach (var program in Known)
        {
            program.Ranges = CodeRanges.OfProcess(program.Id!.Value);
            if (_sampler is not null) program.Samples = _sampler.SamplesOf(program.Id.Value);
        }
        await Task.WhenAll(Known.Select(p => p.Sampling?.EndAsync() ?? Task.CompletedTask));
    }

    /// <summary>Begins to record allocations, exceptions, contentions and waits.</summary>
    public async Task StartEventsAsync(CancellationToken cancellation)
    {
        foreach (var program in Known)
            program.Events = await TraceSession.BeginAsync(program.Id!.Value, TraceProviders.Events, hasRundown: false, program.FileOf("events"), cancellation);
    }

    /// <summary>Ends these events.</summary>
    public Task StopEventsAsync() => Task.WhenAll(Known.Select(p => p.Events?.EndAsync() ?? Task.CompletedTask));

    /// <summary>
    /// Ends everything, and gives the stacks of each program, in the order in which they were given; null for one that could not be profiled.
    /// </summary>
    public async Task<ImmutableArray<LaunchProfile?>> FinishAsync()
    {
        foreach (var program in Known) await program.Names!.EndAsync(); // one after the other: a rundown takes a whole CPU
        return [.. _programs.Select(p => p.Names is null ? null : LaunchProfile.Read(p, Rung))];
    }

    /// <summary>Ends what still continues.</summary>
    public async ValueTask DisposeAsync()
    {
        _sampler?.Dispose();
        foreach (var program in _programs) await program.DisposeAsync();
    }
}
