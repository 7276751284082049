namespace Dyno.Results;

/// <summary>One mistake in the user's input, and what to write instead.</summary>
/// <param name="Source">The file as the user named it, or the option (<c>--rate</c>); empty when <paramref name="What"/> says it.</param>
/// <param name="Line">Line in the file, from 1; null for an option or the whole file.</param>
/// <param name="Column">Column in the line, from 1; null when the whole line is meant.</param>
/// <param name="What">What is wrong, in one sentence without a full stop.</param>
/// <param name="WriteInstead">What to write instead; null when <paramref name="What"/> says it.</param>
public sealed record Problem(string Source, int? Line, int? Column, string What, string? WriteInstead)
{
    /// <summary>The problem as messages show it: <c>hello.websurge:12: header has no colon: "…"  -> write "…"</c>.</summary>
    public override string ToString()
    {
        var text = new StringBuilder(Source);
        if (Line is { } line) text.Append(':').Append(line);
        if (Column is { } column) text.Append(':').Append(column);
        if (text.Length > 0) text.Append(": ");
        text.Append(What);
        if (WriteInstead is not null) text.Append("  -> ").Append(WriteInstead);
        return text.ToString();
    }
}
