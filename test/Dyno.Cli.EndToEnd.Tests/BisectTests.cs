namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno bisect</c> over a real repository, on trials that need no build.</summary>
public sealed class BisectTests : EndToEndTest
{
    private readonly FakeTrials _trials = new();

    private protected override Task<DynoOutcome> DynoAsync(params string[] args) => DynoCommand.RunAsync(Workspace, _trials, args);

    [Fact]
    public async Task The_commit_that_allocates_is_found_past_one_that_does_not_build()
    {
        await WriteAsync("api/orders.http", "GET http://localhost/orders");
        await CommitAsync("first", "");
        await CommitAsync("does not build", "this is no program");
        await WriteAsync("api/orders.http", "GET http://localhost/orders?sorted=1");
        await CommitAsync("orders are copied", "app.Use((context, next) => { GC.KeepAlive(new byte[50_000]); return next(context); });");
        var (broken, bad) = ((await GitAsync("rev-parse", "HEAD~1")).Trim(), (await GitAsync("rev-parse", "HEAD")).Trim());
        _trials.Preparing = plan =>
        {
            if (plan.Variants.Any(v => v.Subject.Git == broken)) throw SubjectFaults.Of(SubjectFault.DidNotBuild, "Api does not build for net10.0");
        };
        _trials.ServerOf = variant => new FakeServer { AllocatedBytes = variant.Subject.Git == bad ? 52_000 : 2_000 };
        var outcome = await DynoAsync(["bisect", "HEAD~2", "HEAD", "--project", "api", "--load", "api/orders.http", "--metric", "server.allocatedPerRequest",
            "-d", "1s", "--for", "30s", "--result", "found.json", "--health-limit", "load-average=1000", "--health-limit", "stalls=100%",
            "--health-limit", "start-lag=1h", "--health-limit", "other-processes=100%", "--health-limit", "generator-saturated=100%"]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("orders are copied");
        var result = JsonNode.Parse(await File.ReadAllTextAsync(Workspace["found.json"], Cancelled))!;
        var found = result["found"]!.AsArray();
        result["steps"]!.AsArray().ShouldContain(step => step!["reason"] != null && step["reason"]!.GetValue<string>() == "Api does not build for net10.0");
        found.Select(commit => commit!["subject"]!.GetValue<string>()).ShouldBe(["does not build", "orders are copied"], outcome.ToString());
        var good = (await GitAsync("rev-parse", "HEAD~2")).Trim()[..8];
        result["remarks"]!.AsArray().Select(remark => remark!.GetValue<string>())
            .ShouldContain($"the commits change api/orders.http: all are loaded as {good}, the good one, has it");
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

    /// <summary>The load names its modules; where the branch changes one, both sides get the load of the baseline, and the record says which.</summary>
    [Fact, Trait("Guest", "k6")]
    public async Task A_comparison_of_a_branch_that_changes_a_module_of_its_load_can_be_run_again()
    {
        await WriteAsync("api/paths.js", "export const path = '/orders';");
        await WriteAsync("api/load.js", """
            import http from 'k6/http';
            import { path } from './paths.js';
            export const options = { vus: 2, duration: '1s' };
            export default () => { http.get(__ENV.BASE_URL + path); };
            """);
        await CommitAsync("first", "");
        await GitAsync("tag", "before");
        await WriteAsync("api/paths.js", "export const path = '/orders?sorted=1';");
        await CommitAsync("sorted", "// more");
        var outcome = await DynoAsync(["compare", "--git", "before..HEAD", "--project", "api", "--load", "api/load.js", "--rounds", "2", "-d", "1s", "--result", "c.json"]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var before = (await GitAsync("rev-parse", "before")).Trim();
        outcome.Error.ShouldContain($"HEAD changes api/paths.js: both sides are loaded as {before[..8]}, the baseline, has it");
        var experiment = JsonNode.Parse(await File.ReadAllTextAsync(Workspace["c.json"], Cancelled))!["experiment"]!;
        experiment["text"]!.GetValue<string>().Replace(Workspace.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)
            .ShouldContain($"load: {{ file: 'api/load.js', git: '{before}' }}");
        await WriteAsync("again.yaml", experiment["text"]!.GetValue<string>());
        (await DynoAsync(["compare", "again.yaml", "--dry-run"])).ExitCode.ShouldBe(0);
        (await GitAsync("worktree", "list")).Trim().Split('\n').ShouldHaveSingleItem();
    }

    private async Task WriteAsync(string name, string text)
    {
        await BeginAsync();
        await File.WriteAllTextAsync(Workspace[name], text, Cancelled);
    }

    private async Task BeginAsync()
    {
        if (Directory.Exists(Workspace["api"])) return;
        Directory.CreateDirectory(Workspace["api"]);
        await GitAsync("init", "--quiet");
        await File.WriteAllTextAsync(Workspace["api/Directory.Build.props"], "<Project />", Cancelled);
        await File.WriteAllTextAsync(Workspace["api/Api.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
            """, Cancelled);
    }

    private async Task CommitAsync(string subject, string code)
    {
        await BeginAsync();
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
