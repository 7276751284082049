namespace Dyno.Results.Problems;

/// <summary>Where a text stands (an option, or a line of a file) and where its problems go.</summary>
/// <param name="Problems">Where they go.</param>
/// <param name="Source">The file as the user named it, or the option.</param>
/// <param name="Line">Line in the file, from 1; null for an option or the whole file.</param>
/// <param name="Column">Column in the line, from 1; null when the whole line is meant.</param>
public readonly record struct SourcePlace(ProblemList Problems, string Source, int? Line = null, int? Column = null)
{
    /// <summary>Adds a mistake that stands here.</summary>
    public void Problem(string what, string? writeInstead = null, int? column = null) =>
        Problems.Add(Source, what, writeInstead, Line, column ?? Column);

    /// <summary>Adds something odd that stands here.</summary>
    public void Warning(string what, string? writeInstead = null) => Problems.Warn(Source, what, writeInstead, Line, Column);
}
