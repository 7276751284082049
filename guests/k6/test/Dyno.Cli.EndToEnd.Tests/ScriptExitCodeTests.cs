using Dyno.K6;

namespace Dyno.Cli.EndToEnd.Tests;

public sealed class ScriptExitCodeTests
{
    [Fact]
    public void Stand_in_the_documentation_word_for_word()
    {
        var page = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", "exit-codes.md"));
        page.Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Replace("`", "", StringComparison.Ordinal))
            .ShouldBe(ScriptExitCodes.Rows.Select(row => $"| {row.Code} | {row.Meaning} |"));
        foreach (var code in typeof(K6ExitCode).GetFields().Select(field => field.GetRawConstantValue()))
            page.ShouldContain(line => line.StartsWith($"| `{code}` |", StringComparison.Ordinal) || line.StartsWith($"| {code} |", StringComparison.Ordinal));
    }
}
