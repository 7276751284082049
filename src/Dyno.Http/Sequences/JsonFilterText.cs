using System.Collections.Immutable;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Dyno.Http.Sequences;

/// <summary>
/// Reads the text after <c>[?</c>: paths from <c>@</c>, strings in single or double quotes, numbers, <c>true</c>, <c>false</c>,
/// <c>null</c>, compared with <c>== != &lt; &lt;= &gt; &gt;=</c> (<c>===</c> and <c>!==</c> as in JavaScript), joined by
/// <c>&amp;&amp;</c>, <c>||</c>, <c>!</c> and parentheses. Functions are not supported.
/// </summary>
internal sealed partial class JsonFilterText(string text, int start, int depth)
{
    private const int MaxDepth = 32;
    private int _at = start;
    private int _depth = depth;

    /// <summary>Reads a filter up to and including its closing bracket; null when the text is not understood.</summary>
    /// <param name="text">The whole path.</param>
    /// <param name="at">The position after <c>[?</c>; moved to the position after the closing bracket.</param>
    /// <param name="depth">The number of filters around this filter.</param>
    public static JsonFilter? Read(string text, ref int at, int depth)
    {
        var reader = new JsonFilterText(text, at, depth);
        if (reader.Any() is not { } filter || !reader.Takes("]")) return null;
        at = reader._at;
        return filter;
    }

    private JsonFilter? Any() => Joined("||", () => Joined("&&", One));

    private JsonFilter? Joined(string word, Func<JsonFilter?> part)
    {
        var parts = ImmutableArray.CreateBuilder<JsonFilter>();
        do
        {
            if (part() is not { } one) return null;
            parts.Add(one);
        }
        while (Takes(word));
        return parts.Count == 1 ? parts[0] : new JsonFilters(parts.ToImmutable(), IsAny: word == "||");
    }

    private JsonFilter? One()
    {
        if (_depth == MaxDepth) return null; // a malicious file could otherwise nest until the stack overflows
        _depth++;
        var filter = Takes("!") ? One() is { } inner ? new JsonNot(inner) : null : Takes("(") ? InParentheses() : Comparison();
        _depth--;
        return filter;
    }

    private JsonFilter? InParentheses() => Any() is { } filter && Takes(")") ? filter : null;

    private JsonFilter? Comparison()
    {
        if (Operand() is not { } left) return null;
        SkipBlanks();
        var match = Operator().Match(text, _at);
        if (!match.Success) return left.Path is { } path ? new JsonExists(path) : null;
        _at += match.Length;
        return Operand() is { } right ? new JsonComparison(left, match.Value is "===" or "!==" ? match.Value[..2] : match.Value, right) : null;
    }

    private JsonOperand? Operand()
    {
        SkipBlanks();
        if (Takes("@")) return JsonPath.TryReadSteps(text, ref _at, isWhole: false, _depth) is { } path ? new(path, null) : null;
        var match = Literal().Match(text, _at);
        if (!match.Success) return null;
        _at += match.Length;
        return new(null, match.Groups["text"] is { Success: true, Value: var written }
            ? JsonSerializer.SerializeToElement(Escape().Replace(written, "$1"))
            : JsonElement.Parse(match.Value));
    }

    private bool Takes(string word)
    {
        SkipBlanks();
        if (string.CompareOrdinal(text, _at, word, 0, word.Length) != 0) return false;
        _at += word.Length;
        return true;
    }

    private void SkipBlanks()
    {
        while (_at < text.Length && text[_at] is ' ' or '\t') _at++;
    }

    [GeneratedRegex(@"\\(.)", RegexOptions.CultureInvariant)]
    private static partial Regex Escape();

    [GeneratedRegex(@"\G(?:===|==|!==|!=|<=|>=|<|>)", RegexOptions.CultureInvariant)]
    private static partial Regex Operator();

    [GeneratedRegex(@"\G(?:'(?<text>(?:[^'\\]|\\['""\\/])*)'|""(?<text>(?:[^""\\]|\\['""\\/])*)""|-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,3})?|true\b|false\b|null\b)", RegexOptions.CultureInvariant)]
    private static partial Regex Literal();
}
