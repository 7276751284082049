using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Results.Merging;

/// <summary>Runs by when they were under way: what overlaps in time is a wave, and waves stand one after the other.</summary>
internal static class Waves
{
    private const double StartsApart = 0.1;

    /// <summary>By their start; runs of a wave too.</summary>
    public static List<ImmutableArray<RunResult>> Of(IEnumerable<RunResult> runs)
    {
        var waves = new List<ImmutableArray<RunResult>>();
        foreach (var run in runs.OrderBy(run => run.StartedAt).ThenBy(run => run.Id, StringComparer.Ordinal))
            if (waves.Count > 0 && waves[^1].Max(other => other.EndedAt) > run.StartedAt) waves[^1] = waves[^1].Add(run);
            else waves.Add([run]);
        return waves;
    }

    /// <summary>
    /// How long a wave took, in seconds: as long as its longest run, because generators that are meant to run together start a
    /// little apart; from the first start to the last end where one starts later than a tenth of its own time.
    /// </summary>
    /// <param name="wave">Runs that overlap.</param>
    /// <param name="seconds">How long a run took.</param>
    public static double LengthOf(ImmutableArray<RunResult> wave, Func<RunResult, double> seconds)
    {
        var first = wave.Min(MeasuredFrom);
        return wave.Max(run => seconds(run) + ((MeasuredFrom(run) - first).TotalSeconds is var later && later > seconds(run) * StartsApart ? later : 0));
    }

    /// <summary>How many intervals after the first of its wave a run was measured.</summary>
    public static int OffsetOf(RunResult run, ImmutableArray<RunResult> wave, double interval) =>
        (int)Math.Round((MeasuredFrom(run) - wave.Min(MeasuredFrom)).TotalSeconds / interval);

    /// <summary>Runs of a wave that were under way at one moment: as many together as there ever were, each at least once.</summary>
    public static List<ImmutableHashSet<RunResult>> Together(ImmutableArray<RunResult> wave)
    {
        var sets = wave.Select(run => wave.Where(other => other == run || (other.StartedAt <= run.StartedAt && other.EndedAt > run.StartedAt))
            .ToImmutableHashSet<RunResult>(ReferenceEqualityComparer.Instance)).ToList();
        return sets.FindAll(set => !sets.Exists(other => set.IsProperSubsetOf(other)));
    }

    private static DateTimeOffset MeasuredFrom(RunResult run) => run.StartedAt + TimeSpan.FromSeconds(run.WarmUp?.DurationSeconds ?? 0);
}
