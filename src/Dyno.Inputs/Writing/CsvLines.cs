namespace Dyno.Inputs;

/// <summary>Writes rows as CSV (RFC 4180).</summary>
internal static class CsvLines
{
    private static readonly SearchValues<char> Special = SearchValues.Create(",;\t\"\r\n");

    public static string Of(DataFeed feed)
    {
        var text = new StringBuilder();
        foreach (var row in feed.Rows.Prepend(feed.Columns)) text.AppendJoin(',', row.Select(Quoted)).Append('\n');
        return text.ToString();
    }

    private static string Quoted(string value) =>
        value.AsSpan().ContainsAny(Special) || value.Length == 0 ? $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : value;
}
