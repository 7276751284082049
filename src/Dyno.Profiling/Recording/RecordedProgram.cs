namespace Dyno.Profiling;

/// <summary>One program that is profiled, with what was recorded of it.</summary>
/// <param name="id">Its process; null when no .NET process was found.</param>
internal sealed class RecordedProgram(int? id, string prefix) : IAsyncDisposable
{
    public int? Id => id;

    /// <summary>The session that names methods; null when the program has no diagnostics.</summary>
    public TraceSession? Names { get; set; }

    /// <summary>The session of the runtime's sample profiler.</summary>
    public TraceSession? Sampling { get; set; }

    /// <summary>The session of allocations and other events.</summary>
    public TraceSession? Events { get; set; }

    public SampleStore? Samples { get; set; }

    /// <summary>The executable memory behind the samples.</summary>
    public CodeRanges Ranges { get; set; } = CodeRanges.Parse("");

    public string FileOf(string kind) => $"{prefix}-{kind}.nettrace";

    /// <summary>The file of the sample profiler. It stays until the end, so each launch has its own.</summary>
    public string SamplesFile => FileOf(string.Create(CultureInfo.InvariantCulture, $"samples-{id}"));

    public async ValueTask DisposeAsync()
    {
        foreach (var session in (TraceSession?[])[Names, Sampling, Events])
            if (session is not null) await session.DisposeAsync();
    }
}
