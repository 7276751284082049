namespace Dyno.Architecture.Tests;

/// <summary>The list of faults that <c>./build faults</c> plants, one after the other, to see that the tests notice them.</summary>
public sealed class FaultListTests
{
    private const string List = "eng/faults.tsv";

    [Fact]
    public void Every_fault_can_still_be_planted_and_names_a_test_that_exists()
    {
        foreach (var fault in Faults())
        {
            RepositoryFiles.Read(fault.File).Split(fault.Old).Length.ShouldBe(2, $"{List}: \"{fault.Old}\" has to stand once in {fault.File}");
            fault.New.ShouldNotBe(fault.Old);
            RepositoryFiles.CSharp.Where(path => path.Contains($"/{fault.Suite}/", StringComparison.Ordinal))
                .ShouldContain(path => RepositoryFiles.Read(path).Contains(fault.Test, StringComparison.Ordinal), $"{List}: {fault.Suite} has no test {fault.Test}");
        }
    }

    [Fact]
    public void Every_project_has_two_faults_or_more() =>
        RepositoryFiles.Sources.Select(ProjectOf).Distinct().Except(["Dyno.StartupHook", "Dyno.Aspire.Hosting"])
            .Where(project => Faults().Count(fault => ProjectOf(fault.File) == project) < 2).ShouldBeEmpty($"plant two faults of theirs in {List}");

    private static string ProjectOf(string path) => path.Split('/').SkipWhile(part => part != "src").Skip(1).First();

    private static IEnumerable<(string File, string Old, string New, string Suite, string Test)> Faults() =>
        RepositoryFiles.Lines(List).Skip(1).Select(line => line.Split('\t')).Where(cells => RepositoryFiles.Exists(cells[1]))
            .Select(cells => (cells[1], cells[2], cells[3], cells[4], cells[5]));
}
