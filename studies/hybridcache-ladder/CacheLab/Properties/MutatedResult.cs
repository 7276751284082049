namespace CacheLab.Properties;

/// <summary>A caller that changes its result does not change the result of the next caller.</summary>
internal sealed class MutatedResult : ILabProperty
{
    public string Name => "mutated-result-stays-private";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node();
        var key = Lab.NewKey();
        (await ListAsync(node, key)).Add(2);
        return new Finding((await ListAsync(node, key)).Count == 1 ? 0 : 1, 1);
    }

    private static ValueTask<List<int>> ListAsync(Node node, string key) => node.Cache.GetOrCreateAsync(key, _ => ValueTask.FromResult<List<int>>([1]));
}
