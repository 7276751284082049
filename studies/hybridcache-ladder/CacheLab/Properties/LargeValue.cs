namespace CacheLab.Properties;

/// <summary>A value of 2 MB is cached.</summary>
internal sealed class LargeValue : ILabProperty
{
    public string Name => "value-of-2-mb-is-kept";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node();
        var (key, value) = (Lab.NewKey(), new string('x', 2_000_000));
        await node.GetAsync(key, value);
        await node.GetAsync(key, value);
        return new Finding(node.FactoryRuns == 1 ? 0 : 1, 1) { Count = node.FactoryRuns };
    }
}
