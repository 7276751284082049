namespace Dyno.Http;

/// <summary>Reads conditions after <c>?</c>: comparisons, tests, functions, joined by <c>&amp;&amp;</c>, <c>||</c>, <c>!</c> and parentheses.</summary>
internal static class JsonFilterText
{
    private static readonly string[] Operators = ["===", "!==", "==", "!=", "<=", ">=", "<", ">"];

    /// <summary>Reads a condition; null when it is wrong.</summary>
    public static JsonFilter? Read(JsonCursor cursor) => Joined(cursor, "||", inner => Joined(inner, "&&", Basic));

    private static JsonFilter? Joined(JsonCursor cursor, string word, Func<JsonCursor, JsonFilter?> part)
    {
        var parts = ImmutableArray.CreateBuilder<JsonFilter>();
        while (true)
        {
            if (part(cursor) is not { } one) return null;
            parts.Add(one);
            var end = cursor.At;
            cursor.SkipBlanks();
            if (!cursor.Takes(word))
            {
                cursor.At = end;
                return parts.Count == 1 ? parts[0] : new JsonFilters(parts.ToImmutable(), IsAny: word == "||");
            }

            cursor.SkipBlanks();
        }
    }

    private static JsonFilter? Basic(JsonCursor cursor)
    {
        if (!cursor.Enter()) return null; // a malicious file could otherwise nest until the stack overflows
        var filter = cursor.Takes("!") ? Negated(cursor) : cursor.Next == '(' ? InParentheses(cursor) : Comparison(cursor);
        cursor.Leave();
        return filter;
    }

    private static JsonNot? Negated(JsonCursor cursor)
    {
        cursor.SkipBlanks();
        var inner = cursor.Next == '(' ? InParentheses(cursor) : cursor.Next is '!' ? null : Operand(cursor) is { } operand ? Test(operand) : null;
        return inner is null ? null : new JsonNot(inner);
    }

    private static JsonFilter? InParentheses(JsonCursor cursor)
    {
        if (!cursor.Takes("(")) return null;
        cursor.SkipBlanks();
        var filter = Read(cursor);
        cursor.SkipBlanks();
        return filter is not null && cursor.Takes(")") ? filter : null;
    }

    private static JsonFilter? Comparison(JsonCursor cursor)
    {
        if (Operand(cursor) is not { } left) return null;
        var end = cursor.At;
        cursor.SkipBlanks();
        if (Operators.FirstOrDefault(cursor.Takes) is not { } word)
        {
            cursor.At = end;
            return Test(left);
        }

        cursor.SkipBlanks();
        if (Operand(cursor) is not { } right || Value(left) is not { } first || Value(right) is not { } second) return null;
        return new JsonComparison(first, word is "===" or "!==" ? word[..2] : word, second);
    }

    // What stands alone is true when its path leads somewhere, or when the function says so.
    private static JsonFilter? Test(object operand) => operand switch
    {
        JsonFilter said => said,
        JsonQuery query => new JsonExists(query),
        _ => null,
    };

    // What is compared is one value.
    private static JsonOperand? Value(object operand) => operand switch
    {
        JsonQuery query => query.Path.IsSingular ? query : null,
        JsonOperand value => value,
        _ => null,
    };

    // A JsonOperand, or the JsonFilter of a function that is true or false.
    private static object? Operand(JsonCursor cursor)
    {
        if (cursor.Next is '@' or '$')
        {
            var isFromRoot = cursor.Takes("$") || !cursor.Takes("@");
            return JsonPathText.Segments(cursor) is { } path ? new JsonQuery(path, isFromRoot) : null;
        }

        if (cursor.Next is '\'' or '"') return cursor.Text() is { } text ? new JsonLiteral(JsonSerializer.SerializeToElement(text)) : null;
        if (cursor.FunctionName() is { } name) return Function(cursor, name);
        return cursor.Literal() is { } literal ? new JsonLiteral(JsonElement.Parse(literal)) : null;
    }

    private static object? Function(JsonCursor cursor, string name)
    {
        if (!cursor.Enter()) return null;
        var arguments = Arguments(cursor);
        cursor.Leave();
        return (name, arguments) switch
        {
            ("length", [var value]) => Value(value) is { } measured ? new JsonLength(measured) : null,
            ("count", [JsonQuery query]) => new JsonCount(query),
            ("value", [JsonQuery query]) => new JsonOnlyValue(query),
            ("match" or "search", [var text, var pattern]) =>
                Value(text) is { } searched && Value(pattern) is { } expression ? new JsonMatch(searched, expression, name == "match") : null,
            _ => null,
        };
    }

    private static List<object>? Arguments(JsonCursor cursor)
    {
        var arguments = new List<object>();
        cursor.SkipBlanks();
        if (cursor.Takes(")")) return arguments;
        do
        {
            cursor.SkipBlanks();
            if (Operand(cursor) is not { } argument) return null;
            arguments.Add(argument);
            cursor.SkipBlanks();
        }
        while (cursor.Takes(","));
        return cursor.Takes(")") ? arguments : null;
    }
}
