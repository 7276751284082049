namespace Dyno.Http;

/// <summary>Rows of texts that fill the <c>{{column}}</c> slots of requests: each iteration takes one row for all its requests.</summary>
public sealed record DataFeed
{
    /// <summary>Column names, unique.</summary>
    public required ImmutableArray<string> Columns { get; init; }

    /// <summary>The rows, at least one; each row has one text per column.</summary>
    public required ImmutableArray<ImmutableArray<string>> Rows { get; init; }

    /// <summary>
    /// Number of rows at the end that are reserved for the warm-up, which repeats them when it needs more. Used only by
    /// <see cref="FeedOrder.Unique"/>. Default 0: a warm-up takes rows as the measurement does.
    /// </summary>
    public int WarmUpRows { get; init; }

    /// <summary>Order of the rows. Default: sequential, from the first row again after the last.</summary>
    public FeedOrder Order { get; init; }
}

/// <summary>Order in which rows are taken.</summary>
public enum FeedOrder
{
    /// <summary>In order; with several workers, worker w of W takes the rows w, w + W, …</summary>
    Sequential,

    /// <summary>At random, from the run's seed.</summary>
    Random,

    /// <summary>
    /// In order over all workers together, no row twice. The plan must end before the rows are used up; otherwise the rows are
    /// taken from the first one again. A warm-up may have its own rows: <see cref="DataFeed.WarmUpRows"/>.
    /// </summary>
    Unique,

    /// <summary>Virtual user n always takes row n; with more virtual users than rows, the rows repeat from the first.</summary>
    PerUser,
}
