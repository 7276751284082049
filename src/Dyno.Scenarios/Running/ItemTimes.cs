namespace Dyno.Scenarios;

/// <summary>Reads a stream and times its items.</summary>
internal static class ItemTimes
{
    public static async Task<Response<long>> ReadAsync<T>(
        Func<CancellationToken, IAsyncEnumerable<T>> open, StepParts parts, CancellationToken cancellationToken)
    {
        var (items, before) = (0L, 0L);
        await foreach (var _ in open(cancellationToken).WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            var now = parts.Clock.NowNanos;
            if (items++ == 0) parts.SinceStart("first item", now);
            else parts.Between("next item", before, now);
            before = now;
        }
        return Response.Ok(payload: items);
    }
}
