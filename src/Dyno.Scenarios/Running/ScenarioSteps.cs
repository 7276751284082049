namespace Dyno.Scenarios;

/// <summary>The rows of a scenario's steps, numbered in the order in which they were first used. Thread-safe.</summary>
internal sealed class ScenarioSteps
{
    /// <summary>The largest number of rows, so that step names with an id in them do not fill the memory.</summary>
    public const int Limit = 200;

    public const string Others = "(other steps)";

    public const string OtherParts = "(parts of other steps)";

    private readonly ConcurrentDictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly Lock _adding = new();
    private ImmutableArray<StepRecord> _records = [];

    public ImmutableArray<StepRecord> Records => _records;

    public int IndexOf(string name) => _indexes.TryGetValue(name, out var index) ? index : Add(name, isPart: false);

    /// <summary>The row for parts of a step, which are no requests.</summary>
    public int IndexOfPart(string name) => _indexes.TryGetValue(name, out var index) ? index : Add(name, isPart: true);

    private int Add(string name, bool isPart)
    {
        lock (_adding)
        {
            if (_indexes.TryGetValue(name, out var known)) return known;
            if (_records.Length >= Limit) name = isPart ? OtherParts : Others;
            return _indexes.TryGetValue(name, out known) ? known : Append(name, isPart);
        }
    }

    private int Append(string name, bool isPart)
    {
        var index = _records.Length;
        _records = _records.Add(new StepRecord { Name = name, IsPart = isPart });
        _indexes[name] = index;
        return index;
    }
}
