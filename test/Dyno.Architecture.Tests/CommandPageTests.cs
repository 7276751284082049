namespace Dyno.Architecture.Tests;

/// <summary>The index of commands by job names every command of <c>dyno --help</c>.</summary>
public sealed partial class CommandPageTests
{
    [Fact]
    public void Every_command_of_the_help_has_a_job()
    {
        var commands = Command().Matches(RepositoryFiles.Read("test/Dyno.Cli.EndToEnd.Tests/Approved/help.approved.txt"))
            .Select(match => match.Groups[1].Value).ToList();
        var page = RepositoryFiles.Read("docs/commands.md");

        commands.Count.ShouldBeGreaterThan(20);
        commands.Where(command => !page.Contains($"`dyno {command}`", StringComparison.Ordinal)).ShouldBeEmpty("add it to docs/commands.md");
    }

    [GeneratedRegex(@"^  ([a-z]+) {2,}[A-Z]", RegexOptions.Multiline)]
    private static partial Regex Command();
}
