using System.Collections.Immutable;
using Dyno.Inputs.Problems;

namespace Dyno.K6.Options;

/// <summary>Collects everything that is wrong with the options, so that one attempt shows it all.</summary>
internal sealed class OptionProblems(string source)
{
    private readonly List<InputProblem> _problems = [];

    public bool Any => _problems.Count > 0;

    /// <summary>All of them, in the order in which they were found.</summary>
    public ImmutableArray<InputProblem> All => [.. _problems];

    /// <summary>Adds a problem of a flag or variable.</summary>
    public void Add(string where, string what, string? instead) => AddOnce(new InputProblem(where, null, null, what, instead));

    /// <summary>Adds a problem of the script's options.</summary>
    public void AddOption(string path, string what, string? instead = null) =>
        AddOnce(new InputProblem(source, null, null, $"options.{path}: {what}", instead));

    /// <summary>Throws when there is a problem.</summary>
    /// <exception cref="InputException">All of them.</exception>
    public void ThrowIfAny()
    {
        if (_problems.Count > 0) throw new InputException([.. _problems]);
    }

    // An option that several readers ask for is wrong once.
    private void AddOnce(InputProblem problem)
    {
        if (!_problems.Contains(problem)) _problems.Add(problem);
    }
}
