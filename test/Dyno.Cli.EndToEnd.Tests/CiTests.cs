using Dyno.Forges;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno ci</c>: the pipeline of a repository, and its comment.</summary>
public sealed partial class CiTests : EndToEndTest
{
    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    [InlineData("azure")]
    public void Every_command_line_of_a_pipeline_is_one_of_Dynos(string forge)
    {
        var lines = Plan(forge).Files(_ => false).SelectMany(file => CommandsOf(file.Text)).ToList();
        lines.Select(words => words[0]).Distinct().ShouldBe(["doctor", "compare", "ci", "history", "trend"], ignoreOrder: true);
        foreach (var words in lines) CommandLine.Create(Terminal.OfThisProcess(), words).ProblemsOf().ShouldBeEmpty(string.Join(' ', words));
    }

    [Fact]
    public void Every_command_line_of_the_action_is_one_of_Dynos()
    {
        var lines = CommandsOf(File.ReadAllText(Path.Combine(RepositoryRoot.Path, "action.yml"))).ToList();
        lines.Select(words => words[0]).Distinct().ShouldBe(["doctor", "compare", "ci"], ignoreOrder: true);
        foreach (var words in lines) CommandLine.Create(Terminal.OfThisProcess(), words).ProblemsOf().ShouldBeEmpty(string.Join(' ', words));
    }

    [Fact]
    public async Task The_pipeline_is_written_once_and_says_what_to_do_next()
    {
        await RepositoryAsync("https://github.com/acme/shop.git");
        var outcome = await DynoAsync(["ci", "init"]);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Approval.Verify(Versions().Replace(outcome.Out, "VERSION"), "ci-init");
        File.ReadAllText(Workspace[".github/workflows/dyno.yml"]).ShouldContain("--project api --load loads/orders.http");
        File.Exists(Workspace[".github/workflows/dyno-comment.yml"]).ShouldBeTrue();
        File.ReadAllText(Workspace[".config/dotnet-tools.json"]).ShouldContain("\"dyno\"");

        var again = await DynoAsync(["ci", "init"]);
        again.ExitCode.ShouldBe(104, again.ToString());
        again.Error.ShouldContain(".github/workflows/dyno.yml: already exists");
    }

    [Fact]
    public async Task What_does_not_fit_is_said_and_nothing_is_written()
    {
        (await DynoAsync(["ci", "init"])).Error.ShouldContain("this folder is in no repository");
        await RepositoryAsync(null);
        await RefusesAsync(["ci", "init"], "dyno ci init github, gitlab or azure");
        await RefusesAsync(["ci", "init", "bitbucket"], "'bitbucket' is none of github, gitlab, azure");
        await RefusesAsync(["ci", "init", "github", "--project", "../elsewhere"], "there is no ../elsewhere");
        await RefusesAsync(["ci", "init", "github", "--project", "/"], "is outside the repository");
        await RefusesAsync(["ci", "init", "github", "--load", "/$(id)"], "cannot stand in a pipeline");
        Directory.Exists(Workspace[".github"]).ShouldBeFalse();

        var dry = await DynoAsync(["ci", "init", "gitlab", "--dry-run"]);
        dry.ExitCode.ShouldBe(0, dry.ToString());
        dry.Out.ShouldContain("# .gitlab/dyno.yml\n");
        Directory.Exists(Workspace[".gitlab"]).ShouldBeFalse();

        async Task RefusesAsync(string[] words, string why)
        {
            var outcome = await DynoAsync(words);
            outcome.ExitCode.ShouldBe(104, outcome.ToString());
            outcome.Error.ShouldContain(why);
        }
    }

