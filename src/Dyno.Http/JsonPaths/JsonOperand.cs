namespace Dyno.Http;

/// <summary>A value in a condition; null when there is no such value.</summary>
internal abstract record JsonOperand
{
    public abstract JsonElement? Of(JsonElement element, JsonElement root);
}

/// <summary>A literal: <c>3</c>, <c>'text'</c>, <c>true</c>.</summary>
internal sealed record JsonLiteral(JsonElement Value) : JsonOperand
{
    public override JsonElement? Of(JsonElement element, JsonElement root) => Value;
}

/// <summary>A path from the element under test (<c>@</c>) or from the root of the document (<c>$</c>); its value is the first one.</summary>
internal sealed record JsonQuery(JsonPath Path, bool IsFromRoot) : JsonOperand
{
    public override JsonElement? Of(JsonElement element, JsonElement root) => JsonPath.First(All(element, root));

    public IEnumerable<JsonElement> All(JsonElement element, JsonElement root) => Path.All(IsFromRoot ? root : element, root);
}

/// <summary><c>length(…)</c>: characters of a string, elements of an array, members of an object.</summary>
internal sealed record JsonLength(JsonOperand Argument) : JsonOperand
{
    public override JsonElement? Of(JsonElement element, JsonElement root) => Argument.Of(element, root) switch
    {
        { ValueKind: JsonValueKind.String } text => JsonNumber.Of(text.GetString()!.EnumerateRunes().Count()),
        { ValueKind: JsonValueKind.Array } array => JsonNumber.Of(array.GetArrayLength()),
        { ValueKind: JsonValueKind.Object } members => JsonNumber.Of(members.GetPropertyCount()),
        _ => null,
    };
}

/// <summary><c>count(…)</c>: how many values a path matches.</summary>
internal sealed record JsonCount(JsonQuery Argument) : JsonOperand
{
    public override JsonElement? Of(JsonElement element, JsonElement root) => JsonNumber.Of(Argument.All(element, root).Count());
}

/// <summary><c>value(…)</c>: the value that a path matches when it matches one alone.</summary>
internal sealed record JsonOnlyValue(JsonQuery Argument) : JsonOperand
{
    public override JsonElement? Of(JsonElement element, JsonElement root) =>
        Argument.All(element, root).Take(2).ToList() is [var only] ? only : null;
}

/// <summary><c>match(…)</c>: a regular expression (RFC 9485) fits a whole string; <c>search(…)</c>: a part of it.</summary>
internal sealed record JsonMatch(JsonOperand Text, JsonOperand Pattern, bool IsWhole) : JsonFilter
{
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(1);

    public override bool Holds(JsonElement element, JsonElement root)
    {
        if (Text.Of(element, root) is not { ValueKind: JsonValueKind.String } text
            || Pattern.Of(element, root) is not { ValueKind: JsonValueKind.String } pattern) return false;
        var expression = InDotNet(pattern.GetString()!);
        try
        {
            return Regex.IsMatch(text.GetString()!, IsWhole ? $@"\A(?:{expression})\z" : expression, RegexOptions.CultureInvariant, MaxTime);
        }
        catch (Exception failure) when (failure is ArgumentException or RegexMatchTimeoutException)
        {
            return false; // no regular expression
        }
    }

    // The dot is any character but the ends of lines, also one that .NET keeps as two.
    private static string InDotNet(string pattern)
    {
        var text = new StringBuilder();
        var isClass = false;
        for (var i = 0; i < pattern.Length; i++)
        {
            if (pattern[i] == '[') isClass = true;
            else if (pattern[i] == ']') isClass = false;
            if (pattern[i] == '\\' && i + 1 < pattern.Length) text.Append(pattern[i++]).Append(pattern[i]);
            else if (pattern[i] == '.' && !isClass) text.Append(@"(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\n\r])");
            else text.Append(pattern[i]);
        }

        return text.ToString();
    }
}

internal static class JsonNumber
{
    public static JsonElement Of(int number) => JsonElement.Parse(number.ToString(CultureInfo.InvariantCulture));
}
