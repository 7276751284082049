namespace Dyno.Experiments;

/// <summary>A chart of one variant second by second, from the trial with the median figure.</summary>
/// <param name="Measure">The experiment, the variant and the cell.</param>
public sealed record StudyChart(string Says, Measure Measure, StudySeries Series);

/// <summary>One kind of figures that a chart draws.</summary>
/// <param name="Name">As written in files.</param>
/// <param name="Unit">The unit in words, for the axis.</param>
/// <param name="Of">Reads the figure of a point; null where it was not observed.</param>
public sealed record StudySeries(string Name, string Unit, Func<TrialPoint, double?> Of)
{
    private const double Mebibyte = 1024 * 1024;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<StudySeries> All { get; } =
    [
        new("rate", "requests a second", p => p.Rate),
        new("p99", "ms", p => p.P99Nanos / 1e6),
        new("cpu", "CPUs", p => p.CpuCores),
        new("memory", "MiB", p => p.WorkingSetBytes / Mebibyte),
        new("threads", "thread-pool threads", p => p.ThreadPoolThreads),
        new("queue", "waiting work items", p => p.ThreadPoolQueue),
    ];
}
