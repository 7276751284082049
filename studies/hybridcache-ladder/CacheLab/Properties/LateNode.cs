namespace CacheLab.Properties;

/// <summary>A node that starts after a tag was removed never returns the removed value that is still in Redis.</summary>
internal sealed class LateNode : ILabProperty
{
    private const int Tries = 20;

    public string Name => "late-node-after-tag-removal";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var a = lab.Node();
        var broken = 0;
        for (var i = 0; i < Tries; i++)
        {
            var (key, tag) = (Lab.NewKey(), Lab.NewKey());
            await a.GetAsync(key, "old", tag);
            await Task.Delay(15);
            await a.Cache.RemoveByTagAsync(tag);
            await Task.Delay(15);
            if (await lab.Node().GetAsync(key, "new", tag) == "old") broken++;
        }
        return new Finding(broken, Tries);
    }
}
