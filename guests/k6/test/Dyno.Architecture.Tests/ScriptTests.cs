namespace Dyno.Architecture.Tests;

/// <summary>What CONTRIBUTING.md says of k6 scripts.</summary>
public sealed partial class ScriptTests
{
    // Executors that k6 does not have: no script can ask for them.
    private static readonly string[] NotOfScripts = ["FixedArrivals", "LoadSequence", "MaxThroughput", "RandomArrivalRate"];

    [Fact]
    public void A_module_has_a_row_with_its_list() =>
        RepositoryFiles.Lines("CONTRIBUTING.md").Single(row => row.StartsWith("| a module or function of k6 scripts |", StringComparison.Ordinal)).ShouldContain("`ModuleExports`");

    [Fact]
    public void Every_executor_of_k6_is_read_from_scripts()
    {
        var executors = RepositoryFiles.CSharp.Where(path => path.StartsWith("src/Dyno.Load/Executors/", StringComparison.Ordinal)).Select(RepositoryFiles.Read)
            .Select(text => (Record: Executor().Match(text).Groups[1].Value, Name: NameOfExecutor().Match(text).Groups[1].Value))
            .Where(found => found.Name.Length > 0).ToList();
        var scripts = RepositoryFiles.Read("guests/k6/src/Dyno.K6/Options/ScenarioOptions.cs");

        executors.Count.ShouldBeGreaterThan(10);
        var unread = executors.Where(executor => !scripts.Contains($"\"{executor.Name}\"", StringComparison.Ordinal) || !scripts.Contains($"new {executor.Record}", StringComparison.Ordinal))
            .Select(executor => executor.Record).ToList();
        unread.Except(NotOfScripts).ShouldBeEmpty("read it in ScenarioReader, or say here that k6 has no such executor");
        NotOfScripts.Except(unread).ShouldBeEmpty("scripts can ask for it now: remove it from the list");
    }

    [GeneratedRegex(@"^public sealed record (\w+) : \w*ExecutorPlan\b", RegexOptions.Multiline)]
    private static partial Regex Executor();

    [GeneratedRegex("override string Name => \"([a-z-]+)\"")]
    private static partial Regex NameOfExecutor();
}
