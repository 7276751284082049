namespace Dyno.K6;

/// <summary>
/// The sets of tags that samples of a run carry, each once. Bounded: a script that makes up tags without end gets the set
/// it started from. Thread-safe.
/// </summary>
internal sealed class TagSets
{
    private const int Most = 100_000;
    private readonly ConcurrentDictionary<string, int> _ids = new(StringComparer.Ordinal);
    private readonly Lock _gate = new();
    private ImmutableSortedDictionary<string, string>[] _sets = new ImmutableSortedDictionary<string, string>[64];
    private int _count;

    public ImmutableSortedDictionary<string, string> this[int id] => Volatile.Read(ref _sets)[id];

    /// <summary>Every set there is.</summary>
    public IReadOnlyList<ImmutableSortedDictionary<string, string>> All
    {
        get
        {
            lock (_gate) return _sets[.._count];
        }
    }

    /// <summary>Number of a set with these tags.</summary>
    /// <param name="otherwise">The number to return when there are too many sets.</param>
    public int Of(ImmutableSortedDictionary<string, string> tags, int otherwise = 0)
    {
        var key = string.Join('\u0001', tags.Select(t => $"{t.Key}\u0002{t.Value}"));
        if (_ids.TryGetValue(key, out var id)) return id;
        lock (_gate)
        {
            if (_ids.TryGetValue(key, out id)) return id;
            if (_count >= Most) return otherwise;
            if (_count == _sets.Length)
            {
                var larger = new ImmutableSortedDictionary<string, string>[_sets.Length * 2];
                _sets.CopyTo(larger, 0);
                Volatile.Write(ref _sets, larger);
            }
            _sets[_count] = Masked(tags);
            return _ids[key] = _count++;
        }
    }

    /// <summary>Number of a set with further tags; a null value takes a tag away.</summary>
    public int With(int id, IEnumerable<KeyValuePair<string, string?>> tags)
    {
        var set = this[id].ToBuilder();
        foreach (var (name, value) in tags)
            if (value is null) set.Remove(name);
            else set[name] = value;
        return Of(set.ToImmutable(), otherwise: id);
    }

    private static ImmutableSortedDictionary<string, string> Masked(ImmutableSortedDictionary<string, string> tags) =>
        tags.SetItems(tags.Select(tag => KeyValuePair.Create(tag.Key, SampleSecrets.Mask(tag.Value))).ToList());
}
