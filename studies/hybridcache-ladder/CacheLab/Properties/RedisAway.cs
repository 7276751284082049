using System.Diagnostics;
using CacheLab.Redis;

namespace CacheLab.Properties;

/// <summary>
/// While Redis is away, every read is answered from the process or from the source, without an exception and within a second. The measured
/// time is that of the slowest answer.
/// </summary>
internal sealed class RedisAway(string name, Action<LabRedis> takeAway) : ILabProperty
{
    private const int Misses = 2;
    private static readonly TimeSpan Bearable = TimeSpan.FromSeconds(1);

    public string Name => name;

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node();
        var known = Lab.NewKey();
        await node.GetAsync(known, "v");
        takeAway(lab.Redis);
        var (faults, broken, slowest) = (new FaultCounts(), 0, TimeSpan.Zero);
        foreach (var key in (string[])[known, .. Enumerable.Range(0, Misses).Select(_ => Lab.NewKey())])
        {
            var since = Stopwatch.StartNew();
            var got = await faults.OfAsync(() => node.GetAsync(key, "v"));
            if (got != "v" || since.Elapsed > Bearable) broken++;
            if (since.Elapsed > slowest) slowest = since.Elapsed;
        }
        return new Finding(broken, Misses + 1) { Milliseconds = slowest.TotalMilliseconds, Faults = faults.Text };
    }
}
