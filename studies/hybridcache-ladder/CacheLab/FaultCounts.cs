namespace CacheLab;

/// <summary>Counts the exceptions that callers saw, by type.</summary>
internal sealed class FaultCounts
{
    private readonly SortedDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <summary>The counts, such as <c>TimeoutException × 3</c>; empty without exceptions.</summary>
    public string Text => string.Join(", ", _counts.Select(c => $"{c.Key} × {c.Value}"));

    /// <summary>The result of a call; null when it throws.</summary>
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
