using System.Xml.Linq;

namespace Dyno.Architecture.Tests;

/// <summary>The images of deploy/ are built by nobody here, so their lines are held against the repository.</summary>
public sealed partial class ContainerfileTests
{
    private const string Tool = "src/Dyno.Cli/Dyno.Cli.csproj";

    [Fact]
    public void The_image_for_pipelines_installs_the_tool_of_this_version_from_the_package_that_it_makes()
    {
        var lines = Lines("deploy/ci.Containerfile");
        var version = Element("Directory.Build.props", "VersionPrefix");

        lines.ShouldContain($"RUN dotnet tool install {Element(Tool, "PackageId")} --version {version} --add-source /packages --tool-path /usr/local/bin "
            + $"&& {Element(Tool, "ToolCommandName")} --version");
        lines.ShouldContain("RUN dotnet pack src/Dyno.Cli -c Release -p:DynoTool=true -o /packages");
        lines.ShouldContain("COPY --from=build /packages /packages");
        RepositoryFiles.Read("build").ShouldContain("src/Dyno.Cli \"$1\" -p:DynoTool=true", customMessage: "./build pack makes the same package");
        RepositoryFiles.Read("deploy/ci.Containerfile").ShouldContain($"-t dyno-ci:{version} .");
    }

    [Theory]
    [InlineData("deploy/Containerfile")]
    [InlineData("deploy/ci.Containerfile")]
    public void An_image_is_of_the_sdk_that_builds_Dyno_and_copies_what_is_in_the_repository(string file)
    {
        var lines = Lines(file);
        var sdk = Sdk().Match(RepositoryFiles.Read("global.json")).Groups["version"].Value;

        var images = lines.Where(line => line.StartsWith("FROM ", StringComparison.Ordinal)).Select(line => line.Split(' ')[1]).ToList();
        images.ShouldNotBeEmpty();
        images.ShouldAllBe(image => image == $"mcr.microsoft.com/dotnet/sdk:{sdk}" || image == $"mcr.microsoft.com/dotnet/aspnet:{sdk}");
        foreach (var project in lines.SelectMany(line => Project().Matches(line)).Select(match => match.Value))
            RepositoryFiles.All.ShouldContain(path => path.StartsWith(project + "/", StringComparison.Ordinal), project);
        lines.Select(line => line.Split(' ')[0]).Where(word => word.Length > 0 && char.IsUpper(word[0])).Distinct()
            .ShouldBeSubsetOf(["FROM", "WORKDIR", "COPY", "RUN", "CMD"]);
        RepositoryFiles.Read(".dockerignore").Split('\n').ShouldContain("**/obj", "what another machine built has its paths in it");
    }

    [Fact]
    public void The_jobs_of_GitLab_run_in_the_same_image() =>
        RepositoryFiles.Read("src/Dyno.Forges/Pipelines/Templates/gitlab-dyno.yml")
            .ShouldContain($"image: {Lines("deploy/ci.Containerfile").Last(line => line.StartsWith("FROM ", StringComparison.Ordinal)).Split(' ')[1]}\n");

    private static string[] Lines(string file) =>
        [.. RepositoryFiles.Read(file).Split('\n').Where(line => line.Length > 0 && line[0] != '#')];

    private static string Element(string file, string name) => XDocument.Parse(RepositoryFiles.Read(file)).Descendants(name).Single().Value;

    [GeneratedRegex("""
        "version": "(?<version>\d+\.\d+)\.
        """)]
    private static partial Regex Sdk();

    [GeneratedRegex(@"src/[A-Za-z.]+")]
    private static partial Regex Project();
}
