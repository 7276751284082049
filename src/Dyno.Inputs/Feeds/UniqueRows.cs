using Dyno.Http.Requests;
using Dyno.Inputs.Loads;
using Dyno.Inputs.Problems;

namespace Dyno.Inputs.Feeds;

/// <summary>
/// A feed whose rows may be used once ends the run when they are used up: loops become that many iterations, a rate must
/// fit into them.
/// </summary>
internal static class UniqueRows
{
    public static LoadShape Fit(LoadShape shape, DataFeed? feed, ProblemList problems)
    {
        if (feed?.Order is not FeedOrder.Unique) return shape;
        var place = new SourcePlace(problems, "--data-order");
        var rows = feed.Rows.Length;
        if (!shape.Segment.IsWhole)
            place.Problem("processes that share a load would each use the same rows", "give each its own part of the file, without --execution-segment");
        return shape.Rate is { } rate ? FitRate(shape, rate.PerTimeUnit / rate.TimeUnit.TotalSeconds, rows, place) : FitLoops(shape, rows, place);
    }

    private static LoadShape FitLoops(LoadShape shape, int rows, SourcePlace place)
    {
        if (shape.WarmUp > TimeSpan.Zero)
            place.Problem("a warm-up would use up rows that may be used once", "write --warmup 0, or another --data-order");
        if (shape.Iterations is { } iterations)
        {
            if (iterations > rows) place.Problem($"{iterations:N0} iterations need as many rows, and there are {rows:N0}", $"write -i {rows}, or add rows");
            return shape;
        }

        return shape with { Iterations = rows, Duration = shape.Duration ?? LoadShape.DefaultMaxDuration };
    }

    private static LoadShape FitRate(LoadShape shape, double perSecond, int rows, SourcePlace place)
    {
        var starts = Math.Ceiling(perSecond * (shape.WarmUp + (shape.Duration ?? LoadShape.DefaultDuration)).TotalSeconds);
        if (starts > rows)
            place.Problem($"the rate starts {starts:N0} iterations, warm-up included, and there are {rows:N0} rows",
                $"write -d {Math.Max(1, Math.Floor(rows / perSecond - shape.WarmUp.TotalSeconds)):0}s, or add rows");
        return shape;
    }
}
