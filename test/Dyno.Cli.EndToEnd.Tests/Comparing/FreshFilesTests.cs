namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>An app with a database in its own folder, as many samples have.</summary>
[Trait("Length", "Long")]
public sealed class FreshFilesTests : ExperimentTest
{
    [Fact]
    public async Task Every_launch_of_every_variant_begins_with_the_same_rows()
    {
        // Not in the workspace itself: its folder is the one for temporary files, too, with the pipes of every .NET process.
        Directory.CreateDirectory(Workspace["Visits"]);
        await File.WriteAllTextAsync(Workspace["Visits/Directory.Build.props"], "<Project />", Cancelled); // no settings of a repository above
        await File.WriteAllTextAsync(Workspace["Visits/Visits.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
              <ItemGroup><PackageReference Include="Microsoft.EntityFrameworkCore.Sqlite" Version="10.0.15" /></ItemGroup>
            </Project>
            """, Cancelled);
        await File.WriteAllTextAsync(Workspace["Visits/Program.cs"], """
            using Microsoft.Data.Sqlite;
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            var app = builder.Build();
            using var database = new SqliteConnection("Data Source=visits.db");
            database.Open();
            Do("create table if not exists visits (id integer primary key)");
            Console.WriteLine($"begins with {Do("select count(*) from visits")} rows");
            app.MapGet("/visit", () => { lock (database) Do("insert into visits default values"); return "visited"; });
            app.Run();
            object? Do(string sql) { using var command = database.CreateCommand(); command.CommandText = sql; return command.ExecuteScalar(); }
            """, Cancelled);
        var outcome = await CompareAsync("""
            subject: { project: Visits }
            variants: { plain: {}, other: { env: { NOTHING: "1" } } }
            load: { url: /visit, connections: 1 }
            warmup: { minimum: 1s, maximum: 1s }
            compare: { baseline: plain }
            """, "--rounds", "1", "-d", "1s", "--keep-files");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var logs = Directory.GetFiles(Workspace[".dyno/subjects/"], "*.log", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(Path.GetDirectoryName(file)) == "output").Select(File.ReadAllText)
            .Where(text => text.StartsWith("begins with", StringComparison.Ordinal)).ToList();
        logs.Count.ShouldBeGreaterThanOrEqualTo(5, "two launches to compare the answers, three in the round");
        logs.ShouldAllBe(text => text.StartsWith("begins with 0 rows", StringComparison.Ordinal));
        Directory.GetFiles(Workspace[".dyno/subjects/"], "visits.db", SearchOption.AllDirectories).Length.ShouldBe(logs.Count, "--keep-files keeps each");
    }
}
