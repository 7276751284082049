using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno bisect</c> over a real repository.</summary>
[Trait("Length", "Long")]
public sealed class BisectTests : EndToEndTest
{
    public BisectTests() => Workspace.Environment["TMPDIR"] = Workspace.Folder;

    [Fact]
    public async Task The_commit_that_allocates_is_found_past_one_that_does_not_build()
    {
        await CommitAsync("first", "");
        await CommitAsync("does not build", "this is no program");
        await CommitAsync("orders are copied", "app.Use((context, next) => { GC.KeepAlive(new byte[50_000]); return next(context); });");
        var outcome = await DynoAsync(["bisect", "HEAD~2", "HEAD", "--project", "api", "--load", "/orders", "--metric", "server.allocatedPerRequest",
            "-d", "1s", "--for", "30s", "--result", "found.json", "--health-limit", "load-average=1000", "--health-limit", "stalls=100%",
            "--health-limit", "start-lag=1h", "--health-limit", "other-processes=100%", "--health-limit", "generator-saturated=100%"]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("orders are copied");
        var found = JsonNode.Parse(await File.ReadAllTextAsync(Workspace["found.json"], Cancelled))!["found"]!.AsArray();
        found.Select(commit => commit!["subject"]!.GetValue<string>()).ShouldBe(["does not build", "orders are copied"], outcome.ToString());
        (await GitAsync("worktree", "list")).Trim().Split('\n').ShouldHaveSingleItem();
        (await GitAsync("status", "--short", "api")).ShouldBeEmpty();
    }

    [Fact]
    public async Task What_cannot_be_searched_is_said_at_once()
    {
        await CommitAsync("first", "");
        await CommitAsync("second", "// more");

        (await DynoAsync(["bisect", "HEAD~1", "HEAD", "--project", "api", "--load", "/orders", "--dry-run"])).Out
            .ShouldBe("1 commit from HEAD~1 to HEAD: about 1 comparison, 4 min each at most, and the builds\n");
        await RefusesAsync(["HEAD", "HEAD~1", "--load", "/orders"], "the good commit comes first: dyno bisect HEAD~1 HEAD");
        await RefusesAsync(["HEAD~1", "nowhere", "--load", "/orders"], "there is no revision 'nowhere'");
        await RefusesAsync(["HEAD~1", "HEAD"], "--load: the load is missing");
        await RefusesAsync(["HEAD~1", "HEAD", "--load", "/orders", "--confidence", "2"], "write --confidence 95%");

        async Task RefusesAsync(string[] options, string why)
        {
            var outcome = await DynoAsync(["bisect", .. options, "--project", "api"]);
            outcome.ExitCode.ShouldBe(104, outcome.ToString());
            outcome.Error.ShouldContain(why);
        }
    }

    private async Task CommitAsync(string subject, string code)
    {
        if (!Directory.Exists(Workspace["api"]))
        {
            Directory.CreateDirectory(Workspace["api"]);
            await GitAsync("init", "--quiet");
            await File.WriteAllTextAsync(Workspace["api/Directory.Build.props"], "<Project />", Cancelled);
            await File.WriteAllTextAsync(Workspace["api/Api.csproj"], """
                <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
                """, Cancelled);
        }
        await File.WriteAllTextAsync(Workspace["api/Program.cs"], $"""
            var app = WebApplication.CreateBuilder(args).Build();
            {code}
            app.MapGet("/orders", () => "orders");
            app.Run();
            """, Cancelled);
        await GitAsync("add", "api");
        await GitAsync("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "commit", "--quiet", "-m", subject);
    }

    private async Task<string> GitAsync(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Workspace.Folder, RedirectStandardOutput = true })!;
        var output = await git.StandardOutput.ReadToEndAsync(Cancelled);
        await git.WaitForExitAsync(Cancelled);
        git.ExitCode.ShouldBe(0, string.Join(' ', arguments));
        return output;
    }
}
