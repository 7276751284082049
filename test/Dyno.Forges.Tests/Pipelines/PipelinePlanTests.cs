using YamlDotNet.RepresentationModel;

namespace Dyno.Forges.Tests;

public sealed class PipelinePlanTests
{
    [Theory]
    [InlineData("github")]
    [InlineData("gitlab")]
    [InlineData("azure")]
    public void Every_file_parses_and_is_as_approved(string forge)
    {
        var files = Plan(forge).Files(_ => false);
        foreach (var file in files.Where(file => file.Path.EndsWith(".yml", StringComparison.Ordinal)))
        {
            var yaml = new YamlStream();
            Should.NotThrow(() => yaml.Load(new StringReader(file.Text)), file.Path);
            yaml.Documents.ShouldHaveSingleItem().RootNode.ShouldBeOfType<YamlMappingNode>();
        }
        files.ShouldAllBe(file => !file.Text.Contains("__", StringComparison.Ordinal));
        Approval.Verify(string.Concat(files.Select(file => $"=== {file.Path}\n{file.Text}")), forge);
    }

    /// <summary>The job that runs the code of a pull request has no token that may push; the one with rights runs no such code.</summary>
    [Fact]
    public void Rights_on_GitHub_are_as_few_as_each_job_needs()
    {
        var files = Plan("github").Files(_ => false).ToDictionary(file => file.Path, file => Root(file.Text));
        var dyno = files[".github/workflows/dyno.yml"];
        Keys(dyno["permissions"]).ShouldBe(["contents: read"]);
        Keys(dyno["jobs"]["compare"]["permissions"]).ShouldBe(["contents: read", "pull-requests: write"]);
        Keys(dyno["jobs"]["history"]["permissions"]).ShouldBe(["contents: write"]);
        dyno["jobs"]["compare"].ToString().ShouldContain("persist-credentials");
        var comment = files[".github/workflows/dyno-comment.yml"];
        Keys(comment["permissions"]).ShouldBe(["actions: read", "contents: read", "pull-requests: write"]);
        comment.ToString().ShouldNotContain("head_sha");
        dyno.ToString().ShouldNotContain("pull_request_target");

        static string[] Keys(YamlNode node) => [.. ((YamlMappingNode)node).Select(pair => $"{pair.Key}: {pair.Value}")];
    }

    /// <summary>The file and the next steps name the same role and scopes: one token posts the comment and pushes the history.</summary>
    [Fact]
    public void On_GitLab_file_and_next_steps_ask_for_the_same_token()
    {
        const string Token = "project access token (role Developer, scopes api and write_repository)";
        Plan("gitlab").Files(_ => false)[0].Text.ShouldContain(Token);
        Plan("gitlab").NextSteps(hadManifest: false, hadPipeline: false).ShouldContain(step => step.Contains(Token, StringComparison.Ordinal));
    }

    [Fact]
    public void On_Azure_only_the_job_of_the_main_branch_keeps_the_token_in_the_clone()
    {
        var jobs = (YamlSequenceNode)Root(Plan("azure").Files(_ => false)[0].Text)["jobs"];
        jobs.Where(job => job["steps"].ToString().Contains("persistCredentials", StringComparison.Ordinal)).Select(job => job["job"].ToString()).ShouldBe(["history"]);
    }

    [Fact]
    public void What_is_there_is_not_written_again()
    {
        var files = Plan("gitlab").Files(path => path is PipelinePlan.GitLabRoot or PipelinePlan.Manifest);
        files.Select(file => file.Path).ShouldBe([".gitlab/dyno.yml"]);
        Plan("gitlab").NextSteps(hadManifest: true, hadPipeline: true).ShouldContain("add to .gitlab-ci.yml: include: [{ local: .gitlab/dyno.yml }]");
    }

    [Theory]
    [InlineData("git@github.com:acme/shop.git", "", "github")]
    [InlineData("https://gitlab.example.org/acme/shop.git", "", "gitlab")]
    [InlineData("https://acme@dev.azure.com/acme/shop/_git/shop", "", "azure")]
    [InlineData("https://acme.visualstudio.com/shop/_git/shop", "", "azure")]
    [InlineData("https://git.example.org/shop.git", ".gitlab-ci.yml", "gitlab")]
    [InlineData(null, "azure-pipelines.yml", "azure")]
    [InlineData(null, ".github", "github")]
    [InlineData(null, "README.md", null)]
    public void The_forge_is_found_by_remote_then_by_files(string? remote, string file, string? forge) =>
        PipelinePlan.ForgeOf(remote, path => path == file).ShouldBe(forge);

    [Theory]
    [InlineData("/orders?x=1&y=2", "--load '/orders?x=1&y=2'")]
    [InlineData("loads/my orders.http", "--load 'loads/my orders.http'")]
    [InlineData("/orders", "--load /orders")]
    public void A_value_that_a_shell_would_split_is_quoted(string load, string words) =>
        (Plan("github") with { Load = load }).Files(_ => true)[0].Text.ShouldContain(words + "\n");

    [Theory]
    [InlineData("/a';rm x'")]
    [InlineData("/${{ github.token }}")]
    [InlineData("/$(System.AccessToken)")]
    [InlineData("/a\nb")]
    [InlineData("-x")]
    [InlineData("")]
    public void A_value_that_a_pipeline_would_run_is_refused(string load) =>
        Should.Throw<UserFault>(() => (Plan("github") with { Load = load }).Files(_ => false)).ToString().ShouldContain("--load");

    private static YamlMappingNode Root(string text)
    {
        var yaml = new YamlStream();
        yaml.Load(new StringReader(text));
        return (YamlMappingNode)yaml.Documents[0].RootNode;
    }

    private static PipelinePlan Plan(string forge) =>
        new() { Forge = forge, Project = "src/Api", Load = "loads/orders.http", Branch = "main", Yardstick = "v1.2.0", Version = "0.1.0" };
}
