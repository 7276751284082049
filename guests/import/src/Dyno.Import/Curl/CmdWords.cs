namespace Dyno.Import;

/// <summary>
/// Words as cmd.exe hands them to a program: first <c>^</c> takes the next character literally (and joins lines), then the C run time
/// splits at blanks outside of quotes, with <c>\"</c> and <c>""</c> for a quote.
/// </summary>
internal sealed class CmdWords(string text, SourcePlace place)
{
    private readonly ImmutableArray<ShellWord>.Builder _words = ImmutableArray.CreateBuilder<ShellWord>();
    private readonly List<(char Character, int Line, int Column)> _plain = [];

    public ImmutableArray<ShellWord> Read()
    {
        RemoveCarets();
        for (var at = 0; at < _plain.Count;)
        {
            var (c, line, column) = _plain[at];
            if (c is ' ' or '\t') at++;
            else if (c is '\n' or '\r') { EndCommand(line, column); at++; }
            else at = ReadWord(at);
        }

        return _words.ToImmutable();
    }

    // cmd also looks at quotes: between two quotes that have no caret before them, a caret is an ordinary character.
    private void RemoveCarets()
    {
        var (line, lineStart, isQuoted) = (1, 0, false);
        for (var at = 0; at < text.Length; at++)
        {
            var (c, column) = (text[at], at - lineStart + 1);
            if (c == '^' && !isQuoted && at + 1 < text.Length)
            {
                c = text[++at];
                if (c == '\r' && at + 1 < text.Length && text[at + 1] == '\n') c = text[++at];
                if (c is '\n' or '\r') { line++; KeepLineBreakOfData(ref at, ref line, column); lineStart = at + 1; continue; }
            }
            else if (c == '"') isQuoted = !isQuoted;

            _plain.Add((c, line, column));
            if (c == '\n') (line, lineStart, isQuoted) = (line + 1, at + 1, false);
        }
    }

    // A line break within a value is written as "^<newline><newline>".
    private void KeepLineBreakOfData(ref int at, ref int line, int column)
    {
        var next = at + 1;
        if (next < text.Length && text[next] == '\r') next++;
        if (next >= text.Length || text[next] != '\n') return;
        _plain.Add(('\uE000', line++, column)); // a line break that ends no command; a private-use character, which no text has
        at = next;
    }

    private int ReadWord(int at)
    {
        var (word, (_, line, column), isQuoted) = (new StringBuilder(), _plain[at], false);
        for (; at < _plain.Count; at++)
        {
            var c = _plain[at].Character;
            if (!isQuoted && c is ' ' or '\t' or '\n' or '\r') break;
            if (c == '\\' && Is(at + 1, '"')) { word.Append('"'); at++; }
            else if (c == '\\' && Is(at + 1, '\\') && BackslashesEndAtQuote(at)) { word.Append('\\'); at++; }
            else if (c == '"' && isQuoted && Is(at + 1, '"')) { word.Append('"'); at++; }
            else if (c == '"') isQuoted = !isQuoted;
            else word.Append(c == '\uE000' ? '\n' : c);
        }

        if (isQuoted) (place with { Line = line, Column = column }).Problem("the quote \" is never closed", "write ^\" after the text");
        _words.Add(new(word.ToString(), line, column));
        return at;
    }

    private bool Is(int at, char c) => at < _plain.Count && _plain[at].Character == c;

    // A quote follows the backslashes: only then are backslashes doubled.
    private bool BackslashesEndAtQuote(int at)
    {
        while (Is(at, '\\')) at++;
        return Is(at, '"');
    }

    private void EndCommand(int line, int column)
    {
        if (_words.Count > 0 && !_words[^1].EndsCommand) _words.Add(new("", line, column, EndsCommand: true));
    }
}
