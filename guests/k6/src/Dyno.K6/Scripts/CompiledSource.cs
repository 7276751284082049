namespace Dyno.K6;

/// <summary>A file as the engine runs it.</summary>
/// <param name="File">Its full path or URL.</param>
/// <param name="Body">An expression: the function that is the module. Its first line is Dyno's, the script begins on the second.</param>
/// <param name="Map">Leads back to the text as the user wrote it; null when nothing was moved within a line.</param>
/// <param name="IsJson">Whether it is not a program but JSON.</param>
internal sealed record CompiledSource(string File, string Body, SourceMap? Map, bool IsJson = false)
{
    /// <summary>What it imports and exports: <see cref="ModuleLinks.Read"/>.</summary>
    public string Links { get; init; } = ModuleLinks.None;

    /// <summary>The same file compiled for machines that several virtual users share; its map leads back to the body of this one. Null when not made.</summary>
    public CompiledSource? Dense { get; init; }
}
