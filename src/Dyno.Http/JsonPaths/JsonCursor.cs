namespace Dyno.Http;

/// <summary>A place in the text of a path, and the words that can stand there.</summary>
internal sealed partial class JsonCursor(string text)
{
    private const int MaxDepth = 32;
    private const long MaxIndex = (1L << 53) - 1;
    private int _depth;

    /// <summary>The position, from 0.</summary>
    public int At { get; set; }

    public bool IsAtEnd => At == text.Length;

    /// <summary>The character at the position; NUL at the end.</summary>
    public char Next => At < text.Length ? text[At] : '\0';

    /// <summary>Enters a nested condition; false when they are too deep.</summary>
    public bool Enter() => ++_depth <= MaxDepth;

    public void Leave() => _depth--;

    public void SkipBlanks()
    {
        while (Next is ' ' or '\t' or '\n' or '\r') At++;
    }

    public bool Takes(string word)
    {
        if (string.CompareOrdinal(text, At, word, 0, word.Length) != 0) return false;
        At += word.Length;
        return true;
    }

    /// <summary>A name after a dot; null when there is none.</summary>
    public string? Name() => Taken(NameForm());

    public string? Digits() => Taken(DigitsForm());

    /// <summary>A number, <c>true</c>, <c>false</c> or <c>null</c>; null when there is none.</summary>
    public string? Literal() => Taken(LiteralForm());

    /// <summary>The name of a function, up to and including its opening parenthesis; null when there is none.</summary>
    public string? FunctionName() => Taken(FunctionForm())?[..^1];

    /// <summary>A whole number if one stands here; false when it is no index (<c>01</c>, <c>-0</c>, more than 2^53).</summary>
    public bool TryInteger(out long? number)
    {
        number = null;
        var start = At;
        if (Taken(IntegerForm()) is not { } written) return At == start && Next is not (>= '0' and <= '9' or '-');
        if (!long.TryParse(written, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) || Math.Abs(value) > MaxIndex) return false;
        number = value;
        return Next is not (>= '0' and <= '9');
    }

    /// <summary>A text in single or double quotes; null when it is wrong.</summary>
    public string? Text()
    {
        var quote = text[At++];
        var read = new StringBuilder();
        for (; At < text.Length; At++)
        {
            if (text[At] == quote)
            {
                At++;
                return read.ToString();
            }

            if (text[At] < ' ') return null;
            if (text[At] != '\\') read.Append(text[At]);
            else if (!TryEscape(quote, read)) return null;
        }

        return null;
    }

    private bool TryEscape(char quote, StringBuilder read)
    {
        At++;
        if (Next == quote) read.Append(quote);
        else if (Next == 'u') return TryCharacter(read);
        else if ("bfnrt/\\".IndexOf(Next, StringComparison.Ordinal) is >= 0 and var which) read.Append("\b\f\n\r\t/\\"[which]);
        else return false;
        return true;
    }

    // Four hexadecimal digits; a high surrogate needs a low one behind it, and the other way round.
    private bool TryCharacter(StringBuilder read)
    {
        if (!TryHex(out var first) || char.IsLowSurrogate(first)) return false;
        read.Append(first);
        if (!char.IsHighSurrogate(first)) return true;
        if (string.CompareOrdinal(text, At + 1, @"\u", 0, 2) != 0) return false;
        At += 2;
        if (!TryHex(out var second) || !char.IsLowSurrogate(second)) return false;
        read.Append(second);
        return true;
    }

    private bool TryHex(out char character)
    {
        character = '\0';
        if (At + 5 > text.Length) return false;
        if (!ushort.TryParse(text.AsSpan(At + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code)) return false;
        character = (char)code;
        At += 4;
        return true;
    }

    private string? Taken(Regex form)
    {
        var match = form.Match(text, At);
        if (!match.Success) return null;
        At += match.Length;
        return match.Value;
    }

    // Beyond the standard: $ anywhere, - behind the first character.
    [GeneratedRegex(@"\G[A-Za-z_$\u0080-\uFFFF][A-Za-z0-9_$\u0080-\uFFFF-]*", RegexOptions.CultureInvariant)]
    private static partial Regex NameForm();

    [GeneratedRegex(@"\G[0-9]+", RegexOptions.CultureInvariant)]
    private static partial Regex DigitsForm();

    [GeneratedRegex(@"\G(?:0|-?[1-9][0-9]{0,17})", RegexOptions.CultureInvariant)]
    private static partial Regex IntegerForm();

    [GeneratedRegex(@"\G(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z_.])|(?:true|false|null)(?![A-Za-z0-9_]))", RegexOptions.CultureInvariant)]
    private static partial Regex LiteralForm();

    [GeneratedRegex(@"\G[a-z][a-z0-9_]*\(", RegexOptions.CultureInvariant)]
    private static partial Regex FunctionForm();
}
