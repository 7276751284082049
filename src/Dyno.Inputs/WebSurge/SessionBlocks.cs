namespace Dyno.Inputs;

/// <summary>The parts of a session: the blocks between separators, and the options at the end.</summary>
internal sealed record SessionBlocks
{
    public const string OptionsStart = "----- Start WebSurge Options -----";
    public const string OptionsEnd = "----- End WebSurge Options -----";

    /// <summary>The blocks that are not empty, without blank lines around them.</summary>
    public required ImmutableArray<ImmutableArray<SessionLine>> Requests { get; init; }

    /// <summary>The lines of the options; null when there are none.</summary>
    public required ImmutableArray<SessionLine>? Options { get; init; }

    public static SessionBlocks Split(ImmutableArray<SessionLine> lines, SourcePlace place)
    {
        var (start, end) = (FindOptions(lines, OptionsStart), FindOptions(lines, OptionsEnd));
        if (start < 0)
        {
            if (end >= 0) At(place, lines[end]).Problem("the options end here but never start", $"write \"{OptionsStart}\" above them");
            return new() { Requests = SplitRequests(end < 0 ? lines : lines[..end]), Options = null };
        }

        var options = ReadOptions(lines, start, end, place);
        return new() { Requests = SplitRequests(lines[..start]), Options = options };
    }

    private static ImmutableArray<SessionLine>? ReadOptions(ImmutableArray<SessionLine> lines, int start, int end, SourcePlace place)
    {
        if (end < start)
        {
            At(place, lines[start]).Problem("the options never end", $"write \"{OptionsEnd}\" below them");
            return null;
        }

        var second = FindOptions(lines[(start + 1)..], OptionsStart);
        if (second >= 0) At(place, lines[start + 1 + second]).Problem("the options start a second time", "keep one set of options");
        else if (lines[(end + 1)..].FirstOrDefault(l => !l.IsBlank && !l.IsSeparator) is { Text: not null } after)
            At(place, after).Problem("there is text after the options", "move requests above the options");
        return second >= 0 ? null : lines[(start + 1)..end];
    }

    private static int FindOptions(ImmutableArray<SessionLine> lines, string marker)
    {
        var word = marker.Trim('-');
        for (var i = 0; i < lines.Length; i++)
            if (lines[i].Text.StartsWith('-') && lines[i].Text.Trim().Trim('-').Equals(word, StringComparison.OrdinalIgnoreCase)) return i;
        return -1;
    }

    private static ImmutableArray<ImmutableArray<SessionLine>> SplitRequests(ImmutableArray<SessionLine> lines)
    {
        var blocks = ImmutableArray.CreateBuilder<ImmutableArray<SessionLine>>();
        for (var from = 0; from <= lines.Length;)
        {
            var to = from;
            while (to < lines.Length && !lines[to].IsSeparator) to++;
            if (Trimmed(lines, from, to) is { Length: > 0 } block) blocks.Add(block);
            from = to + 1;
        }

        return blocks.ToImmutable();
    }

    private static ImmutableArray<SessionLine> Trimmed(ImmutableArray<SessionLine> lines, int from, int to)
    {
        while (from < to && lines[from].IsBlank) from++;
        while (to > from && lines[to - 1].IsBlank) to--;
        return lines[from..to];
    }

    private static SourcePlace At(SourcePlace place, SessionLine line) => line.In(place);
}
