namespace Dyno.Architecture.Tests;

/// <summary>What people read is written to be read.</summary>
public sealed partial class PageTests
{
    private const int MostWords = 120;

    private static readonly string[] Pages = [.. RepositoryFiles.All.Where(path =>
        path is "README.md" or "CONTRIBUTING.md" || path.EndsWith(".md", StringComparison.Ordinal)
            && (path.StartsWith("docs/", StringComparison.Ordinal) || path.StartsWith("studies/", StringComparison.Ordinal) && path.EndsWith("/README.md", StringComparison.Ordinal)))];

    /// <summary>Names in backticks count as words: a list of hundreds in one paragraph cannot be looked through.</summary>
    [Fact]
    public void A_paragraph_has_120_words_at_most()
    {
        Pages.Length.ShouldBeGreaterThan(50);
        Pages.SelectMany(page => Paragraph().Split(Code().Replace(RepositoryFiles.Read(page), "").ReplaceLineEndings("\n"))
                .Select(text => (page, text: text.Trim(), words: Word().Count(text))))
            .Where(paragraph => !paragraph.text.StartsWith('|') && paragraph.words > MostWords)
            .Select(paragraph => $"{paragraph.page}: {paragraph.words} words: {paragraph.text[..60]}")
            .ShouldBeEmpty("break it where a reader may take breath, or make it a list or a table");
    }

    /// <summary>A page that explains the code sends its reader to files that are there.</summary>
    [Fact]
    public void Every_source_file_that_a_page_names_exists() =>
        Pages.SelectMany(page => SourceFile().Matches(RepositoryFiles.Read(page)).Select(match => (page, file: match.Groups[1].Value)))
            .Where(named => !RepositoryFiles.Exists(named.file)).Select(named => $"{named.page}: {named.file}")
            .ShouldBeEmpty("the file has moved: write its new path");

    /// <summary>A comment that gives a decision as its reason sends its reader to a page that is there.</summary>
    [Fact]
    public void Every_decision_that_source_and_build_name_exists() =>
        RepositoryFiles.Text.Where(path => path.StartsWith("src/", StringComparison.Ordinal) || path.StartsWith("eng/", StringComparison.Ordinal))
            .SelectMany(path => Decision().Matches(RepositoryFiles.Read(path)).Select(match => (path, begin: match.Value)))
            .Where(named => !RepositoryFiles.All.Any(path => path.StartsWith(named.begin + "-", StringComparison.Ordinal))).Select(named => $"{named.path}: {named.begin}")
            .ShouldBeEmpty("the decision has gone: name the one that stands, or none");

    [GeneratedRegex(@"docs/adr/\d{4}")]
    private static partial Regex Decision();

    [GeneratedRegex(@"`(src/[^`\s]+\.cs)`")]
    private static partial Regex SourceFile();

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Code();

    [GeneratedRegex(@"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) |#)")]
    private static partial Regex Paragraph();

    [GeneratedRegex(@"\S*\w\S*")]
    private static partial Regex Word();
}
