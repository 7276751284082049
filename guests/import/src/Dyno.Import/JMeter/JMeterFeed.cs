namespace Dyno.Import;

/// <summary>CSV Data Set Config as the data feed of the load; <c>--data</c> wins over it.</summary>
internal static class JMeterFeed
{
    public static FeedChoice? Read(List<JMeterElement> sets, JMeterVariables variables, InputContext context)
    {
        if (sets is not [var first, ..] || context.Request.DataFile is not null) return null;
        foreach (var more in sets.Skip(1))
            more.In(context.Place).Problem($"{more.Shown} is a second data file: Dyno takes rows from one", "write the columns of both into one file, and switch the other one off, or give --data FILE");
        var place = first.In(context.Place);
        variables.At(first);
        var written = first.Of("filename") ?? "";
        if (variables.Setting(written) is not { Length: > 0 } path)
        {
            place.Problem($"{first.Shown}: the name of the file is not known: \"{InText.Quote(written)}\"", "write the name of a CSV file, or give --data FILE");
            return null;
        }

        var order = OrderOf(first, place);
        var files = NamedFiles.Of(context);
        if (!files.MayRead(path, place)) return FeedChoice.Unreadable(path, order);
        var names = (first.Of("variableNames") ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var feed = names.Length == 0 ? FeedChoice.Load(path, files.PathOf(path), order, place) : WithNames(first, path, [.. names], order, files, place);
        variables.Scope.AddColumns(names.Length > 0 ? [.. names] : feed.Columns.IsDefault ? [] : feed.Columns);
        return feed;
    }

    private static FeedChoice WithNames(JMeterElement set, string path, ImmutableArray<string> names, FeedOrder order, NamedFiles files, SourcePlace place)
    {
        var delimiter = set.Of("delimiter") is { Length: > 0 } given ? given.Replace("\\t", "\t", StringComparison.Ordinal) : ",";
        if (delimiter is not ("," or ";" or "\t"))
        {
            place.Problem($"{set.Shown}: the delimiter \"{InText.Quote(delimiter)}\" is not read", "use a comma, a semicolon or a tab");
            return FeedChoice.Unreadable(path, order);
        }

        if (!files.TryRead(path, place, out var bytes)) return FeedChoice.Unreadable(path, order);
        return FeedFile.ReadRows(path, bytes, names, place, delimiter[0], set.Is("ignoreFirstLine")) is { } rows
            ? FeedChoice.Inline(path, rows with { Order = order }) : FeedChoice.Unreadable(path, order);
    }

    // At the end of the file JMeter begins again (recycle), or ends the thread.
    private static FeedOrder OrderOf(JMeterElement set, SourcePlace place)
    {
        if (set.Of("shareMode") is { Length: > 0 } share && share != "shareMode.all")
            place.Warning($"{set.Shown}: all virtual users share the rows ({InText.Quote(share)} has no effect)", "give --data-order per-user for a row of its own for each user");
        if (set.Of("recycle") is not "false") return FeedOrder.Sequential;
        if (!set.Is("stopThread")) place.Warning($"{set.Shown}: the run ends after the last row; JMeter would go on with <EOF> as values");
        return FeedOrder.Unique;
    }
}
