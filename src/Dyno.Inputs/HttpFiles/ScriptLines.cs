using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Dyno.Inputs.WebSurge;
using Dyno.Results.Problems;

namespace Dyno.Inputs.HttpFiles;

/// <summary>
/// What editors do around a request: scripts before (<c>&lt; {% … %}</c>) and after it (<c>&gt; {% … %}</c>,
/// <c>&gt; file.js</c>), answers kept in files (<c>&gt;&gt; file</c>), links to kept answers (<c>&lt;&gt; file</c>). None of it is
/// part of the load: scripts are left out with a warning, the others silently.
/// </summary>
internal static partial class ScriptLines
{
    private const string Instead = "write # @check for conditions, and {{name.response.body.$.path}} for values of an answer";

    /// <summary>Whether a script begins at the current line; the cursor then stands on its last line.</summary>
    public static bool TrySkip(LineCursor lines, SourcePlace place)
    {
        var text = lines.Current.Text.Trim();
        if (text.StartsWith("?? ", StringComparison.Ordinal)) // a condition on the answer, as httpYac writes it
        {
            Warn(place, lines.Current);
            return true;
        }

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

    // A script as httpYac writes it: between a line of opening braces and a line of closing braces.
    private static bool SkipBlock(LineCursor lines, SourcePlace place)
    {
        var start = lines.Current;
        if (lines.Rest().All(l => l.Text.Trim() != "}}")) return false;
        Warn(place, start);
        while (lines.Current.Text.Trim() != "}}") lines.Next();
        return true;
    }

    /// <summary>The body without the scripts and links below it.</summary>
    public static ImmutableArray<SessionLine> Drop(ImmutableArray<SessionLine> body, SourcePlace place)
    {
        var kept = ImmutableArray.CreateBuilder<SessionLine>();
        for (var lines = new LineCursor(body); lines.More; lines.Next())
        {
            var text = lines.Current.Text;
            if (text.StartsWith(">>", StringComparison.Ordinal) || text.StartsWith("<> ", StringComparison.Ordinal)) continue;
            if (!TrySkip(lines, place)) kept.Add(lines.Current);
            if (!lines.More) break;
        }

        return kept.ToImmutable();
    }

    [GeneratedRegex(@"^\{\{\+?(?:@\w+)?$")]
    private static partial Regex OpensBlock();

    private static bool Opens(string text) =>
        text.StartsWith("< {%", StringComparison.Ordinal) || text.StartsWith("> {%", StringComparison.Ordinal) || text.StartsWith("<{%", StringComparison.Ordinal)
        || text.StartsWith(">{%", StringComparison.Ordinal) || (text.StartsWith("> ", StringComparison.Ordinal) && IsScriptFile(text));

    private static bool IsScriptFile(string text) => text.EndsWith(".js", StringComparison.OrdinalIgnoreCase);

    private static void Warn(SourcePlace place, SessionLine line) =>
        line.In(place).Warning($"scripts are not run: this script is left out; {Instead}");
}
