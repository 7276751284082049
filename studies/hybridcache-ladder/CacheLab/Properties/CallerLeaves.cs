namespace CacheLab.Properties;

/// <summary>When the first caller leaves, the other callers get the value of the read in progress, and the source is not asked again.</summary>
internal sealed class CallerLeaves : ILabProperty
{
    private const int Tries = 5;
    private static readonly TimeSpan SourceTakes = TimeSpan.FromMilliseconds(200);

    public string Name => "first-caller-leaves";

    public async Task<Finding> TryAsync(Lab lab)
    {
        var node = lab.Node();
        await node.GetAsync(Lab.NewKey(), "hello");
        var (broken, most) = (0, 0);
        for (var i = 0; i < Tries; i++)
        {
            var key = Lab.NewKey();
            var before = node.FactoryRuns;
            using var leaving = new CancellationTokenSource();
            var faults = new FaultCounts();
            var first = faults.OfAsync(() => node.GetSlowlyAsync(key, SourceTakes, leaving.Token));
            await Task.Delay(30);
            var second = faults.OfAsync(() => node.GetSlowlyAsync(key, SourceTakes));
            await Task.Delay(30);
            await leaving.CancelAsync();
            await first;
            var runs = await second == "v" ? node.FactoryRuns - before : 0;
            if (runs != 1) broken++;
            most = Math.Max(most, runs);
        }
        return new Finding(broken, Tries) { Count = most };
    }
}
