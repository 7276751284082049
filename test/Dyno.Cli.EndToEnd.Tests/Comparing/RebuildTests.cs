namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>compare --rebuild</c> with real builds.</summary>
public sealed class RebuildTests : ExperimentTest
{
    [Fact]
    [Trait("Length", "Long")]
    public async Task The_control_is_another_build_of_the_same_program()
    {
        Directory.CreateDirectory(Workspace["Versions"]);
        await File.WriteAllTextAsync(Workspace["Versions/Directory.Build.props"], "<Project />", Cancelled);
        await File.WriteAllTextAsync(Workspace["Versions/Versions.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
            """, Cancelled);
        await File.WriteAllTextAsync(Workspace["Versions/Program.cs"], """
            using System.Reflection;
            var app = WebApplication.CreateBuilder(args).Build();
            var assembly = Assembly.GetExecutingAssembly();
            Console.WriteLine($"build {assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion} {assembly.ManifestModule.ModuleVersionId}");
            app.MapGet("/hello", () => "hello");
            app.Run();
            """, Cancelled);
        var outcome = await CompareAsync("""
            subject: { project: Versions }
            variants: { plain: {}, other: { env: { NOTHING: "1" } } }
            load: { url: /hello, connections: 1 }
            warmup: { minimum: 1s, maximum: 1s }
            compare: { baseline: plain }
            """, "--rounds", "1", "-d", "1s", "--rebuild", "--keep-files");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Compared.Experiment.Rebuilt.ShouldBeTrue();
        Compared.Pairs.Count(p => p.IsControl).ShouldBe(1);
        var builds = Directory.GetFiles(Workspace[".dyno/subjects/"], "*.log", SearchOption.AllDirectories)
            .SelectMany(File.ReadLines).Where(line => line.StartsWith("build 1.0.0", StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal).ToList();
        builds.Count.ShouldBe(2, string.Join('\n', builds));
        builds.Count(line => line.StartsWith("build 1.0.0+control ", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Fact]
    public async Task A_file_without_a_project_says_that_nothing_can_be_built_again()
    {
        var outcome = await CompareAsync(new FakeTrials(), """
            variants: { a: { url: http://localhost:1 }, b: { url: http://localhost:2 } }
            load: { url: /hello }
            compare: { baseline: a }
            """, "--rebuild");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--rebuild: the baseline is no project, so that there is nothing to build again");
    }
}
