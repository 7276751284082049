namespace Dyno.Architecture.Tests;

/// <summary>The workflows of GitHub run nowhere here, so their lines are held against the repository.</summary>
public sealed partial class WorkflowTests
{
    private static readonly string[] Files = [.. RepositoryFiles.All.Where(path => path.StartsWith(".github/workflows/", StringComparison.Ordinal))];

    [Fact]
    public void They_call_commands_of_the_build_that_there_are()
    {
        var commands = CommandOfBuild().Matches(RepositoryFiles.Read("build")).SelectMany(match => match.Groups[1].Value.Split('|')).ToList();
        var called = Files.SelectMany(file => CallOfBuild().Matches(RepositoryFiles.Read(file))).Select(match => match.Groups[1].Value).Distinct().ToList();

        called.ShouldNotBeEmpty();
        called.ShouldBeSubsetOf(commands);
    }

    [Fact]
    public void What_is_released_for_a_system_is_tried_on_it()
    {
        var released = Systems().Match(RepositoryFiles.Read("eng/release/release.sh")).Groups[1].Value.Split(' ');
        var tried = Tried().Matches(RepositoryFiles.Read(".github/workflows/release.yml")).Select(match => match.Groups[1].Value);

        tried.ShouldBe(released, ignoreOrder: true);
    }

    [Fact]
    public void Each_action_has_one_version_and_each_job_only_the_rights_it_needs()
    {
        Files.SelectMany(file => Action().Matches(RepositoryFiles.Read(file)).Select(match => match.Groups))
            .GroupBy(action => action[1].Value).Where(action => action.Select(used => used[2].Value).Distinct().Count() > 1).Select(action => action.Key)
            .ShouldBeEmpty();
        Files.ShouldAllBe(file => RepositoryFiles.Read(file).Contains("\npermissions:\n  contents: read\n", StringComparison.Ordinal));
    }

    [GeneratedRegex(@"^    ([a-z|]+)\) .*;;$", RegexOptions.Multiline)]
    private static partial Regex CommandOfBuild();

    [GeneratedRegex(@"\./build ([a-z]+)")]
    private static partial Regex CallOfBuild();

    [GeneratedRegex(@"^release_systems=\(([^)]*)\)", RegexOptions.Multiline)]
    private static partial Regex Systems();

    [GeneratedRegex(@"^\s*- \{ os: \S+, system: (\S+) \}", RegexOptions.Multiline)]
    private static partial Regex Tried();

    [GeneratedRegex(@"uses: ([\w/-]+)@(\S+)")]
    private static partial Regex Action();
}
