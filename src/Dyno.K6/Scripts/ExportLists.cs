using System.Text;
using System.Text.RegularExpressions;

namespace Dyno.K6.Scripts;

/// <summary>
/// Makes several declarations of one that exports several variables, <c>export const a = 1, b = 2;</c>: the compiler of modules
/// knows the first one only, and leaves the others undeclared.
/// </summary>
internal static partial class ExportLists
{
    /// <summary>The same program on the same lines; a list that cannot be told apart for sure, as with generic types, stays.</summary>
    public static string Split(string text)
    {
        if (!text.Contains("export", StringComparison.Ordinal)) return text;
        var made = new StringBuilder();
        var copied = 0;
        foreach (Match declaration in Declaration().Matches(text))
        {
            if (declaration.Index < copied) continue;
            foreach (var comma in CommasOf(text, declaration.Index + declaration.Length))
            {
                made.Append(text, copied, comma - copied).Append("; ").Append("export ").Append(declaration.Groups[1].Value);
                copied = comma + 1;
                if (!char.IsWhiteSpace(text[copied])) made.Append(' ');
            }
        }
        return copied == 0 ? text : made.Append(text, copied, text.Length - copied).ToString();
    }

    private static List<int> CommasOf(string text, int from)
    {
        var commas = new List<int>();
        var (depth, last) = (0, ',');
        for (var i = from; i < text.Length; i++)
        {
            var c = text[i];
            if (c == '/' && i + 1 < text.Length && text[i + 1] is '/' or '*')
            {
                var end = text[i + 1] == '/' ? text.IndexOf('\n', i) : text.IndexOf("*/", i + 2, StringComparison.Ordinal) + 1;
                if (end <= i) return commas;
                i = text[i + 1] == '/' ? end - 1 : end;
                continue;
            }
            if (c is '"' or '\'' or '`' || (c == '/' && IsExpressionNext(text.AsSpan(0, i), last)))
                i = EndOf(text, i);
            else if (c is '(' or '[' or '{') depth++;
            else if (c is ')' or ']' or '}') depth--;
            else if (depth == 0 && c == '<') return [];
            else if (depth == 0 && c == ',') commas.Add(i);
            if (depth < 0 || (depth == 0 && (c == ';' || (c == '\n' && last is not (',' or '='))))) return commas;
            if (!char.IsWhiteSpace(c)) last = c;
        }
        return commas;
    }

    // Whether a slash begins a regular expression and does not divide.
    private static bool IsExpressionNext(ReadOnlySpan<char> before, char last) =>
        last is '(' or ',' or '=' or '>' or ':' or '[' or '!' or '&' or '|' or '?' or '{' or '}' or ';' || before.TrimEnd().EndsWith("return");

    // Of a text, a template or a regular expression: its last character.
    private static int EndOf(string text, int at)
    {
        var isClass = false;
        for (var i = at + 1; i < text.Length; i++)
        {
            if (text[i] == '\\') i++;
            else if (text[at] == '`' && text[i] == '$' && i + 1 < text.Length && text[i + 1] == '{') i = EndOfPlaceholder(text, i + 2);
            else if (text[at] == '/' && text[i] is '[' or ']') isClass = text[at] == '/' && text[i] == '[';
            else if (text[i] == text[at] && !isClass) return i;
            else if (text[i] == '\n' && text[at] != '`') return i;
        }
        return text.Length;
    }

    // Of ${…} in a template, which may hold further ones: its brace.
    private static int EndOfPlaceholder(string text, int from)
    {
        var depth = 1;
        for (var i = from; i < text.Length; i++)
        {
            if (text[i] is '"' or '\'' or '`') i = EndOf(text, i);
            else if (text[i] == '{') depth++;
            else if (text[i] == '}' && --depth == 0) return i;
        }
        return text.Length;
    }

    [GeneratedRegex(@"^[ \t]*export[ \t]+(const|let|var)\b", RegexOptions.Multiline)]
    private static partial Regex Declaration();
}
