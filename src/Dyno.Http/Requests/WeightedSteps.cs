namespace Dyno.Http;

/// <summary>Draws requests in proportion to their weights. Immutable, thread-safe; drawing allocates no memory.</summary>
internal sealed class WeightedSteps
{
    private readonly int[] _ends; // running sums

    /// <param name="weights">One weight per request, each at least 1.</param>
    public WeightedSteps(ImmutableArray<int> weights)
    {
        _ends = [.. weights];
        for (var i = 1; i < _ends.Length; i++) _ends[i] += _ends[i - 1];
    }

    /// <summary>Draws the index of a request.</summary>
    public int Draw(Random random)
    {
        var at = Array.BinarySearch(_ends, random.Next(_ends[^1]) + 1);
        return at < 0 ? ~at : at;
    }
}
