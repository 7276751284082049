namespace Dyno.K6;

/// <summary>Collects every problem of the options, so that one attempt shows all of them.</summary>
internal sealed class OptionProblems(string source)
{
    private readonly List<Problem> _problems = [];

    public bool Any => _problems.Count > 0;

    /// <summary>All problems, in the order in which they were found.</summary>
    public ImmutableArray<Problem> All => [.. _problems];

    /// <summary>Adds a problem of a flag or variable.</summary>
    public void Add(string where, string what, string? instead) => AddOnce(new Problem(where, null, null, what, instead));

    /// <summary>Adds a problem of the script's options.</summary>
    public void AddOption(string path, string what, string? instead = null) =>
        AddOnce(new Problem(source, null, null, $"options.{path}: {what}", instead));

    /// <summary>Throws when there is a problem.</summary>
    /// <exception cref="UserFault">All of them.</exception>
    public void ThrowIfAny()
    {
        if (_problems.Count > 0) throw new UserFault([.. _problems]);
    }

    // An option that several readers read is reported once.
    private void AddOnce(Problem problem)
    {
        if (!_problems.Contains(problem)) _problems.Add(problem);
    }
}
