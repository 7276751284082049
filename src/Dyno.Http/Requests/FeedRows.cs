namespace Dyno.Http;

/// <summary>
/// Gives the rows of a feed to the virtual users of one worker at the start of their iterations. Each worker has its own
/// object, called by one thread at a time; allocates no memory.
/// </summary>
internal sealed class FeedRows
{
    private readonly int _rows;
    private readonly int _warmUpRows;
    private readonly FeedOrder _order;
    private readonly FeedProgress _progress;
    private readonly WorkerContext _context;
    private readonly Random _random;
    private long _next;
    private bool _isWarmUp;

    /// <param name="feed">The feed; null: every row is 0.</param>
    /// <param name="progress">The progress that all workers of the scenario share.</param>
    public FeedRows(DataFeed? feed, FeedProgress progress, WorkerContext context)
    {
        (_rows, _order) = (feed?.Rows.Length ?? 1, feed?.Order ?? default);
        _warmUpRows = feed?.WarmUpRows ?? 0;
        (_progress, _context, _next) = (progress, context, context.Index);
        _random = new Random(unchecked((int)(context.Seed ^ (context.Seed >> 32)))); // seeded, so that a run can be repeated
    }

    /// <summary>Called when a phase of the worker begins.</summary>
    public void Begin(WorkerPhase phase) => _isWarmUp = phase.IsWarmUp;

    /// <summary>The row of the next iteration.</summary>
    /// <param name="user">Index of the virtual user in its worker.</param>
    public int Take(int user) => _order switch
    {
        FeedOrder.Random => _random.Next(_rows),
        FeedOrder.Unique => TakeUnique(),
        FeedOrder.PerUser => (int)(((long)user * _context.Count + _context.Index) % _rows),
        _ => TakeStriped(),
    };

    private int TakeUnique() => _isWarmUp && _warmUpRows > 0
        ? _rows - _warmUpRows + (int)(_progress.TakeNextOfWarmUp() % _warmUpRows)
        : (int)(_progress.TakeNext() % _rows);

    private int TakeStriped()
    {
        var row = (int)(_next % _rows);
        _next += _context.Count;
        return row;
    }
}

/// <summary>Number of rows that all workers of a scenario have taken together. Thread-safe.</summary>
internal sealed class FeedProgress
{
    private long _taken;
    private long _takenByWarmUp;

    /// <summary>The number of the next row, from 0. Costs one atomic addition per iteration, only for <see cref="FeedOrder.Unique"/>.</summary>
    public long TakeNext() => Interlocked.Increment(ref _taken) - 1;

    /// <summary>The number of the next row reserved for the warm-up, from 0.</summary>
    public long TakeNextOfWarmUp() => Interlocked.Increment(ref _takenByWarmUp) - 1;
}
