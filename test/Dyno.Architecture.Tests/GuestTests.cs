using System.Text.Json;

namespace Dyno.Architecture.Tests;

/// <summary>The core and its guests: the core knows no guest, and what a guest knows of the core is approved.</summary>
public sealed partial class GuestTests
{
    private const string CommandLine = "Dyno.Cli";

    // The projects of the guests that are there, by the guest's folder.
    private static readonly ILookup<string, string> Guests = RepositoryFiles.Projects.Where(path => path.Split('/') is ["guests", _, "src", ..])
        .ToLookup(path => path.Split('/')[1], Path.GetFileNameWithoutExtension)!;

    /// <summary>Deleting a guest's folder leaves a core that compiles: the file Guests.cs has the only parts that guests fill.</summary>
    [Fact]
    public void No_file_of_the_core_names_a_project_of_a_guest()
    {
        var projects = Guests.SelectMany(guest => guest).ToList();

        RepositoryFiles.CSharp.Where(path => path.StartsWith("src/", StringComparison.Ordinal))
            .Where(path => projects.Any(project => Regex.IsMatch(RepositoryFiles.Read(path), $@"\b{Regex.Escape(project)}\b"))).ShouldBeEmpty();
    }

    [Fact]
    public void What_a_guest_uses_of_the_core_is_approved()
    {
        foreach (var guest in Guests)
        {
            foreach (var project in guest) Verify(guest.Key, project, AssemblyUses.Of(Path.Combine(AppContext.BaseDirectory, $"{project}.dll")).Where(IsTypeOfCore));
            Verify(guest.Key, CommandLine, UsesOfCommandLine($"guests/{guest.Key}/src/{CommandLine}/"));
        }
    }

    [Fact]
    public void Core_has_all_projects_but_the_guests()
    {
        var all = ProjectInSolution().Matches(RepositoryFiles.Read("Dyno.slnx")).Select(match => match.Groups[1].Value);
        using var core = JsonDocument.Parse(RepositoryFiles.Read("Core.slnf"));

        core.RootElement.GetProperty("solution").GetProperty("projects").EnumerateArray().Select(project => project.GetString())
            .ShouldBe(all.Where(path => !path.StartsWith("guests/", StringComparison.Ordinal)), ignoreOrder: true);
    }

    // Its part of the command line is compiled with the rest of it, so only its text shows what it uses.
    private static IEnumerable<string> UsesOfCommandLine(string folder)
    {
        var words = RepositoryFiles.CSharp.Where(path => path.StartsWith(folder, StringComparison.Ordinal)).SelectMany(RepositoryFiles.Lines)
            .Where(line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal))
            .SelectMany(line => Word().Matches(line)).Select(match => match.Value).ToHashSet(StringComparer.Ordinal);
        return RepositoryFiles.CSharp.Where(path => path.StartsWith($"src/{CommandLine}/", StringComparison.Ordinal))
            .SelectMany(path => Declaration().Matches(RepositoryFiles.Read(path)).Select(match => match.Groups[1].Value)).Where(words.Contains);
    }

    private static bool IsTypeOfCore(string use) =>
        use.StartsWith("Dyno.", StringComparison.Ordinal) && !use.Contains("::", StringComparison.Ordinal)
        && !Guests.SelectMany(guest => guest).Any(project => use.StartsWith(project + ".", StringComparison.Ordinal));

    private static void Verify(string guest, string room, IEnumerable<string> uses) => Approval.Verify(
        string.Concat(uses.Distinct().Order(StringComparer.Ordinal).Select(use => use + "\n")), room, Path.Combine(RepositoryRoot.Path, "guests", guest, "README.md"));

    [GeneratedRegex("Project Path=\"([^\"]+)\"")]
    private static partial Regex ProjectInSolution();

    [GeneratedRegex(@"\b[A-Z]\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"^(?:(?:public|internal|sealed|abstract|static|readonly|partial)\s+)+(?:class|record struct|record|struct|interface|enum)\s+([A-Z]\w*)", RegexOptions.Multiline)]
    private static partial Regex Declaration();
}
