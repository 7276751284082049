using System.Collections.Immutable;

namespace Dyno.Inputs.Problems;

/// <summary>Collects what is wrong (the input cannot be run) and what is odd (it can, but the user should know).</summary>
internal sealed class ProblemList
{
    private readonly List<InputProblem> _problems = [];
    private readonly List<InputProblem> _warnings = [];

    public ImmutableArray<InputProblem> Warnings => [.. _warnings.OrderBy(p => p.Line ?? 0)];

    public int Count => _problems.Count;

    public void Add(string source, string what, string? writeInstead = null, int? line = null, int? column = null) =>
        _problems.Add(new(source, line, column, what, writeInstead));

    public void Warn(string source, string what, string? writeInstead = null, int? line = null, int? column = null) =>
        _warnings.Add(new(source, line, column, what, writeInstead));

    public void ThrowIfAny()
    {
        if (_problems.Count > 0)
            throw new InputException([.. _problems.OrderBy(p => p.Line ?? 0).ThenBy(p => p.Column ?? 0)]);
    }
}
