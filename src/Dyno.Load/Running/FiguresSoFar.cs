namespace Dyno.Load;

/// <summary>
/// The figures that something other than the workers gives, such as the server's, for the thresholds of a running phase: the seconds so far,
/// merged as each figure's kind says. Used by the runner's thread.
/// </summary>
internal sealed class FiguresSoFar
{
    private readonly FigureMerge _seconds = new();

    /// <summary>Takes the figures of one more second.</summary>
    public void Add(ImmutableSortedDictionary<string, double> second) => _seconds.Add(second, seconds: 1, requests: 0);

    /// <summary>Reads a figure; false when it was not measured.</summary>
    public bool TryRead(string name, out double value) => _seconds.TryRead(name, out value);
}
