using System.Collections.Immutable;

namespace Dyno.Inputs.Problems;

/// <summary>Collects what is wrong (the input cannot be run) and what is odd (it can, but the user should know).</summary>
internal sealed class ProblemList
{
    private const int MaxKept = 1_000; // a hostile file has millions; nobody reads more than a screenful

    private readonly List<InputProblem> _problems = [];
    private readonly List<InputProblem> _warnings = [];

    public ImmutableArray<InputProblem> Warnings => InOrder(_warnings);

    public int Count { get; private set; }

    public void Add(string source, string what, string? writeInstead = null, int? line = null, int? column = null)
    {
        if (++Count <= MaxKept) _problems.Add(new(source, line, column, what, writeInstead));
    }

    public void Warn(string source, string what, string? writeInstead = null, int? line = null, int? column = null)
    {
        if (_warnings.Count < MaxKept) _warnings.Add(new(source, line, column, what, writeInstead));
    }

    public void ThrowIfAny()
    {
        if (Count == 0) return;
        var inOrder = InOrder(_problems);
        if (Count > MaxKept)
            inOrder = inOrder.Add(new(inOrder[^1].Source, null, null, $"{Count - MaxKept:N0} more mistakes are not shown", "mend these first"));
        throw new InputException(inOrder);
    }

    // File by file as they were met, each from its top.
    private static ImmutableArray<InputProblem> InOrder(List<InputProblem> problems)
    {
        var files = problems.Select(p => p.Source).Distinct(StringComparer.Ordinal).Select((source, rank) => (source, rank))
            .ToDictionary(f => f.source, f => f.rank, StringComparer.Ordinal);
        return [.. problems.OrderBy(p => files[p.Source]).ThenBy(p => p.Line ?? 0).ThenBy(p => p.Column ?? 0)];
    }
}
