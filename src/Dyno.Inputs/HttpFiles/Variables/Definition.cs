namespace Dyno.Inputs;

/// <summary>A variable of a file. Its value is read at its first use, because the value may name other variables.</summary>
/// <param name="Name">As written.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Column">The column of the value, from 1.</param>
/// <param name="Source">The file with the definition, when it is not the file that is read.</param>
internal sealed record Definition(string Name, string Text, int? Line, int Column, string? Source = null)
{
    /// <summary>The value; null until it is read.</summary>
    public TextTemplate? Value { get; set; }

    /// <summary>Whether the value is being read: a second read at the same time means that variables name each other in a circle.</summary>
    public bool IsBeingRead { get; set; }
}
