namespace CacheLab.Properties;

/// <summary>Unreadable bytes in Redis are a miss, and not an exception for the caller.</summary>
internal sealed class CorruptBytes : ILabProperty
{
    private const int Tries = 5;

    public string Name => "corrupt-bytes-are-a-miss";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var (a, b) = await lab.TwoAsync();
        var faults = new FaultCounts();
        var broken = 0;
        for (var i = 0; i < Tries; i++)
        {
            var key = Lab.NewKey();
            await a.GetAsync(key, "old");
            await Task.Delay(200); // a cache may write to Redis after it has answered
            await lab.Redis.CorruptAsync(key);
            if (await faults.OfAsync(() => b.GetAsync(key, "new")) != "new") broken++;
        }
        return new Finding(broken, Tries) { Faults = faults.Text };
    }
}
