using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Studies;

/// <summary>A variant second by second, in the trial that lies in the middle.</summary>
/// <param name="Says">What it shows.</param>
/// <param name="Measure">Names the experiment, the variant and the cell.</param>
/// <param name="Series">What is drawn.</param>
public sealed record StudyChart(string Says, Measure Measure, StudySeries Series);

/// <summary>What a chart draws.</summary>
/// <param name="Name">As written in files.</param>
/// <param name="Unit">In words, for its axis.</param>
/// <param name="Of">Reads it; null where it was not observed.</param>
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
        new("threads", "threads of the pool", p => p.ThreadPoolThreads),
        new("queue", "work items that wait", p => p.ThreadPoolQueue),
    ];
}
