namespace CacheLab.Properties;

/// <summary>A node that reads a value from Redis shortly before it expires keeps the value no longer than Redis does.</summary>
internal sealed class LocalLife : ILabProperty
{
    private static readonly TimeSpan Life = TimeSpan.FromSeconds(4);

    public string Name => "local-life-ends-with-redis";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var (a, b) = (lab.Node(Life), lab.Node(Life));
        await b.GetAsync(Lab.NewKey(), "hello");
        var key = Lab.NewKey();
        await a.GetAsync(key, "old");
        await Task.Delay(Life * 0.6);
        await b.GetAsync(key, "new");
        await Task.Delay(Life * 0.55);
        return new Finding(await b.GetAsync(key, "new") == "old" ? 1 : 0, 1);
    }
}
