namespace Dyno.Load;

/// <summary>Collects problems under a common path.</summary>
public sealed class PlanProblems(string pathPrefix)
{
    private readonly List<PlanProblem> _problems = [];

    /// <summary>All problems so far.</summary>
    public IReadOnlyList<PlanProblem> All => _problems;

    /// <summary>Adds a problem.</summary>
    /// <param name="path">Path of the wrong value, below the common path.</param>
    /// <param name="value">The wrong value as text; empty when there is no value.</param>
    /// <param name="advice">What is wrong and what to write instead.</param>
    public void Add(string path, string value, string advice) =>
        _problems.Add(new PlanProblem(pathPrefix + path, value, advice));

    /// <summary>Adds a problem unless the rule holds.</summary>
    public void Require(bool holds, string path, string value, string advice)
    {
        if (!holds) Add(path, value, advice);
    }

    /// <summary>Adds all problems of another list, paths as they are.</summary>
    public void AddRange(PlanProblems other) => _problems.AddRange(other._problems);
}
