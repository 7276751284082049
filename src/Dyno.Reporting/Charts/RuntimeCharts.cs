using Dyno.Results.Runs;

namespace Dyno.Reporting.Charts;

/// <summary>The counters of the server's runtime over time, as far as they were observed.</summary>
internal static class RuntimeCharts
{
    public static IEnumerable<Chart> Of(RuntimeObservation? runtime)
    {
        if (runtime is null || runtime.Series.IsDefaultOrEmpty || runtime.Series.Length < 2) return [];
        return new[]
        {
            Over("heap", "GC heap", ChartUnit.Memory, p => p.HeapBytes, ChartRole.Fifth),
            Over("allocated", "Allocated per second", ChartUnit.Memory, p => p.AllocatedBytes, ChartRole.Second),
            Over("pauses", "GC pauses per second", ChartUnit.Time, p => p.GcPauseSeconds * 1e9, ChartRole.Third),
            Over("pool", "Thread-pool threads", ChartUnit.Count, p => p.ThreadPoolThreads, ChartRole.Fourth),
            Over("queue", "Thread-pool queue", ChartUnit.Count, p => p.ThreadPoolQueue, ChartRole.Bad),
        }.OfType<Chart>();

        Chart? Over(string id, string title, ChartUnit unit, Func<RuntimePoint, double?> value, ChartRole role)
        {
            if (runtime.Series.All(p => value(p) is null)) return null;
            var begin = runtime.Series[0].Seconds;
            return new Chart
            {
                Id = id,
                Title = title,
                Summary = begin < 0 ? "the warm-up is shaded" : "counted by the runtime",
                Axis = ChartAxis.Seconds,
                Unit = unit,
                X = [.. runtime.Series.Select(p => p.Seconds)],
                Lines = [new ChartLine(title, [.. runtime.Series.Select(value)], role)],
                Bands = begin < 0 ? [new ChartBand(begin, 0, "warm-up")] : [],
            };
        }
    }
}
