using System.Text.Json.Serialization;

namespace Dyno.Load;

/// <summary>The state of a server under load at its last sample. Values that are not known are null.</summary>
public sealed record ServerMoment
{
    private const double MillisPerSecond = 1000;

    /// <summary>CPUs that the server kept busy since the sample before.</summary>
    public double? CpuCores { get; init; }

    /// <summary>CPUs that the server may use.</summary>
    public int? AvailableCpus { get; init; }

    /// <summary>Resident memory, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    public int? Threads { get; init; }

    /// <summary>GC heap, in bytes.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>Time in the last second during which the garbage collector suspended all threads, in milliseconds.</summary>
    public double? GcPauseMillis { get; init; }

    public double? ThreadPoolThreads { get; init; }

    /// <summary>Work items that wait for a thread of the pool.</summary>
    public double? ThreadPoolQueue { get; init; }

    /// <summary>Further figures of the last second, by the names of <see cref="Dyno.Metrics.FigureTable"/>.</summary>
    public ImmutableSortedDictionary<string, double> Counters { get; init; } = ImmutableSortedDictionary.Create<string, double>(StringComparer.Ordinal);

    /// <summary>All figures of the last second, by the names of <see cref="Dyno.Metrics.FigureTable"/>.</summary>
    [JsonIgnore]
    public ImmutableSortedDictionary<string, double> Figures
    {
        get
        {
            var figures = Counters.ToBuilder();
            Add("server.cpu", CpuCores);
            Add("server.workingSet", WorkingSetBytes);
            Add("server.peakWorkingSet", WorkingSetBytes);
            Add("server.heap", HeapBytes);
            Add("server.gcPause", GcPauseMillis / MillisPerSecond);
            Add("server.threads", ThreadPoolThreads);
            Add("server.threadPoolQueue", ThreadPoolQueue);
            return figures.ToImmutable();

            void Add(string name, double? value)
            {
                if (value is { } known && double.IsFinite(known)) figures[name] = known;
            }
        }
    }
}
