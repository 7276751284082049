namespace Dyno.Architecture.Tests;

/// <summary>CONTRIBUTING.md, "Where things go": what it names is there.</summary>
public sealed partial class ContributingTests
{
    private const string Page = "CONTRIBUTING.md";

    private static readonly string[] Rows = [.. RepositoryFiles.Lines(Page).SkipWhile(line => !line.StartsWith("| to add", StringComparison.Ordinal))
        .Skip(2).TakeWhile(line => line.StartsWith('|')).Where(IsOfWhatIsThere)];

    [Fact]
    public void Every_file_and_folder_it_names_exists() =>
        Rows.SelectMany(row => Backticked().Matches(row).Select(match => match.Groups[1].Value)).Where(name => name.Contains('/') || name.Contains('.'))
            .Concat(Rows.SelectMany(row => Link().Matches(row).Select(match => match.Groups[1].Value)))
            .Where(path => !RepositoryFiles.Exists(path)).ShouldBeEmpty($"{Page} sends its reader to what is gone");

    [Fact]
    public void Every_type_it_names_exists()
    {
        var types = RepositoryFiles.Sources
            .SelectMany(path => Declaration().Matches(RepositoryFiles.Read(path)).Select(match => match.Groups[1].Value)).ToHashSet(StringComparer.Ordinal);
        var named = Rows.SelectMany(row => Backticked().Matches(row).Select(match => match.Groups[1].Value)).Where(name => TypeName().IsMatch(name)).ToList();

        named.Count.ShouldBeGreaterThan(10);
        named.Except(types).Except(["PeakRate"]).ShouldBeEmpty($"{Page} names types that are gone");
    }

    /// <summary>The kinds that are values: each has a row, and its row names the one list.</summary>
    [Theory]
    [InlineData("a kind of load", "LoadKinds")]
    [InlineData("an output format", "RunExporters")]
    [InlineData("a live output", "OutputKinds")]
    [InlineData("an executor", "PeakRate")]
    [InlineData("an input format", "RequestSetReader")]
    [InlineData("a kind of service", "ServiceKind")]
    public void What_may_be_added_has_a_row_with_its_list(string what, string list) =>
        Rows.Single(row => row.StartsWith($"| {what} |", StringComparison.Ordinal)).ShouldContain($"`{list}`");

    [Fact]
    public void Every_executor_has_a_sentence_for_the_console()
    {
        var executors = RepositoryFiles.CSharp.Where(path => path.StartsWith("src/Dyno.Load/Executors/", StringComparison.Ordinal)).Select(RepositoryFiles.Read)
            .Select(text => NameOfExecutor().Match(text).Groups[1].Value).Where(name => name.Length > 0).ToList();
        var sentences = RepositoryFiles.Read("src/Dyno.Reporting/Console/ModelInWords.cs");

        executors.Count.ShouldBeGreaterThan(10);
        executors.Where(executor => !sentences.Contains($"\"{executor}\" =>", StringComparison.Ordinal)).ShouldBeEmpty("add a sentence to ModelInWords");
    }

    // A row that sends its reader into the folder of a guest goes with the guest.
    private static bool IsOfWhatIsThere(string row) =>
        ArchitecturePage.Guests.All(guest => RepositoryFiles.Exists(guest) || !row.Contains($"`{guest}/", StringComparison.Ordinal));

    [GeneratedRegex("override string Name => \"([a-z-]+)\"")]
    private static partial Regex NameOfExecutor();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Backticked();

    [GeneratedRegex(@"\]\(([^)#]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$")]
    private static partial Regex TypeName();

    [GeneratedRegex(@"\b(?:class|record struct|record|struct|interface|enum)\s+([A-Z]\w*)")]
    private static partial Regex Declaration();
}
