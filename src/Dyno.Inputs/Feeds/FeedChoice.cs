namespace Dyno.Inputs;

/// <summary>A feed as a command line or a file asks for it.</summary>
/// <param name="Path">The file, as written.</param>
/// <param name="Order">The order in which rows are taken; null when it is not set.</param>
/// <param name="Feed">The content of the file; null when the file cannot be read, which was reported.</param>
internal sealed record FeedChoice(string Path, FeedOrder? Order, DataFeed? Feed)
{
    /// <summary>Reads a feed that a file asks for.</summary>
    /// <param name="path">The file as written, to write it again.</param>
    /// <param name="order">The order in which rows are taken; null when it is not set.</param>
    public static FeedChoice Load(string path, string location, FeedOrder? order, SourcePlace named) =>
        new(path, order, FeedFile.Read(location, order ?? default, named, out var columns)) { Columns = columns };

    /// <summary>A feed whose file cannot be read, which was reported.</summary>
    public static FeedChoice Unreadable(string path, FeedOrder? order) => new(path, order, null) { Columns = default };

    /// <summary>The columns of the feed, also when its rows are wrong; default when the columns are unknown, so that any name may be a column.</summary>
    public ImmutableArray<string> Columns { get; private init; } = Feed?.Columns ?? [];

    /// <summary>Whether the rows stand in the input itself; <see cref="Path"/> then is only the name that the input gives them.</summary>
    public bool IsInline { get; private init; }

    /// <summary>A feed whose rows stand in the input itself.</summary>
    public static FeedChoice Inline(string name, DataFeed feed) => new(name, feed.Order, feed) { IsInline = true };

    /// <summary>The feed of <c>--data</c>; null without this option.</summary>
    public static FeedChoice? OfCommandLine(LoadRequest request, ProblemList problems)
    {
        var order = request.DataOrder is { } text && FeedFile.TryParseOrder(text, new(problems, "--data-order"), out var known) ? known : (FeedOrder?)null;
        return request.DataFile is { } path ? Load(path, path, order, new(problems, "--data")) : null;
    }

    /// <summary>The feed of a run: that of the command line, otherwise that of the file.</summary>
    public static DataFeed? Of(FeedChoice? commandLine, LoadRequest request, FileSettings file, ProblemList problems)
    {
        if (commandLine is not null) return commandLine.Feed;
        if (request.DataOrder is not { } text) return file.Feed?.Feed;
        if (file.Feed is null) problems.Add("--data-order", "there is no data to put in order", "give --data FILE as well");
        return FeedFile.TryParseOrder(text, new(problems, "--data-order"), out var order) && file.Feed?.Feed is { } feed ? feed with { Order = order } : null;
    }
}
