using Dyno.Results.Problems;

namespace Dyno.Inputs.WebSurge;

/// <summary>One line of a session.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Text">Without its ending.</param>
/// <param name="Ending">As it stands in the file, because it may belong to a body; empty at the end of the file.</param>
internal readonly record struct SessionLine(int Number, string Text, string Ending)
{
    /// <summary>The line's place in the file, from the first character that is not a blank.</summary>
    public SourcePlace In(SourcePlace file) => file with { Line = Number, Column = Text.Length - Text.AsSpan().TrimStart().Length + 1 };

    public bool IsBlank => string.IsNullOrWhiteSpace(Text);

    /// <summary>5 to 100 dashes and nothing else.</summary>
    public bool IsSeparator
    {
        get
        {
            var dashes = Text.AsSpan().TrimEnd();
            return dashes.Length is >= 5 and <= 100 && !dashes.ContainsAnyExcept('-');
        }
    }

    /// <summary>A stored answer begins, which a session may keep after each request.</summary>
    public bool StartsStoredResponse => Text.StartsWith("HTTP/", StringComparison.Ordinal);
}
