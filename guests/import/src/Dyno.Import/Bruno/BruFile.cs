namespace Dyno.Import;

/// <summary>
/// The blocks of a <c>.bru</c> file. A block begins with its name and a brace, and ends with a brace at the beginning of a line, whatever
/// stands between them.
/// </summary>
internal sealed partial class BruFile
{
    private readonly string[] _lines;
    private readonly SourcePlace _place;
    private int _at;

    private BruFile(byte[] bytes, SourcePlace place) => (_lines, _place) = (TextDecoding.Decode(bytes).ReplaceLineEndings("\n").Split('\n'), place);

    /// <summary>The blocks in order.</summary>
    public List<BruBlock> Blocks { get; } = [];

    public SourcePlace Place => _place;

    /// <summary>Reads a file; what is no block is a problem.</summary>
    public static BruFile Read(byte[] bytes, SourcePlace place)
    {
        var file = new BruFile(bytes, place);
        file.ReadBlocks();
        return file;
    }

    /// <summary>The first block with a name; null when there is none.</summary>
    public BruBlock? Of(string name) => Blocks.Find(b => b.Name == name);

    private void ReadBlocks()
    {
        for (; _at < _lines.Length; _at++)
        {
            if (string.IsNullOrWhiteSpace(_lines[_at])) continue;
            if (Start().Match(_lines[_at]) is { Success: true } start) ReadBlock(start);
            else
            {
                (_place with { Line = _at + 1, Column = 1 }).Problem($"here a block should begin: \"{InText.Quote(_lines[_at].Trim())}\"", "write a name and a brace, such as get {, and end the block with a brace at the beginning of a line");
                return;
            }
        }
    }

    private void ReadBlock(Match start)
    {
        var block = new BruBlock(start.Groups["name"].Value, _at + 1);
        var close = start.Groups["open"].Value == "{" ? "}" : "]";
        Blocks.Add(block);
        if (start.Groups["rest"].Value is { Length: > 0 } rest)
        {
            block.Text = rest[..^1].Trim(); // on one line: vars:secret [a, b]
            return;
        }

        var first = _at + 1;
        var end = Array.FindIndex(_lines, first, line => line.StartsWith(close[0]));
        if (end < 0)
        {
            block.In(_place).Problem($"the block \"{InText.Quote(block.Name)}\" has no end", $"write {close} at the beginning of a line");
            _at = _lines.Length;
            return;
        }

        _at = end;
        if (close == "]") block.Text = string.Join('\n', _lines[first..end].Select(l => l.Trim().TrimEnd(',')));
        else if (IsText(block.Name)) block.Text = Outdented(_lines[first..end], 2);
        else ReadPairs(block, first, end);
    }

    private static bool IsText(string name) => name is "body" or "body:json" or "body:text" or "body:xml" or "body:sparql" or "body:graphql" or "body:graphql:vars"
        or "tests" or "docs" or "example" or "app" || name.StartsWith("script:", StringComparison.Ordinal);

    private void ReadPairs(BruBlock block, int first, int end)
    {
        for (var at = first; at < end; at++)
        {
            var line = _lines[at].Trim();
            if (line.Length == 0) continue;
            if (Annotation().IsMatch(line))
            {
                if (line.EndsWith("'''", StringComparison.Ordinal)) at = EndOfText(at, end);
                continue;
            }

            var number = at + 1;
            var isEnabled = line[0] != '~';
            if (!isEnabled) line = line[1..];
            if (Pair().Match(line) is not { Success: true } pair)
            {
                (_place with { Line = number, Column = 1 }).Problem($"this is not a name with a value: \"{InText.Quote(line)}\"", "write it like name: value");
                continue;
            }

            var name = pair.Groups["quoted"].Success ? pair.Groups["quoted"].Value.Replace("\\\"", "\"", StringComparison.Ordinal) : pair.Groups["name"].Value.Trim();
            var value = pair.Groups["value"].Value.Trim();
            if (value is "'''" or "[")
            {
                var last = value == "[" ? Array.FindIndex(_lines, at + 1, end - at - 1, l => l.Trim() == "]") : EndOfText(at, end);
                if (last < 0) last = end;
                var inner = _lines[(at + 1)..Math.Min(last, end)];
                value = value == "[" ? string.Join('\n', inner.Select(l => l.Trim())) : Outdented(inner, 4);
                if (last < end && _lines[last].Trim() is ['\'', '\'', '\'', .. var after]) value += after.Trim() is { Length: > 0 } type ? " " + type : "";
                at = last;
            }

            block.Pairs.Add(new BruPair(name, value, isEnabled, number));
        }
    }

    private int EndOfText(int at, int end)
    {
        var last = Array.FindIndex(_lines, at + 1, end - at - 1, l => l.TrimStart().StartsWith("'''", StringComparison.Ordinal));
        return last < 0 ? end : last;
    }

    private static string Outdented(string[] lines, int blanks) => string.Join('\n', lines.Select(line =>
    {
        var own = line.Length - line.TrimStart(' ').Length;
        return line[Math.Min(own, blanks)..];
    }));

    [GeneratedRegex(@"^(?<name>[A-Za-z][\w-]*(?::[\w-]+)*)[ \t]*(?<open>[{\[])[ \t]*(?<rest>[^\n]*[}\]])?[ \t]*$", RegexOptions.CultureInvariant)]
    private static partial Regex Start();

    [GeneratedRegex(@"^(?:""(?<quoted>(?:\\""|[^""])*)""|(?<name>[^:]+))\s*:(?<value>.*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Pair();

    [GeneratedRegex(@"^@\w+(?:\(.*)?$", RegexOptions.CultureInvariant)]
    private static partial Regex Annotation();
}
