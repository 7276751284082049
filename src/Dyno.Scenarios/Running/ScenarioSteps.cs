using System.Collections.Concurrent;
using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Scenarios.Running;

/// <summary>The rows of a scenario's steps, numbered in the order in which they were first used. Thread-safe.</summary>
internal sealed class ScenarioSteps
{
    /// <summary>The largest number of rows, so that step names with an id in them do not fill the memory.</summary>
    public const int Limit = 200;

    public const string Others = "(other steps)";

    private readonly ConcurrentDictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly Lock _adding = new();
    private ImmutableArray<StepRecord> _records = [];

    public ImmutableArray<StepRecord> Records => _records;

    public int IndexOf(string name) => _indexes.TryGetValue(name, out var index) ? index : Add(name);

    private int Add(string name)
    {
        lock (_adding)
        {
            if (_indexes.TryGetValue(name, out var known)) return known;
            if (_records.Length >= Limit) return name == Others ? Append(name) : IndexOfOthers();
            return Append(name);
        }
    }

    private int IndexOfOthers() => _indexes.TryGetValue(Others, out var known) ? known : Append(Others);

    private int Append(string name)
    {
        var index = _records.Length;
        _records = _records.Add(new StepRecord { Name = name });
        _indexes[name] = index;
        return index;
    }
}
