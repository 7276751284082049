using System.Diagnostics;

namespace CacheLab.Properties;

/// <summary>
/// A value that was removed while Redis was away is not returned once Redis is back, neither by the node that removed it nor by another. The
/// measured time is how long after the repair the old value was still seen, within ten seconds.
/// </summary>
internal sealed class StaleAfterRepair : ILabProperty
{
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Settled = TimeSpan.FromSeconds(5); // clients need a moment to reconnect

    public string Name => "stale-after-redis-returned";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var (a, b) = await lab.TwoAsync();
        var key = Lab.NewKey();
        await a.GetAsync(key, "old");
        await b.GetAsync(key, "old");
        lab.Redis.Kill();
        var faults = new FaultCounts();
        await faults.OfAsync(async () =>
        {
            await a.Cache.RemoveAsync(key);
            return "";
        });
        lab.Redis.Restore();
        var since = Stopwatch.StartNew();
        var (lastSeen, nodesStale) = (TimeSpan.Zero, 0);
        while (since.Elapsed < Watched)
        {
            nodesStale = 0;
            foreach (var node in (Node[])[a, b])
                if (await faults.OfAsync(() => node.GetAsync(key, "new")) == "old") nodesStale++;
            if (nodesStale == 0) break;
            lastSeen = since.Elapsed;
            await Task.Delay(100);
        }
        return new Finding(lastSeen > Settled ? nodesStale : 0, 2)
        {
            Milliseconds = lastSeen.TotalMilliseconds,
            IsAtLeast = nodesStale > 0,
            Faults = faults.Text,
        };
    }
}
