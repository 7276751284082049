namespace Dyno.Import;

/// <summary>
/// A text that a <c>pattern</c> allows: the shortest text along the first alternatives, checked against the pattern itself. There is none
/// for look-arounds and back references.
/// </summary>
internal sealed class PatternSample
{
    private const int MaxLength = 1_000;
    private const int MaxDepth = 32;
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(200);

    private readonly string _pattern;
    private int _at;

    private PatternSample(string pattern) => _pattern = pattern;

    /// <summary>The text; null when none is found.</summary>
    public static string? Of(string pattern)
    {
        if (pattern.Length > 2_000) return null;
        try
        {
            var text = new PatternSample(pattern).Alternatives(0);
            return text.Length <= MaxLength && Regex.IsMatch(text, pattern, RegexOptions.CultureInvariant, Patience) ? text : null;
        }
        catch (Exception unknown) when (unknown is FormatException or ArgumentException or RegexMatchTimeoutException)
        {
            return null;
        }
    }

    private bool More => _at < _pattern.Length;

    // Takes the first alternative; the others are read and ignored.
    private string Alternatives(int depth)
    {
        if (depth > MaxDepth) throw new FormatException();
        var first = Sequence(depth);
        while (More && _pattern[_at] == '|')
        {
            _at++;
            Sequence(depth);
        }

        return first;
    }

    private string Sequence(int depth)
    {
        var text = new StringBuilder();
        while (More && _pattern[_at] is not ('|' or ')'))
        {
            var piece = Piece(depth);
            for (var times = Least(); times > 0 && text.Length <= MaxLength; times--) text.Append(piece);
        }

        return text.ToString();
    }

    private string Piece(int depth)
    {
        var c = _pattern[_at++];
        switch (c)
        {
            case '^' or '$': return "";
            case '.': return "x";
            case '[': return Class();
            case '\\': return Escape().ToString();
            case '(':
                if (More && _pattern[_at] == '?') SkipGroupName();
                var inner = Alternatives(depth + 1);
                if (!More) throw new FormatException();
                _at++;
                return inner;
            default: return c.ToString();
        }
    }

    private void SkipGroupName()
    {
        _at++;
        if (More && _pattern[_at] == ':') _at++;
        else if (More && _pattern[_at] is '<' or 'P' && _pattern.IndexOf('>', _at) is > 0 and var close
            && _pattern[_at + 1] is not ('=' or '!')) _at = close + 1;
        else throw new FormatException(); // a look-around
    }

    private int Least()
    {
        if (!More) return 1;
        var least = 1;
        switch (_pattern[_at])
        {
            case '*' or '?': (least, _at) = (0, _at + 1); break;
            case '+': _at++; break;
            case '{' when Regex.Match(_pattern[_at..], @"^\{([0-9]{1,4})(?:,[0-9]*)?\}", RegexOptions.CultureInvariant, Patience) is { Success: true } times:
                least = int.Parse(times.Groups[1].Value, CultureInfo.InvariantCulture);
                _at += times.Length;
                break;
            default: return 1;
        }

        if (More && _pattern[_at] is '?' or '+') _at++; // a lazy or possessive quantifier
        return least;
    }

    // The first character of a class; for a negated class the first of some characters that the class allows.
    private string Class()
    {
        var isNegated = More && _pattern[_at] == '^';
        if (isNegated) _at++;
        var ranges = new List<(char From, char To)>();
        for (var first = true; More && (first || _pattern[_at] != ']'); first = false)
        {
            var from = _pattern[_at++] is var c && c == '\\' ? Escape(ranges) : c;
            var to = from;
            if (_at + 1 < _pattern.Length && _pattern[_at] == '-' && _pattern[_at + 1] != ']')
            {
                _at++;
                to = _pattern[_at++] is var end && end == '\\' ? Escape() : end;
            }

            ranges.Add((from, to));
        }

        if (!More || ranges.Count == 0) throw new FormatException();
        _at++;
        return (isNegated ? "xA1-_ !".First(c => !ranges.Any(r => c >= r.From && c <= r.To)) : ranges[0].From).ToString();
    }

    private char Escape(List<(char From, char To)>? ranges = null)
    {
        if (!More) throw new FormatException();
        var c = _pattern[_at++];
        switch (c)
        {
            case 'd': ranges?.Add(('0', '9')); return '1';
            case 'w': ranges?.AddRange([('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')]); return 'a';
            case 's': ranges?.Add(('\t', '\r')); return ' ';
            case 'D' or 'W' or 'S': return c == 'W' ? '-' : 'x';
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case 'u' or 'x':
                var digits = c == 'u' ? 4 : 2;
                if (_at + digits > _pattern.Length) throw new FormatException();
                _at += digits;
                return (char)int.Parse(_pattern.AsSpan(_at - digits, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            case 'b' or 'B' or 'k' or 'p' or 'P' or (>= '0' and <= '9'): throw new FormatException();
            default: return c;
        }
    }
}
