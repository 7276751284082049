using System.Collections.Immutable;

namespace Dyno.K6.Http;

/// <summary>Which statuses a script takes for good: what <c>expectedStatuses</c> and <c>setResponseCallback</c> say. One thread.</summary>
internal sealed class ExpectedStatuses
{
    private readonly List<ImmutableArray<(int From, int To)>> _sets = [];

    /// <summary>Those of requests that do not say otherwise; null: nothing is judged.</summary>
    public ImmutableArray<(int From, int To)>? InForce { get; private set; } = [(200, 399)];

    /// <summary>Keeps a set and gives its number.</summary>
    public int Add(ImmutableArray<(int From, int To)> set)
    {
        _sets.Add(set);
        return _sets.Count - 1;
    }

    /// <summary>The set of a number; null below 0.</summary>
    public ImmutableArray<(int From, int To)>? Set(int number) => number < 0 ? null : _sets[number];

    /// <summary>Puts a set in force; none below 0.</summary>
    public void Use(int number) => InForce = Set(number);
}
