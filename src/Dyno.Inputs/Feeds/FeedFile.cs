using System.Collections.Immutable;
using Dyno.Http.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Feeds;

/// <summary>A file of rows for the slots of requests: CSV (any of , ; tab between columns) or JSON.</summary>
internal static class FeedFile
{
    /// <summary>More than this is a data set, not test data; a row costs memory for each slot.</summary>
    public const int MaxRows = 2_000_000;

    /// <summary>The most columns.</summary>
    public const int MaxColumns = 1_000;

    /// <summary>The most texts in all.</summary>
    public const int MaxTexts = 20_000_000;

    /// <summary>Reads the feed; null when there are problems.</summary>
    /// <param name="path">The file.</param>
    /// <param name="order">How rows are taken.</param>
    /// <param name="named">Where it was asked for: an option or a line.</param>
    /// <param name="columns">Its columns, also when its rows are wrong; default when nobody knows them.</param>
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

    /// <summary>What <c>--data-order</c> and <c>order=</c> know.</summary>
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
