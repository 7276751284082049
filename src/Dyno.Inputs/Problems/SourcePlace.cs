namespace Dyno.Inputs.Problems;

/// <summary>Where a text stands (an option, or a line of a file) and where its problems go.</summary>
internal readonly record struct SourcePlace(ProblemList Problems, string Source, int? Line = null, int? Column = null)
{
    public void Problem(string what, string? writeInstead = null, int? column = null) =>
        Problems.Add(Source, what, writeInstead, Line, column ?? Column);

    public void Warning(string what, string? writeInstead = null) => Problems.Warn(Source, what, writeInstead, Line, Column);
}
