namespace CacheLab.Properties;

/// <summary>When many callers miss the same key at once, the source is asked once.</summary>
internal sealed class Stampede(string name, int nodes) : ILabProperty
{
    private const int Tries = 5;
    private const int Callers = 1000;
    private static readonly TimeSpan SourceTakes = TimeSpan.FromMilliseconds(200);

    public string Name => name;

    public async Task<Finding> TryAsync(Lab lab)
    {
        var (a, b) = await lab.TwoAsync();
        Node[] asked = nodes == 1 ? [a] : [a, b];
        var (broken, most) = (0, 0);
        for (var i = 0; i < Tries; i++)
        {
            var key = Lab.NewKey();
            var before = asked.Sum(n => n.FactoryRuns);
            await Task.WhenAll(Enumerable.Range(0, Callers).Select(c => asked[c % asked.Length].GetSlowlyAsync(key, SourceTakes).AsTask()));
            var runs = asked.Sum(n => n.FactoryRuns) - before;
            if (runs != 1) broken++;
            most = Math.Max(most, runs);
        }
        return new Finding(broken, Tries) { Count = most };
    }
}
