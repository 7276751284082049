namespace Dyno.Http;

/// <summary>Reads paths: their segments and selectors.</summary>
internal static class JsonPathText
{
    /// <summary>Reads a whole path from <c>$</c>; null when the text is no path.</summary>
    public static JsonPath? Read(string text)
    {
        var cursor = new JsonCursor(text);
        return cursor.Takes("$") && Segments(cursor) is { } path && cursor.IsAtEnd ? path : null;
    }

    /// <summary>Reads the segments after <c>$</c> or <c>@</c>; null when one of them is wrong.</summary>
    public static JsonPath? Segments(JsonCursor cursor)
    {
        var segments = ImmutableArray.CreateBuilder<JsonSegment>();
        while (true)
        {
            var start = cursor.At;
            cursor.SkipBlanks();
            if (cursor.Next is not ('.' or '['))
            {
                cursor.At = start;
                return new JsonPath(segments.ToImmutable());
            }

            if (Segment(cursor) is not { } segment) return null;
            segments.Add(segment);
        }
    }

    private static JsonSegment? Segment(JsonCursor cursor)
    {
        if (cursor.Takes("..")) return (cursor.Next == '[' ? Bracketed(cursor) : AfterDot(cursor)) is { } deep ? new JsonSegment(deep, IsDeep: true) : null;
        if (cursor.Takes(".") && cursor.Next != '[') return AfterDot(cursor) is { } one ? new JsonSegment(one, IsDeep: false) : null;
        return Bracketed(cursor) is { } selectors ? new JsonSegment(selectors, IsDeep: false) : null;
    }

    private static ImmutableArray<JsonSelector>? AfterDot(JsonCursor cursor)
    {
        if (cursor.Takes("*")) return [new JsonWildcardSelector()];
        if (cursor.Name() is { } name) return [new JsonNameSelector(name)];
        if (cursor.Digits() is not { } digits) return null;
        // Not in the standard: .0 is the element, or the property of this name.
        return long.TryParse(digits, out var index) ? [new JsonNameSelector(digits), new JsonIndexSelector(index)] : [new JsonNameSelector(digits)];
    }

    private static ImmutableArray<JsonSelector>? Bracketed(JsonCursor cursor)
    {
        if (!cursor.Takes("[")) return null;
        var selectors = ImmutableArray.CreateBuilder<JsonSelector>();
        do
        {
            cursor.SkipBlanks();
            if (Selector(cursor) is not { } selector) return null;
            selectors.Add(selector);
            cursor.SkipBlanks();
        }
        while (cursor.Takes(","));
        return cursor.Takes("]") ? selectors.ToImmutable() : null;
    }

    private static JsonSelector? Selector(JsonCursor cursor)
    {
        if (cursor.Takes("*")) return new JsonWildcardSelector();
        if (cursor.Next is '\'' or '"') return cursor.Text() is { } name ? new JsonNameSelector(name) : null;
        if (cursor.Takes("?"))
        {
            cursor.SkipBlanks();
            return JsonFilterText.Read(cursor) is { } filter ? new JsonFilterSelector(filter) : null;
        }

        if (!cursor.TryInteger(out var start)) return null;
        var afterStart = cursor.At;
        cursor.SkipBlanks();
        if (cursor.Takes(":")) return Slice(cursor, start);
        cursor.At = afterStart;
        return start is { } index ? new JsonIndexSelector(index) : null;
    }

    private static JsonSliceSelector? Slice(JsonCursor cursor, long? start)
    {
        cursor.SkipBlanks();
        if (!cursor.TryInteger(out var end)) return null;
        cursor.SkipBlanks();
        if (!cursor.Takes(":")) return new JsonSliceSelector(start, end, 1);
        cursor.SkipBlanks();
        return cursor.TryInteger(out var step) ? new JsonSliceSelector(start, end, step ?? 1) : null;
    }
}
