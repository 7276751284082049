namespace Dyno.History;

/// <summary>A record as a file: its name tells the content, so that files are only ever added.</summary>
/// <param name="Name">The name, without a folder.</param>
public sealed record HistoryFile(string Name, string Text)
{
    private const int MostOfAName = 80;

    /// <summary>The file of a record.</summary>
    public static HistoryFile Of(HistoryRecord record)
    {
        var text = ResultDocument.Write(record);
        return new HistoryFile(HistoryRecordJson.NameOf(record, text), text);
    }

    /// <summary>Whether a name may be that of a record: a remote is not trusted with paths.</summary>
    public static bool IsName(string name) => name is { Length: > 5 and <= MostOfAName } && name.EndsWith(HistoryRecordJson.Ending, StringComparison.Ordinal)
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.') && name[0] != '.';

    internal byte[] Bytes => Encoding.UTF8.GetBytes(Text);
}
