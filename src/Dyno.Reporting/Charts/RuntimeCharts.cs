namespace Dyno.Reporting;

/// <summary>The counters of the server's runtime over time, as far as they were observed.</summary>
internal static class RuntimeCharts
{
    public static IEnumerable<Chart> Of(RuntimeObservation? runtime)
    {
        if (runtime is null || runtime.Series.IsDefaultOrEmpty || runtime.Series.Length < 2) return [];
        return ((Chart?[])
        [
            Of("heap", "server.heap", Over(p => p.HeapBytes), ChartRole.Fifth),
            Points("allocated", "Allocated per second", ChartUnit.Memory, [.. Over(p => p.AllocatedBytes)], ChartRole.Second),
            Of("pauses", "server.gcPause", Over(p => p.GcPauseSeconds), ChartRole.Third), // of one second: their share of the time
            Of("pool", "server.threads", Over(p => p.ThreadPoolThreads), ChartRole.Fourth),
            Of("queue", "server.threadPoolQueue", Over(p => p.ThreadPoolQueue), ChartRole.Bad),
            .. runtime.CounterSeries.Where(counter => counter.Value.Length == runtime.Series.Length)
                .Select(counter => Of(counter.Key.Replace('.', '-'), counter.Key, counter.Value, ChartRole.First)),
        ]).OfType<Chart>();

        IEnumerable<double?> Over(Func<RuntimePoint, double?> value) => runtime.Series.Select(value);

        Chart? Of(string id, string figure, IEnumerable<double?> values, ChartRole role)
        {
            var known = FigureTable.Of(figure);
            var (unit, factor) = ChartUnits.Of(known.Unit);
            return Points(id, known.Title, unit, [.. values.Select(value => value * factor)], role);
        }

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
