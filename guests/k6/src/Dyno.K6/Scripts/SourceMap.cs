namespace Dyno.K6;

/// <summary>
/// Where a place of the compiled text was in the text as written: the mappings of a source map, version 3 (base 64 VLQ).
/// Lines are the same in both; columns are not.
/// </summary>
/// <param name="moves">Changes made before compiling, in the text that the map leads to.</param>
internal sealed class SourceMap(string mappings, ImmutableArray<TextMove> moves)
{
    private const string Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private readonly Lazy<List<List<(int Column, int SourceLine, int SourceColumn)>>> _lines = new(() => Decode(mappings));

    /// <summary>The place in the text as written. Lines and columns from 1.</summary>
    public (int Line, int Column) Original(int line, int column)
    {
        if (line < 1 || line > _lines.Value.Count) return (line, column);
        var segments = _lines.Value[line - 1];
        var found = segments.FindLastIndex(s => s.Column <= column - 1);
        if (found < 0) return (line, column);
        var segment = segments[found];
        var (writtenLine, writtenColumn) = (segment.SourceLine + 1, segment.SourceColumn + 1 + (column - 1 - segment.Column));
        return (writtenLine, BeforeMoves(writtenLine, writtenColumn));
    }

    private int BeforeMoves(int line, int column)
    {
        var shift = 0;
        foreach (var move in moves)
        {
            if (move.Line != line || move.Column > column) continue;
            if (column < move.Column + move.Put) return move.Column + shift; // a place in the inserted text stands for the text that was removed
            shift += move.Removed - move.Put;
        }
        return column + shift;
    }

    private static List<List<(int, int, int)>> Decode(string mappings)
    {
        var lines = new List<List<(int, int, int)>>();
        var (sourceLine, sourceColumn, at) = (0, 0, 0);
        foreach (var line in mappings.Split(';'))
        {
            var segments = new List<(int, int, int)>();
            var column = 0;
            foreach (var segment in line.Split(',', StringSplitOptions.RemoveEmptyEntries))
            {
                at = 0;
                column += Next(segment, ref at);
                if (at >= segment.Length) continue;
                Next(segment, ref at); // the source: there is only one
                sourceLine += Next(segment, ref at);
                sourceColumn += Next(segment, ref at);
                segments.Add((column, sourceLine, sourceColumn));
            }
            lines.Add(segments);
        }
        return lines;
    }

    private static int Next(string segment, ref int at)
    {
        var (value, shift) = (0, 0);
        while (at < segment.Length)
        {
            var digit = Digits.IndexOf(segment[at++], StringComparison.Ordinal);
            if (digit < 0) break;
            value |= (digit & 31) << shift;
            shift += 5;
            if ((digit & 32) == 0) break;
        }
        return (value & 1) != 0 ? -(value >> 1) : value >> 1;
    }
}
