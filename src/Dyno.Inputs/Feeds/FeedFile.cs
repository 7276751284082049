namespace Dyno.Inputs;

/// <summary>A file of rows for the slots of requests: CSV (comma, semicolon or tab between columns) or JSON.</summary>
internal static class FeedFile
{
    /// <summary>The most rows: a row costs memory for each slot, and larger files are data sets, not test data.</summary>
    public const int MaxRows = 2_000_000;

    public const int MaxColumns = 1_000;

    /// <summary>The most values in all.</summary>
    public const int MaxTexts = 20_000_000;

    /// <summary>Reads the feed; null when there are problems.</summary>
    /// <param name="order">The order in which rows are taken.</param>
    /// <param name="named">The option or the line that asked for the feed.</param>
    /// <param name="columns">The columns of the feed, also when its rows are wrong; default when they are unknown.</param>
    public static DataFeed? Read(string path, FeedOrder order, SourcePlace named, out ImmutableArray<string> columns)
    {
        columns = default;
        return InputFile.TryRead(path, named, out var bytes) ? Read(path, bytes, order, named.Problems, out columns) : null;
    }

    /// <summary>Reads the content of a feed; null when there are problems.</summary>
    public static DataFeed? Read(string path, byte[] bytes, FeedOrder order, ProblemList problems) => Read(path, bytes, order, problems, out _);

    private static DataFeed? Read(string path, byte[] bytes, FeedOrder order, ProblemList problems, out ImmutableArray<string> columns)
    {
        var text = TextDecoding.Decode(bytes);
        var table = new FeedTable(new SourcePlace(problems, path), text);
        if (text.IndexOf('\0', StringComparison.Ordinal) is >= 0 and var nul) table.Problem(TextPosition.Of(text, nul), "this is not a text file: it has a NUL character", "name a CSV or JSON file");
        else if (IsJson(path, text)) JsonFeed.Read(text, table);
        else CsvFeed.Read(text, table);
        columns = table.Columns;
        return table.ToFeed(order);
    }

    /// <summary>Reads CSV whose columns are named elsewhere; null when there are problems.</summary>
    /// <param name="separator">What stands between two values.</param>
    /// <param name="skipsFirst">Whether the first line is no row.</param>
    public static DataFeed? ReadRows(string path, byte[] bytes, ImmutableArray<string> columns, SourcePlace named, char separator, bool skipsFirst)
    {
        var text = TextDecoding.Decode(bytes);
        if (skipsFirst) text = text.IndexOf('\n', StringComparison.Ordinal) is >= 0 and var end ? text[end..] : "";
        var table = new FeedTable(new SourcePlace(named.Problems, path), text);
        var names = new FeedTable(named, "");
        names.SetColumns(columns, _ => new TextPosition(named.Line ?? 1, named.Column ?? 1));
        if (names.HasProblems) return null;
        table.SetColumns(columns, _ => TextPosition.Start);
        CsvFeed.Read(text, table, separator);
        return table.ToFeed(default);
    }

    /// <summary>Reads the values of <c>--data-order</c> and of <c>order=</c>.</summary>
    public static bool TryParseOrder(string text, SourcePlace place, out FeedOrder order)
    {
        (order, var known) = text.Trim().ToUpperInvariant() switch
        {
            "SEQUENTIAL" => (FeedOrder.Sequential, true),
            "RANDOM" => (FeedOrder.Random, true),
            "UNIQUE" => (FeedOrder.Unique, true),
            "PER-USER" or "PERUSER" or "PER-VU" => (FeedOrder.PerUser, true),
            _ => (default, false),
        };
        if (known) return true;
        var meant = NearestWord.Find(text.Trim(), ["sequential", "random", "unique", "per-user"]);
        place.Problem($"the order \"{InText.Quote(text)}\" is not known", $"write {meant ?? "sequential, random, unique or per-user"}");
        return false;
    }

    private static bool IsJson(string path, string text)
    {
        if (path.EndsWith(".csv", StringComparison.OrdinalIgnoreCase) || path.EndsWith(".tsv", StringComparison.OrdinalIgnoreCase)) return false;
        return path.EndsWith(".json", StringComparison.OrdinalIgnoreCase) || text.AsSpan().TrimStart() is ['[' or '{', ..];
    }
}
