using Dyno.Results.Problems;
using Dyno.Subjects.Publishing;

namespace Dyno.Subjects.Tests.Publishing;

public sealed class ProjectLocationTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-location-");

    [Fact]
    public void The_only_project_of_a_folder_is_meant_by_the_folder()
    {
        var project = Touch("Api.csproj");

        ProjectLocation.Find(_root.FullName).ShouldBe(project);
        ProjectLocation.Find(project).ShouldBe(project);
    }

    [Fact]
    public void A_folder_without_a_project_hints_at_one_below()
    {
        Touch("src/Api.fsproj");

        Should.Throw<UserFault>(() => ProjectLocation.Find(_root.FullName)).Hint
            .ShouldBe($"projects one level below: {Path.Combine("src", "Api.fsproj")}");
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
        var file = Touch("Api.sln");

        Should.Throw<UserFault>(() => ProjectLocation.Find(file)).Message.ShouldBe($"'{file}' is not a project file");
    }

    public void Dispose() => _root.Delete(recursive: true);

    private string Touch(string file)
    {
        var path = Path.Combine(_root.FullName, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, "");
        return path;
    }
}
