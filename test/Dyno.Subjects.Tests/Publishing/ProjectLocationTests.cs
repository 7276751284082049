namespace Dyno.Subjects.Tests;

public sealed class ProjectLocationTests : IDisposable
{
    private const string Web = "<Project Sdk=\"Microsoft.NET.Sdk.Web\">";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-location-");

    [Fact]
    public void The_only_project_of_a_folder_is_meant_by_the_folder()
    {
        var project = Touch("Api.csproj");

        ProjectLocation.Find(_root.FullName).ShouldBe(project);
        ProjectLocation.Find(project).ShouldBe(project);
    }

    [Fact]
    public void A_folder_without_a_project_names_the_web_projects_below()
    {
        var api = Touch("src/Api/Api.fsproj", Web);
        Touch("src/Library/Library.csproj");
        Touch("src/Api/bin/Copy.csproj", Web);
        Touch("tests/Load/Load.csproj", Web + "<PackageReference Include=\"Dyno.Scenarios\" />");
        Should.Throw<UserFault>(() => ProjectLocation.Find(_root.FullName)).Hint.ShouldBe($"name the web project: {api}");

        var shop = Touch("src/Shop/Shop.csproj", Web);
        Should.Throw<UserFault>(() => ProjectLocation.Find(_root.FullName)).Hint.ShouldBe($"name one of the web projects: {api}, {shop}");
    }

    [Fact]
    public void A_solution_names_the_web_project_below()
    {
        var api = Touch("src/Api/Api.csproj", Web);
        var solution = Touch("Shop.slnx");

        var fault = Should.Throw<UserFault>(() => ProjectLocation.Find(solution));

        fault.Message.ShouldBe($"'{solution}' is a solution, not a project");
        fault.Hint.ShouldBe($"name the web project: {api}");
    }

    [Fact]
    public void A_folder_with_two_projects_names_both()
    {
        Touch("B.csproj");
        Touch("A.csproj");

        Should.Throw<UserFault>(() => ProjectLocation.Find(_root.FullName)).Hint.ShouldBe("name one: A.csproj, B.csproj");
    }

    [Fact]
    public void Another_kind_of_file_is_refused()
    {
        var file = Touch("Api.txt");

        Should.Throw<UserFault>(() => ProjectLocation.Find(file)).Message.ShouldBe($"'{file}' is not a project file");
    }

    public void Dispose() => _root.Delete(recursive: true);

    private string Touch(string file, string text = "")
    {
        var path = Path.Combine(_root.FullName, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }
}
