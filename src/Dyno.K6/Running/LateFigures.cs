using Dyno.K6.Options;
using Dyno.K6.Recording;
using Dyno.K6.VirtualUsers;
using Dyno.Results.Runs;

namespace Dyno.K6.Running;

/// <summary>Figures that the runner counts, not the scripts: virtual users, and starts that were not made. Known when the run is over.</summary>
internal static class LateFigures
{
    private static readonly string[] Names = ["vus", "vus_max", "dropped_iterations"];

    /// <summary>Adds them to the metrics of the run.</summary>
    public static void Add(SampleLane lane, ScriptRun run, K6Options options, RunResult result)
    {
        var (metrics, now, series) = (run.Metrics, run.Clock.NowNanos, result.Measured.Series);
        var step = (long)(result.Measured.IntervalSeconds * 1e9);
        // The last interval is the tail, in which the users go home.
        for (var i = 0; i < Math.Max(series.Length - 1, Math.Min(series.Length, 1)); i++)
        {
            var at = Math.Min(run.Progress.BeganNanos + (i + 1) * step, now);
            lane.Add(metrics.Vus, series[i].ActiveVirtualUsers, at, options.Tags);
            lane.Add(metrics.VusMax, run.Progress.Initialized, at, options.Tags);
        }
    }

    /// <summary>Adds the starts that were not made: before the runner judges thresholds for the last time, some may ask for them by a tag.</summary>
    public static void AddDropped(SampleLane lane, ScriptRun run)
    {
        foreach (var scenario in run.Scenarios.Values)
            if (scenario.Dropped is > 0 and var dropped) lane.Add(run.Metrics.DroppedIterations, dropped, run.Clock.NowNanos, scenario.Tags.Remove("group"));
    }

    /// <summary>The result with the metrics that came after it had been made.</summary>
    public static RunResult AddTo(RunResult result, ScriptMetrics metrics)
    {
        // Parts of late metrics stand in it already, empty.
        var early = result.Measured.Metrics.RemoveAll(m => Names.Contains(m.Name.Split('{')[0]));
        var known = early.Select(m => m.Name).ToHashSet(StringComparer.Ordinal);
        var late = metrics.Read(TimeSpan.FromSeconds(result.Measured.DurationSeconds)).Where(m => !known.Contains(m.Name));
        return result with { Measured = result.Measured with { Metrics = early.AddRange(late) } };
    }
}
