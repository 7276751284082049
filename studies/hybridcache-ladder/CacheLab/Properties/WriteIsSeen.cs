using System.Diagnostics;

namespace CacheLab.Properties;

/// <summary>The kinds of change that make a value stale.</summary>
internal enum Change
{
    Set,
    Remove,
    RemoveTag,
}

/// <summary>
/// After a node has acknowledged a change, reads return the new value, on that node or on another one that had read the old value (and its
/// tag). A read 200 ms later that returns the old value violates the property. The old value is watched for two seconds.
/// </summary>
internal sealed class WriteIsSeen(string name, Change change, bool onOther, bool local = true) : ILabProperty
{
    private const int Tries = 10;
    private static readonly TimeSpan Settled = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(2);

    public string Name => name;

    public async Task<Finding> TryAsync(Lab lab)
    {
        var (a, b) = await lab.TwoAsync();
        var (broken, longest, isAtLeast) = (0, 0.0, false);
        for (var i = 0; i < Tries; i++)
        {
            var (stale, time) = await OnceAsync(a, onOther ? b : a, watched: i == 0 ? Watched : Settled);
            if (stale) broken++;
            (longest, isAtLeast) = (Math.Max(longest, time.TotalMilliseconds), isAtLeast || time >= Watched);
        }
        return new Finding(broken, Tries) { Milliseconds = longest, IsAtLeast = isAtLeast };
    }

    private async Task<(bool IsStale, TimeSpan Time)> OnceAsync(Node writer, Node reader, TimeSpan watched)
    {
        var (key, tag) = (Lab.NewKey(), Lab.NewKey());
        await writer.GetAsync(key, "old", tag);
        await reader.GetAsync(key, "old", tag, local);
        await Task.Delay(20); // tags are kept with a time of day, so a change in the same instant would have no clear order
        await ChangeAsync(writer, key, tag);
        var since = Stopwatch.StartNew();
        var isStale = false;
        while (true)
        {
            var at = since.Elapsed;
            if (await reader.GetAsync(key, "new", tag, local) != "old") return (isStale, at);
            isStale |= at >= Settled || since.Elapsed >= Settled;
            if (at >= watched) return (true, at);
            await Task.Delay(at < Settled ? 10 : 100);
        }
    }

    private ValueTask ChangeAsync(Node node, string key, string tag) => change switch
    {
        Change.Set => node.Cache.SetAsync(key, "new", tags: [tag]),
        Change.Remove => node.Cache.RemoveAsync(key),
        _ => node.Cache.RemoveByTagAsync(tag),
    };
}
