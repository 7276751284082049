namespace Dyno.Import;

/// <summary>Words by the quoting rules of POSIX shells, with bash's <c>$'…'</c>; or by PowerShell's, which escapes with a backtick.</summary>
internal sealed class PosixWords(string text, SourcePlace place, bool isPowerShell)
{
    private readonly ImmutableArray<ShellWord>.Builder _words = ImmutableArray.CreateBuilder<ShellWord>();
    private readonly StringBuilder _word = new();
    private readonly char _escape = isPowerShell ? '`' : '\\';
    private bool _isInWord;
    private int _at;
    private int _line = 1;
    private int _lineStart;
    private (int Line, int Column) _wordAt = (1, 1);

    public ImmutableArray<ShellWord> Read()
    {
        while (_at < text.Length) Step();
        EndWord();
        return _words.ToImmutable();
    }

    private void Step()
    {
        var c = text[_at];
        if (SkipContinuation()) { }
        else if (c is '\n' or '\r') EndCommand(1);
        else if (c is ' ' or '\t') { EndWord(); _at++; }
        else if (c is ';' or '|' || (c == '&' && !IsInQuery)) EndCommand(1);
        else if (c == '#' && !_isInWord) SkipComment();
        else if (c is '<' or '>' or '(' or ')' && !_isInWord) Refuse($"the shell would interpret \"{c}\" here", "put it in quotes, or remove it");
        else ReadPiece(c);
    }

    private void ReadPiece(char c)
    {
        BeginWord();
        if (c == '\'') ReadSingleQuoted();
        else if (c == '"') ReadDoubleQuoted();
        else if (c == '$' && Next == '\'' && !isPowerShell) ReadAnsiQuoted();
        else if (c == '$' && Next == '"' && !isPowerShell) _at++;
        else if (c == '$' && (Next is '{' or '(' or '_' || char.IsAsciiLetter(Next))) RefuseVariable();
        else if (c == '`' && !isPowerShell) Refuse("the shell would run a command here", "write its output instead");
        else if (c == _escape && _at + 1 < text.Length) { _word.Append(text[_at + 1]); _at += 2; }
        else { _word.Append(c); _at++; }
    }

    // Whether an & is in the query of a URL without quotes: a shell would end the command there, but a person who pastes such a URL means
    // the whole URL.
    private bool IsInQuery => _isInWord && Next is not ('&' or ' ' or '\t' or '\n' or '\r' or '\0');

    private (int Line, int Column) Here => (_line, _at - _lineStart + 1);

    private char Next => _at + 1 < text.Length ? text[_at + 1] : '\0';

    // A word continues after a continuation, as in "ab\<newline>cd" of a shell; a blank before the continuation has ended the word already.
    private bool SkipContinuation()
    {
        if (text[_at] != _escape) return false;
        var end = _at + 1;
        while (end < text.Length && text[end] is ' ' or '\t') end++; // copied text often has blanks after the backslash
        if (end >= text.Length || text[end] is not ('\n' or '\r')) return false;
        _at = end + (text.AsSpan(end).StartsWith("\r\n") ? 2 : 1);
        BeginLine(_at);
        return true;
    }

    private void ReadSingleQuoted()
    {
        var open = Here;
        for (_at++; _at < text.Length; _at++)
        {
            if (text[_at] == '\'' && !(isPowerShell && Next == '\'')) { _at++; return; }
            if (text[_at] == '\'') _at++; // PowerShell writes a quote as two quotes
            Take(text[_at]);
        }

        Unclosed(open, "'");
    }

    private void ReadDoubleQuoted()
    {
        var open = Here;
        for (_at++; _at < text.Length; _at++)
        {
            var c = text[_at];
            if (c == '"' && isPowerShell && Next == '"') Take(text[++_at]);
            else if (c == '"') { _at++; return; }
            else if (c == '\\' && isPowerShell && Next == '"') Take(text[++_at]);
            else if (c == _escape && Next is '"' or '\\' or '$' or '`') Take(text[++_at]);
            else if (c == _escape && Next == '\n') { _at++; BeginLine(_at + 1); }
            else if (c == '$' && Next is '{' or '(' || (c == '$' && char.IsAsciiLetter(Next))) { RefuseVariable(); _at--; }
            else if (c == '`' && !isPowerShell) { Refuse("the shell would run a command here", "write its output instead"); _at--; }
            else Take(c);
        }

        Unclosed(open, "\"");
    }

