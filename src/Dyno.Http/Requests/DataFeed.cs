using System.Collections.Immutable;

namespace Dyno.Http.Requests;

/// <summary>
/// Rows of texts that fill the <c>{{column}}</c> slots of a request: each iteration takes one row, for all its requests.
/// </summary>
public sealed record DataFeed
{
    /// <summary>Column names, unique.</summary>
    public required ImmutableArray<string> Columns { get; init; }

    /// <summary>At least one row; each has a text per column.</summary>
    public required ImmutableArray<ImmutableArray<string>> Rows { get; init; }

    /// <summary>
    /// The last rows, kept for the warm-up, which begins with them again when it needs more; only
    /// <see cref="FeedOrder.Unique"/> keeps any. Default: none, and a warm-up takes rows as the measurement does.
    /// </summary>
    public int WarmUpRows { get; init; }

    /// <summary>Which row comes next. Default: in order, from the top again after the last.</summary>
    public FeedOrder Order { get; init; }
}

/// <summary>How rows are taken.</summary>
public enum FeedOrder
{
    /// <summary>In order; with several workers, worker w of W takes the rows w, w + W, …</summary>
    Sequential,

    /// <summary>At random, from the run's seed.</summary>
    Random,

    /// <summary>
    /// In order over all workers together, no row twice: the plan has to end when the rows are used up, otherwise they
    /// begin from the top again. A warm-up has rows of its own: <see cref="DataFeed.WarmUpRows"/>.
    /// </summary>
    Unique,

    /// <summary>Virtual user n always takes row n; with more virtual users than rows they begin from the top again.</summary>
    PerUser,
}
