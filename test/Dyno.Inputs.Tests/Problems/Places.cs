namespace Dyno.Inputs.Tests;

/// <summary>What every mistake in a file must say.</summary>
internal static class Places
{
    /// <summary>Each problem has a line, a column and what to write; one that only counts further ones has no place.</summary>
    /// <param name="problems">What was found.</param>
    /// <param name="source">Of this file alone; null: of all.</param>
    public static void ShouldBeTold(ProblemList problems, string? source)
    {
        if (problems.Count == 0) return;
        foreach (var problem in Should.Throw<UserFault>(problems.ThrowIfAny).Problems.Where(p => source is null || p.Source == source))
        {
            if (problem.What.EndsWith("are not shown", StringComparison.Ordinal)) continue;
            if (problem is not { Line: > 0, Column: > 0, WriteInstead: not null }) throw new ShouldAssertException($"no place or no remedy: {problem}");
        }
    }
}
