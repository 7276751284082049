using System.Reflection;

namespace Dyno.Architecture.Tests;

public sealed partial class RoomTests
{
    public static TheoryData<string> Rooms => [.. ArchitecturePage.Rooms.Keys];

    [Fact]
    public void The_tables_of_rooms_list_exactly_the_projects_under_src_and_of_the_guests()
    {
        var projects = RepositoryFiles.Projects.Where(RepositoryFiles.IsSource)
            .Select(Path.GetFileNameWithoutExtension);

        ArchitecturePage.Rooms.Keys.ShouldBe(projects, ignoreOrder: true,
            "docs/architecture.md, \"The projects\": add a row for a new project, remove the row of one that is gone");
    }

    [Theory, MemberData(nameof(Rooms))]
    public void A_project_references_what_the_table_says(string room)
    {
        var references = ProjectReference().Matches(RepositoryFiles.Read(RepositoryFiles.ProjectOf(room)))
            .Select(m => m.Groups[1].Value).Where(ArchitecturePage.Rooms.ContainsKey);

        references.ShouldBe(ArchitecturePage.Rooms[room], ignoreOrder: true,
            $"an edge of {room} is new or gone: if it is meant, change its row in docs/architecture.md in the same " +
            "commit; if not, move the type to the project that may hold it");
    }

    [Theory, MemberData(nameof(Rooms))]
    public void An_assembly_uses_only_rooms_below_its_own(string room)
    {
        var used = AssemblyOf(room).GetReferencedAssemblies().Select(name => RoomOf(name.Name!))
            .Where(ArchitecturePage.Rooms.ContainsKey);

        used.ShouldBeSubsetOf(ArchitecturePage.Below(room), $"not below {room} in docs/architecture.md");
    }

    [Fact]
    public void Every_type_named_on_the_architecture_page_exists()
    {
        var types = ArchitecturePage.Rooms.Keys.SelectMany(room => AssemblyOf(room).GetTypes())
            .Select(type => type.Name.Split('`')[0]).ToHashSet(StringComparer.Ordinal);

        ArchitecturePage.TypeNames.Count.ShouldBeGreaterThan(10);
        ArchitecturePage.TypeNames.Except(types).Where(name => Type.GetType($"System.{name}") is null).ShouldBeEmpty(
            "docs/architecture.md names types that are gone: write the page anew where it is no longer true");
    }

    /// <summary>Subjects are built when they are run, for the framework asked for; so are programs of tests.</summary>
    [Fact]
    public void Every_project_but_the_subjects_is_in_the_solution()
    {
        var solution = RepositoryFiles.Read("Dyno.slnx");

        RepositoryFiles.Projects.Where(project => project.Split('/') is ["src" or "test" or "bench", _, _] or ["guests", ..])
            .Where(project => !solution.Contains($"\"{project}\"", StringComparison.Ordinal))
            .ShouldBeEmpty("projects outside Dyno.slnx are neither built nor checked: dotnet sln add");
    }

    private static Assembly AssemblyOf(string room) => Assembly.Load(room == "Dyno.Cli" ? "dyno" : room);

    private static string RoomOf(string assembly) => assembly == "dyno" ? "Dyno.Cli" : assembly;

    [GeneratedRegex("<ProjectReference Include=\"[^\"]*/(Dyno[^/\"]*)\\.csproj\"")]
    private static partial Regex ProjectReference();
}
