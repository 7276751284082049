namespace Dyno.K6;

/// <summary>The checks of a run by group and name, numbered in the order of their first use. Thread-safe.</summary>
internal sealed class CheckCatalog
{
    private const int Most = 10_000;
    private readonly ConcurrentDictionary<(string Group, string Name), int> _numbers = new();
    private readonly Lock _gate = new();
    private readonly List<(string Group, string Name)> _checks = [];

    public int Count { get { lock (_gate) return _checks.Count; } }

    /// <summary>Group (<c>::a::b</c>, empty for none) and name.</summary>
    public (string Group, string Name) this[int number] { get { lock (_gate) return _checks[number]; } }

    /// <summary>The number of a check; beyond ten thousand checks all further ones share the last number.</summary>
    public int NumberOf(string group, string name)
    {
        if (_numbers.TryGetValue((group, name), out var number)) return number;
        lock (_gate)
        {
            if (_numbers.TryGetValue((group, name), out number)) return number;
            if (_checks.Count >= Most) return Most - 1;
            _checks.Add((SampleSecrets.Mask(group), SampleSecrets.Mask(name)));
            return _numbers[(group, name)] = _checks.Count - 1;
        }
    }
}
