using System.Text.RegularExpressions;

namespace Dyno.Architecture.Tests;

/// <summary>CONTRIBUTING.md, "Where things go": what it names is there.</summary>
public sealed partial class ContributingTests
{
    private const string Page = "CONTRIBUTING.md";

    private static readonly string[] Rows = [.. RepositoryFiles.Lines(Page).SkipWhile(line => !line.StartsWith("| to add", StringComparison.Ordinal))
        .Skip(2).TakeWhile(line => line.StartsWith('|'))];

    // Executors that k6 does not have: no script can ask for them.
    private static readonly string[] NotOfScripts = ["FixedArrivals", "LoadSequence", "MaxThroughput", "RandomArrivalRate"];

    [Fact]
    public void Every_file_and_folder_it_names_exists() =>
        Rows.SelectMany(row => Backticked().Matches(row).Select(match => match.Groups[1].Value)).Where(name => name.Contains('/') || name.Contains('.'))
            .Concat(Rows.SelectMany(row => Link().Matches(row).Select(match => match.Groups[1].Value)))
            .Where(path => !RepositoryFiles.Exists(path)).ShouldBeEmpty($"{Page} sends its reader to what is gone");

    [Fact]
    public void Every_type_it_names_exists()
    {
        var types = RepositoryFiles.CSharp.Where(path => path.StartsWith("src/", StringComparison.Ordinal))
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
    [InlineData("a module or function of k6 scripts", "ModuleExports")]
    [InlineData("a check of the doctor", "MachineCheckup")]
    public void What_may_be_added_has_a_row_with_its_list(string what, string list) =>
        Rows.Single(row => row.StartsWith($"| {what} |", StringComparison.Ordinal)).ShouldContain($"`{list}`");

    [Fact]
    public void Every_executor_has_a_sentence_for_the_console_and_every_one_of_k6_is_read_from_scripts()
    {
        var executors = RepositoryFiles.CSharp.Where(path => path.StartsWith("src/Dyno.Load/Executors/", StringComparison.Ordinal)).Select(RepositoryFiles.Read)
            .Select(text => (Record: Executor().Match(text).Groups[1].Value, Name: NameOfExecutor().Match(text).Groups[1].Value))
            .Where(found => found.Name.Length > 0).ToList();
        var sentences = RepositoryFiles.Read("src/Dyno.Reporting/Console/ModelInWords.cs");
        var scripts = RepositoryFiles.Read("src/Dyno.K6/Options/ScenarioOptions.cs");

        executors.Count.ShouldBeGreaterThan(10);
        executors.Where(executor => !sentences.Contains($"\"{executor.Name}\" =>", StringComparison.Ordinal)).Select(executor => executor.Name)
            .ShouldBeEmpty("add a sentence to ModelInWords");
        var unread = executors.Where(executor => !scripts.Contains($"\"{executor.Name}\"", StringComparison.Ordinal) || !scripts.Contains($"new {executor.Record}", StringComparison.Ordinal))
            .Select(executor => executor.Record).ToList();
        unread.Except(NotOfScripts).ShouldBeEmpty("read it in ScenarioReader, or say here that k6 has no such executor");
        NotOfScripts.Except(unread).ShouldBeEmpty("scripts can ask for it now: remove it from the list");
    }

    [GeneratedRegex(@"^public sealed record (\w+) : \w*ExecutorPlan\b", RegexOptions.Multiline)]
    private static partial Regex Executor();

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
