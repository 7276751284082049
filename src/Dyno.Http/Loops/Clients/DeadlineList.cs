namespace Dyno.Http;

/// <summary>
/// Exchanges in the order of their deadlines, in a linked list through the exchanges themselves. Time-outs are equal or
/// nearly so, so a new exchange belongs at the end or a few steps before it.
/// </summary>
internal sealed class DeadlineList
{
    private LoopExchange? _first;
    private LoopExchange? _last;

    /// <summary>The earliest deadline; <see cref="long.MaxValue"/> when there is none.</summary>
    public long NextNanos => _first?.DueNanos ?? long.MaxValue;

    public void Add(LoopExchange exchange)
    {
        var before = _last;
        while (before is not null && before.DueNanos > exchange.DueNanos) before = before.Earlier;
        var after = before is null ? _first : before.Later;
        (exchange.Earlier, exchange.Later) = (before, after);
        if (before is null) _first = exchange;
        else before.Later = exchange;
        if (after is null) _last = exchange;
        else after.Earlier = exchange;
    }

    public void Remove(LoopExchange exchange)
    {
        if (exchange.Earlier is null) _first = exchange.Later;
        else exchange.Earlier.Later = exchange.Later;
        if (exchange.Later is null) _last = exchange.Earlier;
        else exchange.Later.Earlier = exchange.Earlier;
        (exchange.Earlier, exchange.Later) = (null, null);
    }

    /// <summary>The first exchange whose deadline has come; null when there is none.</summary>
    public LoopExchange? Due(long nowNanos) => _first is { } first && first.DueNanos <= nowNanos ? first : null;

    /// <summary>Any exchange; null when there is none.</summary>
    public LoopExchange? Any => _first;
}
