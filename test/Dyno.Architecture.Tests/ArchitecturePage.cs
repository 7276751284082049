namespace Dyno.Architecture.Tests;

/// <summary>docs/architecture.md as the tests read it: the table of projects, and the names in backticks.</summary>
internal static partial class ArchitecturePage
{
    private const string Path = "docs/architecture.md";

    /// <summary>Project → the projects it may reference directly, from the table under "The projects".</summary>
    public static ImmutableSortedDictionary<string, ImmutableSortedSet<string>> Rooms { get; } = ReadRooms();

    /// <summary>Every project that <paramref name="room"/> may use: what it references, and whatever lies below.</summary>
    public static ImmutableSortedSet<string> Below(string room) =>
        [.. Rooms[room].SelectMany(direct => Below(direct).Add(direct))];

    /// <summary>The folders of the guests, with those that are gone.</summary>
    public static ImmutableSortedSet<string> Guests => [.. Lines(isWhole: true).Select(GuestOf).OfType<string>()];

    /// <summary>Words in backticks that look like a type: <c>RunResult</c>, not <c>Dyno.Http</c>.</summary>
    public static ImmutableSortedSet<string> TypeNames { get; } =
        [.. WordsIn(string.Join('\n', Lines())).Where(word => TypeName().IsMatch(word))];

    private static ImmutableSortedDictionary<string, ImmutableSortedSet<string>> ReadRooms() =>
        Lines().Where(line => line.StartsWith("| `Dyno.", StringComparison.Ordinal))
            .Select(line => line.Split('|'))
            .ToImmutableSortedDictionary(cells => WordsIn(cells[1]).Single(), cells => WordsIn(cells[3]).Except(Gone));

    // Without the rows of guests that are gone.
    private static IEnumerable<string> Lines(bool isWhole = false) =>
        RepositoryFiles.Lines(Path).Where(line => isWhole || GuestOf(line) is not { } guest || RepositoryFiles.Exists(guest));

    private static ImmutableSortedSet<string> Gone =>
        [.. Lines(isWhole: true).Except(Lines()).Select(line => WordsIn(line.Split('|')[1]).Single())];

    // The last column of the guests' table; the table of the core ends before it.
    private static string? GuestOf(string line) => line.Split('|') is [_, _, _, _, var folder, _] ? WordsIn(folder).SingleOrDefault(IsFolder) : null;

    private static bool IsFolder(string word) => word.StartsWith("guests/", StringComparison.Ordinal);

    private static ImmutableSortedSet<string> WordsIn(string text) =>
        [.. Backticked().Matches(text).Select(m => m.Groups[1].Value)];

    [GeneratedRegex("`([^`\n]+)`")]
    private static partial Regex Backticked();

    [GeneratedRegex("^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$")]
    private static partial Regex TypeName();
}
