using System.Collections.Immutable;
using Dyno.Http.Requests;
using Dyno.Inputs.Requests;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Feeds;

/// <summary>A feed as a command line or a file asks for it.</summary>
/// <param name="Path">Its file, as written.</param>
/// <param name="Order">How rows are taken; null when nothing is said.</param>
/// <param name="Feed">What the file holds; null when it cannot be read, which was then reported.</param>
internal sealed record FeedChoice(string Path, FeedOrder? Order, DataFeed? Feed)
{
    /// <summary>Reads a feed that a file asks for.</summary>
    /// <param name="path">As written, for writing it again.</param>
    /// <param name="location">Where the file is.</param>
    /// <param name="order">Null when nothing is said.</param>
    /// <param name="named">The line that asks for it.</param>
    public static FeedChoice Load(string path, string location, FeedOrder? order, SourcePlace named) =>
        new(path, order, FeedFile.Read(location, order ?? default, named, out var columns)) { Columns = columns };

    /// <summary>A feed that may not be read, which was reported.</summary>
    public static FeedChoice Unreadable(string path, FeedOrder? order) => new(path, order, null) { Columns = default };

    /// <summary>The feed's columns, also when its rows are wrong; default when nobody knows the columns, so that any name may be one.</summary>
    public ImmutableArray<string> Columns { get; private init; } = Feed?.Columns ?? [];

    /// <summary>The rows stand in the input itself, and <see cref="Path"/> is only what it calls them.</summary>
    public bool IsInline { get; private init; }

    /// <summary>Rows that stand in an input itself.</summary>
    public static FeedChoice Inline(string name, DataFeed feed) => new(name, feed.Order, feed) { IsInline = true };

    /// <summary><c>--data</c>; null when it was not given.</summary>
    public static FeedChoice? OfCommandLine(LoadRequest request, ProblemList problems)
    {
        var order = request.DataOrder is { } text && FeedFile.TryParseOrder(text, new(problems, "--data-order"), out var known) ? known : (FeedOrder?)null;
        return request.DataFile is { } path ? Load(path, path, order, new(problems, "--data")) : null;
    }

    /// <summary>The feed of a run: the command line over the file.</summary>
    public static DataFeed? Of(FeedChoice? commandLine, LoadRequest request, FileSettings file, ProblemList problems)
    {
        if (commandLine is not null) return commandLine.Feed;
        if (request.DataOrder is not { } text) return file.Feed?.Feed;
        if (file.Feed is null) problems.Add("--data-order", "there is no data to put in order", "give --data FILE as well");
        return FeedFile.TryParseOrder(text, new(problems, "--data-order"), out var order) && file.Feed?.Feed is { } feed ? feed with { Order = order } : null;
    }
}
