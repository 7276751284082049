using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Http.HttpClients;

/// <summary>Hands out the rows of a feed to the virtual users of one worker; called on its thread, where iterations start.</summary>
internal sealed class FeedRows(DataFeed? feed, WorkerContext context)
{
    private readonly Random _random = new(unchecked((int)(context.Seed ^ (context.Seed >> 32))));
    private int _next = context.Index;

    public int Take()
    {
        if (feed is null) return 0;
        if (feed.Order == FeedOrder.Random) return _random.Next(feed.Rows.Length);
        var row = _next % feed.Rows.Length;
        _next = row + context.Count;
        return row;
    }
}
