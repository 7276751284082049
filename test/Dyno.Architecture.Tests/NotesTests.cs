namespace Dyno.Architecture.Tests;

/// <summary><c>bench/NOTES.md</c> has the last run of each benchmark and no other.</summary>
public sealed partial class NotesTests
{
    private static readonly string[] Sections = [.. RepositoryFiles.Read("bench/NOTES.md").ReplaceLineEndings("\n").Split("\n### ").Skip(1)];

    [Fact]
    public void Each_benchmark_has_one_section()
    {
        var names = Sections.Select(section => Name().Match(section).Value).ToArray();

        names.Length.ShouldBeGreaterThan(20);
        names.ShouldAllBe(name => name.Length > 0, "begin the heading with the name of the benchmark");
        names.ShouldBeUnique("replace the earlier run");
    }

    [Fact]
    public void A_section_has_one_run()
    {
        foreach (var section in Sections)
        {
            Run().Count(section).ShouldBe(1, section.Split('\n')[0]);
            Date().Matches(section).Select(date => date.Value).Distinct().Count().ShouldBe(1, $"{section.Split('\n')[0]}: a run has one date");
        }
    }

    [GeneratedRegex(@"\A[\w-]+(?=[:\n])")]
    private static partial Regex Name();

    [GeneratedRegex(@"^Measured (on|with)\b", RegexOptions.Multiline)]
    private static partial Regex Run();

    [GeneratedRegex(@"\b20\d\d-\d\d-\d\d\b")]
    private static partial Regex Date();
}
