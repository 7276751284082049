using System.Collections.Immutable;
using Dyno.Metrics.Figures;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Charts;

/// <summary>The counters of the server's runtime over time, as far as they were observed.</summary>
internal static class RuntimeCharts
{
    public static IEnumerable<Chart> Of(RuntimeObservation? runtime)
    {
        if (runtime is null || runtime.Series.IsDefaultOrEmpty || runtime.Series.Length < 2) return [];
        return ((Chart?[])
        [
            Over("heap", "GC heap", ChartUnit.Memory, p => p.HeapBytes, ChartRole.Fifth),
            Over("allocated", "Allocated per second", ChartUnit.Memory, p => p.AllocatedBytes, ChartRole.Second),
            Over("pauses", "GC pauses per second", ChartUnit.Time, p => p.GcPauseSeconds * 1e9, ChartRole.Third),
            Over("pool", "Thread-pool threads", ChartUnit.Count, p => p.ThreadPoolThreads, ChartRole.Fourth),
            Over("queue", "Thread-pool queue", ChartUnit.Count, p => p.ThreadPoolQueue, ChartRole.Bad),
            .. runtime.CounterSeries.Where(counter => counter.Value.Length == runtime.Series.Length).Select(OfCounter),
        ]).OfType<Chart>();

        Chart? OfCounter(KeyValuePair<string, ImmutableArray<double?>> counter)
        {
            var figure = FigureTable.Of(counter.Key);
            var (unit, factor) = ChartUnits.Of(figure.Unit);
            return Points(counter.Key.Replace('.', '-'), figure.Title, unit, [.. counter.Value.Select(value => value * factor)], ChartRole.First);
        }

        Chart? Over(string id, string title, ChartUnit unit, Func<RuntimePoint, double?> value, ChartRole role) =>
            Points(id, title, unit, [.. runtime.Series.Select(value)], role);

        Chart? Points(string id, string title, ChartUnit unit, ImmutableArray<double?> values, ChartRole role)
        {
            if (values.All(value => value is null)) return null;
            var begin = runtime.Series[0].Seconds;
            return new Chart
            {
                Id = id,
                Title = title,
                Summary = begin < 0 ? "the warm-up is shaded" : "counted by the runtime",
                Axis = ChartAxis.Seconds,
                Unit = unit,
                X = [.. runtime.Series.Select(p => p.Seconds)],
                Lines = [new ChartLine(title, values, role)],
                Bands = begin < 0 ? [new ChartBand(begin, 0, "warm-up")] : [],
            };
        }
    }
}
