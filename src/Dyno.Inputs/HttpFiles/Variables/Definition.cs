using Dyno.Http.Templates;

namespace Dyno.Inputs.HttpFiles;

/// <summary>A variable before its value was looked at: read at its first use, because it may name others.</summary>
/// <param name="Name">As written.</param>
/// <param name="Text">Its value as written.</param>
/// <param name="Line">Where, from 1.</param>
/// <param name="Column">Of the value, from 1.</param>
/// <param name="Source">The file, when it is not the one that is read.</param>
internal sealed record Definition(string Name, string Text, int? Line, int Column, string? Source = null)
{
    /// <summary>Null until read.</summary>
    public TextTemplate? Value { get; set; }

    /// <summary>A second look while this is true is a circle.</summary>
    public bool IsBeingRead { get; set; }
}