    // Bytes from \xNN and octal numbers are gathered, because several of them may make one character of UTF-8.
    private void ReadAnsiQuoted()
    {
        var open = Here;
        var bytes = new List<byte>();
        for (_at += 2; _at < text.Length;)
        {
            if (text[_at] == '\'') { _at++; Flush(bytes); return; }
            if (text[_at] != '\\' || _at + 1 >= text.Length) { Flush(bytes); Take(text[_at]); _at++; continue; }
            _at++;
            ReadEscape(bytes);
        }

        Unclosed(open, "$'");
    }

    private void ReadEscape(List<byte> bytes)
    {
        var c = text[_at++];
        switch (c)
        {
            case 'x': bytes.Add((byte)Number(2, 16)); return;
            case >= '0' and <= '7': _at--; bytes.Add((byte)Number(3, 8)); return;
        }

        Flush(bytes);
        switch (c)
        {
            case 'u': _word.Append(char.ConvertFromUtf32(Scalar(Number(4, 16), lead: true))); break;
            case 'U': _word.Append(char.ConvertFromUtf32(Scalar(Number(8, 16), lead: false))); break;
            case 'c' when _at < text.Length: _word.Append((char)(text[_at++] & 0x1F)); break;
            case '\\' or '\'' or '"' or '?': _word.Append(c); break;
            default: _word.Append("abeEfnrtv".Contains(c, StringComparison.Ordinal) ? Control(c) : $"\\{c}"); break;
        }
    }

    private static string Control(char c) => c switch
    {
        'a' => "\a",
        'b' => "\b",
        'e' or 'E' => "\e",
        'f' => "\f",
        'n' => "\n",
        'r' => "\r",
        't' => "\t",
        _ => "\v",
    };

    // Browsers write a character beyond U+FFFF as two \uNNNN.
    private int Scalar(uint value, bool lead)
    {
        if (lead && value is >= 0xD800 and < 0xDC00 && text.AsSpan(_at).StartsWith("\\u"))
        {
            _at += 2;
            var low = Number(4, 16);
            if (low is >= 0xDC00 and < 0xE000) return char.ConvertToUtf32((char)value, (char)low);
        }

        return value is < 0xD800 or (> 0xDFFF and <= 0x10FFFF) ? (int)value : 0xFFFD;
    }

    private uint Number(int maxDigits, int radix)
    {
        uint value = 0;
        for (var digits = 0; digits < maxDigits && _at < text.Length; digits++, _at++)
        {
            if (!uint.TryParse(text.AsSpan(_at, 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var digit) || digit >= radix) break;
            value = value * (uint)radix + digit;
        }

        return value;
    }

    private void Flush(List<byte> bytes)
    {
        if (bytes.Count == 0) return;
        _word.Append(Encoding.UTF8.GetString([.. bytes]));
        bytes.Clear();
    }

    private void Take(char c)
    {
        _word.Append(c);
        if (c == '\n') BeginLine(_at + 1);
    }

    private void SkipComment()
    {
        while (_at < text.Length && text[_at] is not ('\n' or '\r')) _at++;
    }

    private void RefuseVariable() =>
        Refuse("the shell would insert a variable here", "write its value, or put the text in single quotes to keep the $");

    private void Refuse(string what, string writeInstead)
    {
        At(Here).Problem(what, writeInstead);
        BeginWord();
        _word.Append(text[_at++]);
    }

    private void Unclosed((int Line, int Column) open, string quote) =>
        At(open).Problem($"the quote {quote} is never closed", $"write {quote[^1]} after the text");

    private void EndCommand(int length)
    {
        EndWord();
        if (_words.Count > 0 && !_words[^1].EndsCommand) _words.Add(new("", _line, Here.Column, EndsCommand: true));
        if (text[_at] == '\n' || (text[_at] == '\r' && Next != '\n')) BeginLine(_at + 1);
        _at += length;
    }

    private void BeginLine(int start) => (_line, _lineStart) = (_line + 1, start);

    private void BeginWord()
    {
        if (!_isInWord) (_isInWord, _wordAt) = (true, Here);
    }

    private SourcePlace At((int Line, int Column) where) => place with { Line = where.Line, Column = where.Column };

    private void EndWord()
    {
        if (_isInWord) _words.Add(new(_word.ToString(), _wordAt.Line, _wordAt.Column));
        _word.Clear();
        _isInWord = false;
    }
}
