namespace Dyno.Inputs;

/// <summary>
/// An <c>.http</c> file or a WebSurge session as an editor shows it: the texts as written, with their lines. What the outline does not know
/// stays in the file, and <see cref="SessionEditor"/> does not touch it.
/// </summary>
/// <param name="Variables">The variables (<c>@name = value</c>), in the order of the file.</param>
/// <param name="Requests">In the order of the file.</param>
/// <param name="HasChecks">Whether requests can have checks in this language.</param>
/// <param name="HasSwitch">Whether requests can be switched off in this language.</param>
public sealed record SessionOutline(
    ImmutableArray<OutlinedLine> Variables, ImmutableArray<OutlinedRequest> Requests, bool HasChecks, bool HasSwitch);

/// <summary>A name and a value: a variable or a header.</summary>
/// <param name="Line">Line of the text, from 1; null for a text that is not in the file yet.</param>
public sealed record OutlinedLine(string Name, string Value, int? Line = null);

/// <summary>A condition on the answers of a request.</summary>
/// <param name="Text">As written, such as <c>status == 200</c>.</param>
/// <param name="Line">Line of the text, from 1; null for a text that is not in the file yet.</param>
public sealed record OutlinedCheck(string Text, int? Line = null);

/// <summary>A request as it is written.</summary>
public sealed record OutlinedRequest
{
    /// <summary>Index of the request in the file, from 0.</summary>
    public required int Index { get; init; }

    /// <summary>Line of the request line, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>The title of the request; empty without one.</summary>
    public required string Name { get; init; }

    /// <summary>The name that <c>--request</c> takes; empty when the request differs from others only in its place.</summary>
    public required string Label { get; init; }

    /// <summary>The method in capitals, as it would be sent; GET when none is written.</summary>
    public required string Method { get; init; }

    /// <summary>The URL on one line, with its slots as written.</summary>
    public required string Url { get; init; }

    /// <summary>The headers, without those that control WebSurge.</summary>
    public required ImmutableArray<OutlinedLine> Headers { get; init; }

    /// <summary>The body as written, with <c>\n</c> between its lines; empty for none.</summary>
    public required string Body { get; init; }

    /// <summary>Conditions on its answers.</summary>
    public required ImmutableArray<OutlinedCheck> Checks { get; init; }

    /// <summary>False when it is switched off.</summary>
    public bool IsActive { get; init; } = true;
}
