namespace CacheLab.Properties;

/// <summary>When a value is removed while the source is being read, the result of that read, already out of date, is not cached.</summary>
internal sealed class ChangeDuringFactory(string name, Change change) : ILabProperty
{
    private const int Tries = 5;

    public string Name => name;

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node();
        await node.GetAsync(Lab.NewKey(), "hello");
        var broken = 0;
        for (var i = 0; i < Tries; i++)
        {
            var (key, tag) = (Lab.NewKey(), Lab.NewKey());
            var (begun, goOn) = (Signal(), Signal());
            var reading = node.Cache.GetOrCreateAsync(key, async _ =>
            {
                begun.SetResult();
                await goOn.Task;
                return "old";
            }, tags: [tag]).AsTask();
            await begun.Task;
            await Task.Delay(20);
            await (change == Change.Remove ? node.Cache.RemoveAsync(key) : node.Cache.RemoveByTagAsync(tag));
            await Task.Delay(20);
            goOn.SetResult();
            await reading;
            await Task.Delay(50);
            if (await node.GetAsync(key, "new", tag) == "old") broken++;
        }
        return new Finding(broken, Tries);
    }

    private static TaskCompletionSource Signal() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
