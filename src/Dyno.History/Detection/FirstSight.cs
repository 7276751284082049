namespace Dyno.History;

/// <summary>When a change could first be seen: the series is read again as it grew, commit by commit.</summary>
internal static class FirstSight
{
    /// <summary>The place of the value with which a change in this direction was first found.</summary>
    /// <param name="start">Where the level before the change begins.</param>
    /// <param name="movement">The change; it is found with the whole series.</param>
    public static int Of(IReadOnlyList<SeriesValue> series, int start, Movement movement)
    {
        var change = movement.Change;
        for (var count = change.Earliest + ChangePoints.Fewest; count < series.Count; count++)
        {
            if (count - start < ChangePoints.FewestInAll) continue;
            SeriesValue[] known = [.. series.Skip(start).Take(count - start)];
            if (ChangePoints.Find(known).Changes.Any(found => found.Size > 0 == change.Size > 0 && IsSame(found, start, movement))) return count - 1;
        }
        return series.Count - 1;
    }

    private static bool IsSame(Change found, int start, Movement movement) =>
        found.Latest + start >= movement.Change.Earliest && found.Earliest + start <= (movement.DriftsUntil ?? movement.Change.Latest);
}
