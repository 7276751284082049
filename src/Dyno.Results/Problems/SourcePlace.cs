namespace Dyno.Results;

/// <summary>The place of a text (an option, or a line of a file), and the list for its problems.</summary>
/// <param name="Source">The file as the user named it, or the option.</param>
/// <param name="Line">Line in the file, from 1; null for an option or the whole file.</param>
/// <param name="Column">Column in the line, from 1; null when the whole line is meant.</param>
public readonly record struct SourcePlace(ProblemList Problems, string Source, int? Line = null, int? Column = null)
{
    /// <summary>Adds a mistake at this place.</summary>
    public void Problem(string what, string? writeInstead = null, int? column = null) =>
        Problems.Add(Source, what, writeInstead, Line, column ?? Column);

    /// <summary>Adds a warning at this place.</summary>
    public void Warning(string what, string? writeInstead = null) => Problems.Warn(Source, what, writeInstead, Line, Column);
}
