namespace Dyno.K6;

/// <summary>The elements of every SharedArray, once for all virtual users, as JSON. Thread-safe.</summary>
internal sealed class SharedArrays
{
    private readonly ConcurrentDictionary<string, ImmutableArray<string>> _arrays = new(StringComparer.Ordinal);

    /// <summary>How many elements; −1 when there is no such array.</summary>
    public int LengthOf(string name) => _arrays.TryGetValue(name, out var elements) ? elements.Length : -1;

    /// <summary>Keeps an array, unless one of that name exists.</summary>
    /// <param name="json">An array of texts, each the JSON of an element.</param>
    public void Store(string name, string json) =>
        _arrays.TryAdd(name, [.. JsonSerializer.Deserialize<string[]>(json)!]);

    /// <summary>JSON of one element.</summary>
    public string Element(string name, int index) => _arrays[name][index];
}
