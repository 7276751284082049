namespace Dyno.K6;

/// <summary>
/// The requests of a script by method and name, numbered in the order of their first use. Beyond a hundred names all further requests count
/// as one step, so that URLs with numbers in them cost no memory. Thread-safe.
/// </summary>
internal sealed class StepCatalog
{
    private const int Most = 100;
    private const int MostNames = 10_000; // counts names before secrets are masked
    private readonly ConcurrentDictionary<(string Method, string Name), int> _numbers = new();
    private readonly Lock _gate = new();
    private ImmutableArray<StepRecord> _steps = [];

    /// <summary>The steps so far.</summary>
    public ImmutableArray<StepRecord> Steps => _steps;

    public int IndexOf(string method, string name)
    {
        if (_numbers.TryGetValue((method, name), out var number)) return number;
        lock (_gate)
        {
            if (_numbers.TryGetValue((method, name), out number)) return number;
            var shown = SampleSecrets.Mask(name); // requests that differ only in their secrets are one step
            if (!_numbers.TryGetValue((method, shown), out number)) number = Add(method, shown);
            if (_numbers.Count < MostNames) _numbers[(method, name)] = number;
            return number;
        }
    }

    private int Add(string method, string name)
    {
        if (_steps.Length == Most) return Most - 1;
        var step = _steps.Length == Most - 1
            ? new StepRecord { Name = "(further requests)" }
            : new StepRecord { Name = $"{method} {name}", Method = method, Url = name };
        _steps = _steps.Add(step);
        return _numbers[(method, name)] = _steps.Length - 1;
    }
}
