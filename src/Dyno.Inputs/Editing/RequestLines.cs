using System.Collections.Immutable;
using Dyno.Inputs.WebSurge;

namespace Dyno.Inputs.Editing;

/// <summary>The lines of a request, by what they are.</summary>
internal sealed record RequestLines
{
    public required OutlinedRequest Request { get; init; }

    /// <summary>First line that belongs to it, its title or the first after the separator.</summary>
    public required int First { get; init; }

    /// <summary>Last line before the next one's title, or before the separator.</summary>
    public required int Last { get; init; }

    /// <summary>The line that holds its name, and what stands before the name there; 0 when none does.</summary>
    public required (int Line, string Before) NameAt { get; init; }

    /// <summary>Lines of the request line.</summary>
    public required ImmutableArray<SessionLine> RequestLine { get; init; }

    /// <summary>Whatever follows the URL, with the blank before it: <c> HTTP/1.1</c>.</summary>
    public string Version { get; init; } = "";

    /// <summary>For each header of the outline its lines: a value may go on in indented ones.</summary>
    public ImmutableArray<(int First, int Last)> HeaderLines { get; init; } = [];

    /// <summary>The line that switches it off; 0 when none does.</summary>
    public int SwitchLine { get; init; }

    /// <summary>Lines of the body; empty for none.</summary>
    public ImmutableArray<SessionLine> Body { get; init; } = [];
}
