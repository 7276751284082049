namespace Dyno.Cli.EndToEnd.Tests;

public sealed class ExitCodeTests
{
    [Fact]
    public void Stand_in_the_documentation_word_for_word()
    {
        var page = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", "exit-codes.md"));
        var rows = page.Where(line => line.StartsWith("| ", StringComparison.Ordinal) && char.IsAsciiDigit(line[2]));
        rows.ShouldBe(ExitCodeTable.Rows.Select(row => $"| {row.Code} | {row.Meaning} |"));
    }
}
