namespace Dyno.Inputs;

/// <summary>The lines of a request, sorted by their meaning.</summary>
internal sealed record RequestLines
{
    public required OutlinedRequest Request { get; init; }

    /// <summary>First line of the request: its title, or the first line after the separator.</summary>
    public required int First { get; init; }

    /// <summary>Last line of the request: the line before the next title, or before the separator.</summary>
    public required int Last { get; init; }

    /// <summary>The line that holds the name of the request, and the text before the name in this line; line 0 when no line does.</summary>
    public required (int Line, string Before) NameAt { get; init; }

    /// <summary>The lines that make up the request line.</summary>
    public required ImmutableArray<SessionLine> RequestLine { get; init; }

    /// <summary>The text after the URL, with the blank before it: <c> HTTP/1.1</c>.</summary>
    public string Version { get; init; } = "";

    /// <summary>The lines of each header of the outline: a value may continue in indented lines.</summary>
    public ImmutableArray<(int First, int Last)> HeaderLines { get; init; } = [];

    /// <summary>The line that switches the request off; 0 when no line does.</summary>
    public int SwitchLine { get; init; }

    /// <summary>Lines of the body; empty for none.</summary>
    public ImmutableArray<SessionLine> Body { get; init; } = [];
}
