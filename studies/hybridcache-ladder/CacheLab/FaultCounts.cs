namespace CacheLab;

/// <summary>What callers saw thrown.</summary>
internal sealed class FaultCounts
{
    private readonly SortedDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <summary>Such as <c>TimeoutException × 3</c>; empty without any.</summary>
    public string Text => string.Join(", ", _counts.Select(c => $"{c.Key} × {c.Value}"));

    /// <summary>What a call gives; null when it throws.</summary>
    public async Task<string?> OfAsync(Func<ValueTask<string>> call)
    {
        try
        {
            return await call();
        }
        catch (Exception fault)
        {
            var name = fault.GetType().Name;
            _counts[name] = _counts.GetValueOrDefault(name) + 1;
            return null;
        }
    }
}
