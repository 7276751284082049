namespace Dyno.Architecture.Tests;

/// <summary>
/// Words that give away a sentence that was translated rather than written: each has a plainer one. Their number only falls; lower a limit
/// when you have removed some.
/// </summary>
public sealed partial class PlainEnglishTests
{
    private static readonly string[] Pages = [.. RepositoryFiles.All.Where(path => path.EndsWith(".md", StringComparison.Ordinal)
        && (path.StartsWith("docs/", StringComparison.Ordinal) || path.StartsWith("studies/", StringComparison.Ordinal) || !path.Contains('/')))];

    [Theory]
    [InlineData("somebody", 0)]
    [InlineData("nobody", 1)]
    [InlineData("whoever", 0)]
    [InlineData("told", 1)]
    [InlineData("goes on", 0)]
    [InlineData("go on", 0)]
    [InlineData("beside", 41)]
    [InlineData("apart", 13)]
    [InlineData("of its own", 16)]
    [InlineData("for ever", 0)]
    [InlineData("by itself", 2)]
    [InlineData("stands", 15)]
    [InlineData("lies", 4)]
    public void A_tell_tale_word_becomes_rarer(string word, int limit)
    {
        var found = Pages.Select(page => (page, count: Regex.Count(RepositoryFiles.Read(page), $@"\b{word}\b", RegexOptions.IgnoreCase)))
            .Where(page => page.count > 0).ToList();

        found.Sum(page => page.count).ShouldBeLessThanOrEqualTo(limit, $"write it plainly: {string.Join(", ", found)}");
    }

    [Theory]
    [InlineData("somebody", 0)]
    [InlineData("nobody", 1)]
    [InlineData("whoever", 0)]
    [InlineData("told", 15)]
    [InlineData("tells", 45)]
    [InlineData("goes on", 0)]
    [InlineData("go on", 0)]
    [InlineData("beside", 116)]
    [InlineData("apart", 40)]
    [InlineData("of its own", 44)]
    [InlineData("for ever", 0)]
    [InlineData("by itself", 30)]
    [InlineData("stands", 82)]
    [InlineData("lies", 43)]
    public void A_tell_tale_word_becomes_rarer_in_comments(string word, int limit)
    {
        var found = Comments.Value.Select(file => (file.Path, count: Regex.Count(file.Text, $@"\b{word}\b", RegexOptions.IgnoreCase)))
            .Where(file => file.count > 0).ToList();

        found.Sum(file => file.count).ShouldBeLessThanOrEqualTo(limit, $"write it plainly: {string.Join(", ", found)}");
    }

    /// <summary>The comments of the product: what follows <c>//</c> and <c>///</c>.</summary>
    private static readonly Lazy<ImmutableArray<(string Path, string Text)>> Comments = new(() =>
    [
        .. RepositoryFiles.CSharp.Where(path => path.StartsWith("src/", StringComparison.Ordinal)
                || path.StartsWith("guests/", StringComparison.Ordinal) && !path.Contains(".Tests/", StringComparison.Ordinal))
            .Select(path => (path, string.Join('\n', RepositoryFiles.Lines(path).Select(line => Comment().Match(line).Value)))),
    ]);

    [GeneratedRegex(@"(?<![:""\w/\\])//.*")]
    private static partial Regex Comment();
}
