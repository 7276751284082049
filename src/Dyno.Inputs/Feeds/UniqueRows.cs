namespace Dyno.Inputs;

/// <summary>
/// A feed whose rows may be used only once ends the run when no row is left: loops become as many iterations as there are rows, and a rate
/// must fit the number of rows. A warm-up has the last rows for itself and may use them more than once, so that the measurement has only
/// rows that were never used.
/// </summary>
internal static class UniqueRows
{
    private const int WarmUpPart = 10; // a loop needs no certain number of rows for its warm-up, so it gets the last tenth

    public static (LoadShape Shape, DataFeed? Feed) Fit(LoadShape shape, DataFeed? feed, ProblemList problems)
    {
        if (feed?.Order is not FeedOrder.Unique) return (shape, feed);
        var place = new SourcePlace(problems, "--data-order");
        var rows = feed.Rows.Length;
        if (!shape.Segment.IsWhole)
            place.Problem("processes that share a load would all use the same rows", "give each process its own part of the file, without --execution-segment");
        var needed = shape.Rate is { } rate
            ? NeededByRate(shape, rate.PerTimeUnit / rate.TimeUnit.TotalSeconds, rows, place)
            : NeededByLoops(shape, rows, place);
        if (needed is not { } iterations) return (shape, feed);
        if (shape.WarmUp > TimeSpan.Zero && iterations >= rows)
            place.Problem($"the measurement needs all {rows:N0} rows, and a warm-up needs at least one more row", "write --warmup 0, or add rows");
        if (shape.Rate is null && shape.Iterations is null)
            shape = shape with { Iterations = iterations, Duration = shape.Duration ?? LoadShape.DefaultMaxDuration };
        return (shape, feed with { WarmUpRows = shape.WarmUp > TimeSpan.Zero ? (int)Math.Max(0, rows - iterations) : 0 });
    }

    private static long? NeededByLoops(LoadShape shape, int rows, SourcePlace place)
    {
        if (shape.Iterations is not { } iterations) return shape.WarmUp > TimeSpan.Zero ? rows - Math.Max(1, rows / WarmUpPart) : rows;
        if (iterations <= rows) return iterations;
        place.Problem($"{iterations:N0} iterations need as many rows, but the data has {rows:N0}", $"write -i {rows}, or add rows");
        return null;
    }

    private static long? NeededByRate(LoadShape shape, double perSecond, int rows, SourcePlace place)
    {
        var starts = Math.Ceiling(perSecond * (shape.Duration ?? LoadShape.DefaultDuration).TotalSeconds);
        if (starts <= rows) return (long)starts;
        place.Problem($"the rate starts {starts:N0} iterations, but the data has {rows:N0} rows", $"write -d {Math.Max(1, Math.Floor(rows / perSecond)):0}s, or add rows");
        return null;
    }
}
