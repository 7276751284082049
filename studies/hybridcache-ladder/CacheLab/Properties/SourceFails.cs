namespace CacheLab.Properties;

/// <summary>When the source fails after a value has expired, callers get the last value instead of an exception (fail-safe).</summary>
internal sealed class SourceFails : ILabProperty
{
    private static readonly TimeSpan Life = TimeSpan.FromMilliseconds(300);

    public string Name => "source-fails-after-expiry";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node(Life);
        var key = Lab.NewKey();
        await node.GetAsync(key, "old");
        await Task.Delay(Life + Life);
        var faults = new FaultCounts();
        var got = await faults.OfAsync(() => node.Cache.GetOrCreateAsync<string>(key, _ => throw new InvalidOperationException("the source is away")));
        return new Finding(got == "old" ? 0 : 1, 1) { Faults = faults.Text };
    }
}
