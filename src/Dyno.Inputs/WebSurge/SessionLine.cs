namespace Dyno.Inputs;

/// <summary>One line of a session.</summary>
/// <param name="Number">The number of the line, from 1.</param>
/// <param name="Ending">The line ending as in the file, because it may belong to a body; empty at the end of the file.</param>
internal readonly record struct SessionLine(int Number, string Text, string Ending)
{
    /// <summary>The line's place in the file, from the first character that is not a blank.</summary>
    public SourcePlace In(SourcePlace file) => file with { Line = Number, Column = Text.Length - Text.AsSpan().TrimStart().Length + 1 };

    public bool IsBlank => string.IsNullOrWhiteSpace(Text);

    /// <summary>Whether the line is 5 to 100 dashes and nothing else.</summary>
    public bool IsSeparator
    {
        get
        {
            var dashes = Text.AsSpan().TrimEnd();
            return dashes.Length is >= 5 and <= 100 && !dashes.ContainsAnyExcept('-');
        }
    }

    /// <summary>Whether a stored answer begins here; a session may keep an answer after each request.</summary>
    public bool StartsStoredResponse => Text.StartsWith("HTTP/", StringComparison.Ordinal);
}
