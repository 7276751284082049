namespace Dyno.Reporting;

/// <summary>The measured values of several runs over time, drawn in the same charts.</summary>
internal static class OverlayCharts
{
    public static IEnumerable<Chart?> Of(ImmutableArray<(string Name, RunResult Run)> runs)
    {
        yield return Over("rate-over", "Rate", ChartUnit.Rate, false, (phase, i) => i.Requests / phase.IntervalSeconds);
        yield return Over("p99-over", "Response time, p99", ChartUnit.Time, true, (_, i) => i.P99Nanos > 0 ? i.P99Nanos : null);
        yield return Over("failed-over", "Failed requests", ChartUnit.Count, false, (_, i) => i.FailedRequests);
        yield return Server("cpu-over", "Server CPU", ChartUnit.Cores, point => point.CpuCores);
        yield return Server("memory-over", "Server memory", ChartUnit.Memory, point => point.WorkingSetBytes);

        Chart? Over(string id, string title, ChartUnit unit, bool isLogarithmic, Func<PhaseResult, IntervalResult, double?> value)
        {
            var lines = runs.Where(run => !run.Run.Measured.Series.IsDefaultOrEmpty && run.Run.Measured.Series.Length > 1).ToList();
            if (lines.Count < 2 || (id == "failed-over" && lines.All(run => run.Run.Measured.Totals.FailedRequests == 0))) return null;
            return Chart(id, title, unit,
                lines.Select(run => (run.Name, (IReadOnlyList<(double, double?)>)[.. Whole(run.Run.Measured)
                    .Select((i, n) => ((n + 1) * run.Run.Measured.IntervalSeconds, value(run.Run.Measured, i)))])))
                with
            { IsLogarithmic = isLogarithmic, IsWide = id == "rate-over" };
        }

        Chart? Server(string id, string title, ChartUnit unit, Func<ServerPoint, double> value)
        {
            var lines = runs.Where(run => run.Run.Server is { Series: { IsDefaultOrEmpty: false, Length: > 1 } }).ToList();
            return lines.Count < 2 ? null
                : Chart(id, title, unit,
                    lines.Select(run => (run.Name, (IReadOnlyList<(double, double?)>)[.. run.Run.Server!.Series
                        .Select(p => (Math.Round(p.Seconds), (double?)value(p)))])));
        }
    }

    // The last interval is left out if the phase ended within it: its lower counts would look like a drop of the rate.
    private static IEnumerable<IntervalResult> Whole(PhaseResult phase) =>
        phase.DurationSeconds < phase.Series.Length * phase.IntervalSeconds - 0.001 ? phase.Series.SkipLast(1) : phase.Series;

    private static Chart Chart(string id, string title, ChartUnit unit, IEnumerable<(string Name, IReadOnlyList<(double At, double? Value)> Points)> runs)
    {
        var all = runs.ToList();
        ImmutableArray<double> places = [.. all.SelectMany(run => run.Points.Select(point => point.At)).Distinct().Order()];
        return new Chart
        {
            Id = id,
            Title = title,
            Summary = string.Join(" · ", all.Select(run => run.Name)),
            Axis = ChartAxis.Seconds,
            Unit = unit,
            X = places,
            Lines = [.. all.Select((run, index) => new ChartLine(run.Name, ValuesAt(places, run.Points), LatencyCurve.RoleOf(index)))],
        };
    }

    private static ImmutableArray<double?> ValuesAt(ImmutableArray<double> places, IReadOnlyList<(double At, double? Value)> points)
    {
        var known = points.DistinctBy(point => point.At).ToDictionary(point => point.At, point => point.Value);
        return [.. places.Select(at => known.GetValueOrDefault(at))];
    }
}
