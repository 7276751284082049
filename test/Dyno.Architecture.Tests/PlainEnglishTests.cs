using System.Text.RegularExpressions;

namespace Dyno.Architecture.Tests;

/// <summary>
/// Words that give away a sentence that was translated rather than written: each has a plainer one. Their number only falls; lower a limit
/// when you have removed some.
/// </summary>
public sealed class PlainEnglishTests
{
    private static readonly string[] Pages = [.. RepositoryFiles.All.Where(path => path.EndsWith(".md", StringComparison.Ordinal)
        && (path.StartsWith("docs/", StringComparison.Ordinal) || path.StartsWith("studies/", StringComparison.Ordinal) || !path.Contains('/')))];

    [Theory]
    [InlineData("somebody", 0)]
    [InlineData("nobody", 4)]
    [InlineData("whoever", 0)]
    [InlineData("told", 2)]
    [InlineData("goes on", 0)]
    [InlineData("go on", 1)]
    [InlineData("beside", 70)]
    [InlineData("apart", 20)]
    [InlineData("of its own", 30)]
    [InlineData("for ever", 0)]
    [InlineData("by itself", 6)]
    [InlineData("stands", 20)]
    [InlineData("lies", 19)]
    public void A_tell_tale_word_becomes_rarer(string word, int limit)
    {
        var found = Pages.Select(page => (page, count: Regex.Count(RepositoryFiles.Read(page), $@"\b{word}\b", RegexOptions.IgnoreCase)))
            .Where(page => page.count > 0).ToList();

        found.Sum(page => page.count).ShouldBeLessThanOrEqualTo(limit, $"write it plainly: {string.Join(", ", found)}");
    }
}