    [Fact]
    public async Task The_comment_is_posted_and_the_token_is_in_no_output()
    {
        await using var forge = await KestrelServer.StartAsync(answer: context =>
            context.Response.WriteAsync(context.Request.Method == "GET" ? "[]" : """{"id":1}"""));
        await File.WriteAllTextAsync(Workspace["comparison.md"], "### 🟢 the same\n", Cancelled);
        string[] words = ["ci", "comment", "comparison.md", "--forge", "github", "--repository", "acme/shop", "--pull", "12", "--api", forge.Url.ToString()];

        var dry = await DynoAsync([.. words, "--dry-run"]);
        dry.ExitCode.ShouldBe(0, dry.ToString());
        dry.Out.ShouldBe($"POST {forge.Url}repos/acme/shop/issues/12/comments\n\n<!-- dyno:dyno -->\n### 🟢 the same\n");
        forge.Seen.ShouldBeEmpty();

        Workspace.Environment["DYNO_TOKEN"] = "secret-token-of-the-test";
        var outcome = await DynoAsync(words);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldBe("posted a comment on acme/shop#12\n");
        forge.Seen.ShouldContain(request => request.Method == "POST" && request.Headers["Authorization"] == "Bearer secret-token-of-the-test");
        outcome.ToString().ShouldNotContain("secret-token");
    }

    [Fact]
    public async Task A_comment_that_cannot_be_posted_ends_with_1_and_wrong_input_with_104()
    {
        await using var forge = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 403;
            return context.Response.WriteAsync("""{"message":"Resource not accessible by integration"}""");
        });
        await File.WriteAllTextAsync(Workspace["comparison.md"], "text", Cancelled);
        await File.WriteAllTextAsync(Workspace["empty.md"], " \n", Cancelled);
        Workspace.Environment["DYNO_TOKEN"] = "x";
        string[] where = ["--forge", "github", "--repository", "acme/shop", "--pull", "12", "--api", forge.Url.ToString()];

        (await DynoAsync(["ci", "comment", "comparison.md", .. where])).ExitCode.ShouldBe(1);
        foreach (var (file, why) in ((string, string)[])[("missing.md", "cannot be read"), ("empty.md", "is empty")])
        {
            var outcome = await DynoAsync(["ci", "comment", file, .. where]);
            outcome.ExitCode.ShouldBe(104, outcome.ToString());
            outcome.Error.ShouldContain($"{file}: {why}");
        }
        (await DynoAsync(["ci", "comment", "comparison.md", .. where, "--key", "a b"])).Error.ShouldContain("write --key orders");
    }

    // Words as a shell makes them; what a pipeline fills in is some word.
    private static IEnumerable<string[]> CommandsOf(string text) => Command().Matches(Folded().Replace(text, " ")).Select(match =>
        Word().Matches(match.Groups["words"].Value).Select(word => word.Value.Trim('"', '\'')).ToArray());

    private static PipelinePlan Plan(string forge) =>
        new() { Forge = forge, Project = "src/Api", Load = "/orders?x=1&y=2", Branch = "main", Yardstick = "v1.2.0", Version = "0.1.0" };

    private async Task RepositoryAsync(string? remote)
    {
        Directory.CreateDirectory(Workspace["api"]);
        Directory.CreateDirectory(Workspace["loads"]);
        await File.WriteAllTextAsync(Workspace["api/Api.csproj"], """<Project Sdk="Microsoft.NET.Sdk.Web" />""", Cancelled);
        await File.WriteAllTextAsync(Workspace["loads/orders.http"], "GET http://localhost/orders", Cancelled);
        await GitAsync("init", "--quiet", "--initial-branch=main");
        if (remote is not null) await GitAsync("remote", "add", "origin", remote);
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "commit", "--quiet", "-m", "first");
        await GitAsync("tag", "v1.2.0");
    }

    private async Task GitAsync(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Workspace.Folder })!;
        await git.WaitForExitAsync(Cancelled);
        git.ExitCode.ShouldBe(0, string.Join(' ', arguments));
    }

    [GeneratedRegex(@"(?:dotnet dyno|\$DYNO_PROGRAM"")\s(?<words>[^\n;]*)")]
    private static partial Regex Command();

    [GeneratedRegex(@"\n\s+(?=--)")]
    private static partial Regex Folded();

    [GeneratedRegex("""'[^']*'|"[^"]*"|[^\s'"]+""")]
    private static partial Regex Word();

    [GeneratedRegex(@"\d+\.\d+\.\d+(?=:|\b)(?<!1\.2\.0)")]
    private static partial Regex Versions();
}
