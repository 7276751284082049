namespace Dyno.K6;

/// <summary>The statuses that count as success for a script, as <c>expectedStatuses</c> and <c>setResponseCallback</c> say. One thread.</summary>
internal sealed class ExpectedStatuses
{
    private readonly List<ImmutableArray<(int From, int To)>> _sets = [];

    /// <summary>The statuses for requests that name no set of their own; null: no request is judged.</summary>
    public ImmutableArray<(int From, int To)>? InForce { get; private set; } = [(200, 399)];

    /// <summary>Keeps a set and returns its number.</summary>
    public int Add(ImmutableArray<(int From, int To)> set)
    {
        _sets.Add(set);
        return _sets.Count - 1;
    }

    /// <summary>The set with a number; null for a number below 0.</summary>
    public ImmutableArray<(int From, int To)>? Set(int number) => number < 0 ? null : _sets[number];

    /// <summary>Puts the set with a number in force; a number below 0: no request is judged.</summary>
    public void Use(int number) => InForce = Set(number);
}
