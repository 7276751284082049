namespace Dyno.Results;

/// <summary>Collects mistakes (the input cannot be run) and warnings (the input can be run, but the user should know).</summary>
public sealed class ProblemList
{
    private const int MaxKept = 1_000; // a hostile file can have millions of mistakes, but a user reads no more than a screenful

    private readonly List<Problem> _problems = [];
    private readonly List<Problem> _warnings = [];

    /// <summary>The warnings, in the order of the files.</summary>
    public ImmutableArray<Problem> Warnings => InOrder(_warnings);

    /// <summary>Number of mistakes, including those that are not kept.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a mistake.</summary>
    /// <param name="source">The file as the user named it, or the option.</param>
    /// <param name="what">What is wrong, in one sentence without a full stop.</param>
    /// <param name="writeInstead">What to write instead; null when <paramref name="what"/> says it.</param>
    /// <param name="line">Line in the file, from 1; null for an option or the whole file.</param>
    /// <param name="column">Column in the line, from 1; null when the whole line is meant.</param>
    public void Add(string source, string what, string? writeInstead = null, int? line = null, int? column = null)
    {
        if (++Count <= MaxKept) _problems.Add(new(source, line, column, what, writeInstead));
    }

    /// <summary>Adds a warning; the parameters are those of <see cref="Add"/>.</summary>
    public void Warn(string source, string what, string? writeInstead = null, int? line = null, int? column = null)
    {
        if (_warnings.Count < MaxKept) _warnings.Add(new(source, line, column, what, writeInstead));
    }

    /// <summary>Does nothing when there is no mistake.</summary>
    /// <exception cref="UserFault">All mistakes, file by file, each file from its top.</exception>
    public void ThrowIfAny()
    {
        if (Count == 0) return;
        var inOrder = InOrder(_problems);
        if (Count > MaxKept)
            inOrder = inOrder.Add(new(inOrder[^1].Source, null, null, $"{Count - MaxKept:N0} more mistakes are not shown", "correct these first"));
        throw new UserFault(inOrder);
    }

    // File by file in the order in which the files were met, each file from its top.
    private static ImmutableArray<Problem> InOrder(List<Problem> problems)
    {
        var files = problems.Select(p => p.Source).Distinct(StringComparer.Ordinal).Select((source, rank) => (source, rank))
            .ToDictionary(f => f.source, f => f.rank, StringComparer.Ordinal);
        return [.. problems.OrderBy(p => files[p.Source]).ThenBy(p => p.Line ?? 0).ThenBy(p => p.Column ?? 0)];
    }
}
