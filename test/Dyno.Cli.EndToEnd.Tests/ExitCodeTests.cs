using Dyno.Cli.Exit;
using Dyno.K6;
using Dyno.Testing;

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

    [Fact]
    public void Of_scripts_stand_in_the_documentation()
    {
        var page = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", "exit-codes.md"));
        page.Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Replace("`", "", StringComparison.Ordinal))
            .ShouldBe(ExitCodeTable.ScriptRows.Select(row => $"| {row.Code} | {row.Meaning} |"));
        foreach (var code in typeof(K6ExitCode).GetFields().Select(field => field.GetRawConstantValue()))
            page.ShouldContain(line => line.StartsWith($"| `{code}` |", StringComparison.Ordinal) || line.StartsWith($"| {code} |", StringComparison.Ordinal));
    }
}
