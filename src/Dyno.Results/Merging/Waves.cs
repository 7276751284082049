namespace Dyno.Results;

/// <summary>Groups runs by time: runs that overlap make a wave, and the waves follow one another.</summary>
internal static class Waves
{
    private const double StartsApart = 0.1;

    /// <summary>The waves in the order of their start; the runs of a wave are in the same order.</summary>
    public static List<ImmutableArray<RunResult>> Of(IEnumerable<RunResult> runs)
    {
        var waves = new List<ImmutableArray<RunResult>>();
        foreach (var run in runs.OrderBy(run => run.StartedAt).ThenBy(run => run.Id, StringComparer.Ordinal))
            if (waves.Count > 0 && waves[^1].Max(other => other.EndedAt) > run.StartedAt) waves[^1] = waves[^1].Add(run);
            else waves.Add([run]);
        return waves;
    }

    /// <summary>
    /// Length of a wave in seconds: that of its longest run, because generators that are meant to run together start a little apart.
    /// A run that starts later than a tenth of its own time after the first run counts with this delay.
    /// </summary>
    /// <param name="wave">Runs that overlap.</param>
    /// <param name="seconds">Gives the length of a run, in seconds.</param>
    public static double LengthOf(ImmutableArray<RunResult> wave, Func<RunResult, double> seconds)
    {
        var first = wave.Min(MeasuredFrom);
        return wave.Max(run => seconds(run) + ((MeasuredFrom(run) - first).TotalSeconds is var later && later > seconds(run) * StartsApart ? later : 0));
    }

    /// <summary>The number of intervals between the first measurement of the wave and the measurement of a run.</summary>
    public static int OffsetOf(RunResult run, ImmutableArray<RunResult> wave, double interval) =>
        (int)Math.Round((MeasuredFrom(run) - wave.Min(MeasuredFrom)).TotalSeconds / interval);

    /// <summary>The groups of runs of a wave that were under way at one moment: each group is as large as possible, and each run is in at least one.</summary>
    public static List<ImmutableHashSet<RunResult>> Together(ImmutableArray<RunResult> wave)
    {
        var sets = wave.Select(run => wave.Where(other => other == run || (other.StartedAt <= run.StartedAt && other.EndedAt > run.StartedAt))
            .ToImmutableHashSet<RunResult>(ReferenceEqualityComparer.Instance)).ToList();
        return sets.FindAll(set => !sets.Exists(other => set.IsProperSubsetOf(other)));
    }

    private static DateTimeOffset MeasuredFrom(RunResult run) => run.StartedAt + TimeSpan.FromSeconds(run.WarmUp?.DurationSeconds ?? 0);
}
