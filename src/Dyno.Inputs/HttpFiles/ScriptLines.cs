namespace Dyno.Inputs;

/// <summary>
/// What editors do around a request: scripts before (<c>&lt; {% … %}</c>) and after it (<c>&gt; {% … %}</c>,
/// <c>&gt; file.js</c>), answers kept in files (<c>&gt;&gt; file</c>), links to kept answers (<c>&lt;&gt; file</c>). None of it is
/// part of the load: scripts are left out with a warning, the others silently. Conditions of httpYac (<c>?? …</c>) become checks.
/// </summary>
internal static partial class ScriptLines
{
    private const string Instead = "write # @check for conditions, and {{name.response.body.$.path}} for values of an answer";

    /// <summary>Whether a script begins at the current line; the cursor then stands on its last line.</summary>
    public static bool TrySkip(LineCursor lines, SourcePlace place)
    {
        var text = lines.Current.Text.Trim();
        if (TrySkipAssert(lines.Current, place)) return true;
        if (OpensBlock().IsMatch(text)) return SkipBlock(lines, place);
        var isScript = Opens(text) || (text.StartsWith("< ", StringComparison.Ordinal) && IsScriptFile(text));
        if (!isScript) return false;
        Warn(place, lines.Current);
        if (!text.Contains("{%", StringComparison.Ordinal) || text.Contains("%}", StringComparison.Ordinal)) return true;
        var start = lines.Current;
        while (lines.More && !lines.Current.Text.Contains("%}", StringComparison.Ordinal)) lines.Next();
        if (!lines.More) start.In(place).Problem("the script never ends", "write %} below it");
        return true;
    }

    /// <summary>Whether the line is a condition of httpYac that no check says.</summary>
    public static bool TrySkipAssert(SessionLine line, SourcePlace place)
    {
        if (!line.Text.TrimStart().StartsWith("?? ", StringComparison.Ordinal)) return false;
        line.In(place).Warning("this condition is left out: Dyno has no such check", "write # @check status == 200, or another check on status, size, duration, header or body");
        return true;
    }

    /// <summary>Whether a stored answer begins here, <c>HTTP/1.1 200 OK</c>: editors keep one below its request, as an example.</summary>
    public static bool BeginsStoredAnswer(SessionLine line) => StatusLine().IsMatch(line.Text);

    // A script as httpYac writes it: between a line of opening braces and a line of closing braces.
    private static bool SkipBlock(LineCursor lines, SourcePlace place)
    {
        var start = lines.Current;
        if (lines.Rest().All(l => l.Text.Trim() != "}}")) return false;
        Warn(place, start);
        while (lines.Current.Text.Trim() != "}}") lines.Next();
        return true;
    }

    /// <summary>The body without the scripts, links, conditions and stored answers below it; conditions go to the directives.</summary>
    public static ImmutableArray<SessionLine> Drop(ImmutableArray<SessionLine> body, ImmutableArray<Directive>.Builder directives, SourcePlace place)
    {
        var kept = ImmutableArray.CreateBuilder<SessionLine>();
        for (var lines = new LineCursor(body); lines.More; lines.Next())
        {
            var text = lines.Current.Text;
            if (BeginsStoredAnswer(lines.Current) && (kept.Count == 0 || kept[^1].IsBlank)) break;
            if (HttpYacAssert.Read(lines.Current) is { } check)
            {
                directives.Add(check);
                continue;
            }

            if (text.StartsWith(">>", StringComparison.Ordinal) || text.StartsWith("<> ", StringComparison.Ordinal)) continue;
            if (!TrySkip(lines, place)) kept.Add(lines.Current);
            if (!lines.More) break;
        }

        return kept.ToImmutable();
    }

    [GeneratedRegex(@"^HTTP/[0-9](?:\.[0-9])?[ \t]+[1-5][0-9]{2}(?:[ \t]|$)", RegexOptions.CultureInvariant)]
    private static partial Regex StatusLine();

    [GeneratedRegex(@"^\{\{\+?(?:@\w+)?$")]
    private static partial Regex OpensBlock();

    private static bool Opens(string text) =>
        text.StartsWith("< {%", StringComparison.Ordinal) || text.StartsWith("> {%", StringComparison.Ordinal) || text.StartsWith("<{%", StringComparison.Ordinal)
        || text.StartsWith(">{%", StringComparison.Ordinal) || (text.StartsWith("> ", StringComparison.Ordinal) && IsScriptFile(text));

    private static bool IsScriptFile(string text) => text.EndsWith(".js", StringComparison.OrdinalIgnoreCase);

    private static void Warn(SourcePlace place, SessionLine line) =>
        line.In(place).Warning($"scripts are not run: this script is left out; {Instead}");
}
