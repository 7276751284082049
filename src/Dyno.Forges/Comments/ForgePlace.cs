namespace Dyno.Forges;

/// <summary>Where the comment goes, and with which token: from the environment of a pipeline, or from options that win over it.</summary>
/// <param name="environment">The value of an environment variable; null for none.</param>
/// <param name="readFile">Reads a file.</param>
public sealed class ForgePlace(Func<string, string?> environment, Func<string, string> readFile)
{
    /// <summary>The variable whose token wins over the forge's own.</summary>
    public const string TokenVariable = "DYNO_TOKEN";

    private const string RightsOfGitHub = "permissions: pull-requests: write in the workflow, and github.token as GITHUB_TOKEN in the step's env";
    private const string RightsOfGitLab = "a project access token with scope api and role Reporter, in the variable DYNO_TOKEN";
    private const string RightsOfAzure =
        "the build service needs 'Contribute to pull requests' on the repository, and the step needs $(System.AccessToken) as SYSTEM_ACCESSTOKEN in its env";

    /// <summary>The forge; null: the environment says it.</summary>
    public string? Forge { get; init; }

    /// <summary>The repository; null: the environment says it.</summary>
    public string? Repository { get; init; }

    /// <summary>Number of the pull request; null: the environment says it.</summary>
    public long? Pull { get; init; }

    /// <summary>Address of the REST interface; null: the environment says it.</summary>
    public string? Api { get; init; }

    /// <summary>Whether a missing token is a fault.</summary>
    public bool NeedsToken { get; init; } = true;

    /// <summary>The forge whose pipeline runs here: <c>github</c>, <c>gitlab</c> or <c>azure</c>; null for none.</summary>
    public string? Name => Forge
        ?? (Of("GITHUB_ACTIONS") is not null ? "github" : Of("GITLAB_CI") is not null ? "gitlab" : Of("TF_BUILD") is not null ? "azure" : null);

    /// <summary>The number of the pipeline's run that measured, which grows with each; null outside of a pipeline.</summary>
    public long? Run => Number(ForgeAnswer.Text(FollowedRun, "id")) ?? Number(Of("GITHUB_RUN_ID") ?? Of("CI_PIPELINE_ID") ?? Of("BUILD_BUILDID"));

    /// <summary>The page of the pipeline's run, which has the artifacts; null outside of a pipeline.</summary>
    public string? RunPage => Name switch
    {
        "github" when Of("GITHUB_SERVER_URL") is { } server && Of("GITHUB_REPOSITORY") is { } repository && Run is { } run =>
            $"{server}/{repository}/actions/runs/{run}",
        "gitlab" => Of("CI_JOB_URL"),
        "azure" when Of("SYSTEM_COLLECTIONURI") is { } server && Of("SYSTEM_TEAMPROJECT") is { } project && Of("BUILD_BUILDID") is { } run =>
            $"{server.TrimEnd('/')}/{Uri.EscapeDataString(project)}/_build/results?buildId={run}",
        _ => null,
    };

    // A workflow that follows another one (workflow_run) speaks for that one.
    private JsonObject? FollowedRun => Of("GITHUB_EVENT_PATH") is { } file ? EventOf(file)?["workflow_run"] as JsonObject : null;

    /// <summary>Opens the forge.</summary>
    /// <param name="say">Receives the reason why something is tried again.</param>
    /// <exception cref="UserFault">The environment and the options do not say where the comment goes, or there is no token.</exception>
    public async Task<Forge> OpenAsync(TimeProvider time, Action<string> say, CancellationToken cancellation)
    {
        switch (Name)
        {
            case "github":
                return await GitHubAsync(time, say, cancellation);
            case "gitlab":
                var project = Repository ?? Of("CI_PROJECT_ID") ?? throw Missing("repository", "--repository GROUP/PROJECT");
                var number = Pull ?? Number(Of("CI_MERGE_REQUEST_IID")) ?? throw NoPull();
                var address = Api ?? Of("CI_API_V4_URL") ?? "https://gitlab.com/api/v4";
                return new GitLabForge(Client("GitLab", address, RightsOfGitLab, token => ("PRIVATE-TOKEN", token), time, say, "GITLAB_TOKEN"), project, number);
            case "azure":
                var (owner, repository) = RepositoryOfAzure();
                var pull = Pull ?? Number(Of("SYSTEM_PULLREQUEST_PULLREQUESTID")) ?? throw NoPull();
                var api = Api ?? Of("SYSTEM_COLLECTIONURI") ?? throw Missing("organization", "--api https://dev.azure.com/ORGANIZATION");
                return new AzureForge(Client("Azure DevOps", api, RightsOfAzure, OfAzure, time, say, "SYSTEM_ACCESSTOKEN"), owner, repository, pull);
            default:
                throw new UserFault("no pipeline of GitHub, GitLab or Azure DevOps runs here",
                    "name the forge: --forge github --repository OWNER/NAME --pull 12, with the token in DYNO_TOKEN");
        }
    }

    private async Task<Forge> GitHubAsync(TimeProvider time, Action<string> say, CancellationToken cancellation)
    {
        var repository = Repository ?? Of("GITHUB_REPOSITORY") ?? throw Missing("repository", "--repository OWNER/NAME");
        if (repository.Split('/') is not [{ Length: > 0 }, { Length: > 0 }]
            || repository.Any(c => !char.IsAsciiLetterOrDigit(c) && c is not ('/' or '-' or '_' or '.')))
            throw new UserFault([new Problem("--repository", null, null, $"'{repository}' is not a repository of GitHub", "write --repository OWNER/NAME")]);
        var client = Client("GitHub", Api ?? Of("GITHUB_API_URL") ?? "https://api.github.com", RightsOfGitHub,
            token => ("Authorization", $"Bearer {token}"), time, say, "GITHUB_TOKEN", "GH_TOKEN");
        return new GitHubForge(client, repository, Pull ?? await PullOfEventAsync(client, repository, cancellation) ?? throw NoPull());
    }

    // A workflow that follows another one gets the number of the pull request only when that is from no fork. What the other one left in its
    // artifact is a stranger's word, so the forge is asked instead.
    private async Task<long?> PullOfEventAsync(ForgeClient client, string repository, CancellationToken cancellation)
    {
        if (FollowedRun is { } first)
        {
            if (first["pull_requests"] is JsonArray { Count: > 0 } pulls && NumberOf(pulls[0]) is { } known) return known;
            return await GitHubForge.FindPullAsync(client, repository, ForgeAnswer.Text(first, "head_repository", "owner", "login"),
                ForgeAnswer.Text(first, "head_branch"), ForgeAnswer.Text(first, "head_sha"), cancellation);
        }
        if (Of("GITHUB_EVENT_PATH") is { } file && NumberOf(EventOf(file)?["pull_request"]) is { } own) return own;
        return Of("GITHUB_REF")?.Split('/') is ["refs", "pull", var number, ..] ? Number(number) : null;
    }

    private JsonObject? EventOf(string file) => Attempt.Read(() => JsonNode.Parse(readFile(file)) as JsonObject);

    private ForgeClient Client(string name, string api, string rights, Func<string, (string, string)> header,
        TimeProvider time, Action<string> say, params string[] variables)
    {
        if (!Uri.TryCreate(api, UriKind.Absolute, out var url) || url.Scheme is not ("https" or "http"))
            throw new UserFault([new Problem("--api", null, null, $"'{api}' is not an address of HTTP", "write --api https://api.github.com")]);
        if (url.Scheme == "http" && !url.IsLoopback)
            throw new UserFault([new Problem("--api", null, null, $"{api} would carry the token without encryption", "write https://")]);
        var names = variables.Prepend(TokenVariable).ToList();
        var headers = new List<KeyValuePair<string, string>> { new("Accept", name == "GitHub" ? "application/vnd.github+json" : "application/json") };
        if (name == "GitHub") headers.Add(new("X-GitHub-Api-Version", "2022-11-28"));
        if (names.Select(Of).FirstOrDefault(value => value is not null) is { } token)
        {
            // A line end would begin its own header.
            if (token.Any(char.IsControl))
                throw new UserFault($"the token for {name} has a line end or another control character", $"set it without one: {string.Join(" or ", names)}");
            var (key, value) = header(token);
            headers.Add(new(key, value));
        }
        else if (NeedsToken)
        {
            throw new UserFault($"there is no token for {name}", $"set {string.Join(" or ", names)}: {rights}; or print the comment with --dry-run");
        }
        return new ForgeClient(name, api, rights, headers, time, say);
    }

    // The token of a pipeline is a JSON web token; a personal one goes by basic authentication.
    private static (string, string) OfAzure(string token) => ("Authorization", token.Count(c => c == '.') == 2 ? $"Bearer {token}"
        : "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(":" + token)));

    private (string Project, string Repository) RepositoryOfAzure() => Repository is null
        ? (Of("SYSTEM_TEAMPROJECT") ?? throw Missing("project", "--repository PROJECT/REPOSITORY"),
            Of("BUILD_REPOSITORY_ID") ?? throw Missing("repository", "--repository PROJECT/REPOSITORY"))
        : Repository.Split('/') is [{ Length: > 0 } project, { Length: > 0 } repository] ? (project, repository)
        : throw new UserFault(
            [new Problem("--repository", null, null, $"'{Repository}' is not a repository of Azure DevOps", "write --repository PROJECT/REPOSITORY")]);

    /// <summary>The field <c>number</c> of a pull request.</summary>
    internal static long? NumberOf(JsonNode? node) => Number(ForgeAnswer.Text(node, "number"));

    private static long? Number(string? text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private string? Of(string variable) => environment(variable) is { Length: > 0 } value ? value : null;

    private static UserFault Missing(string what, string write) => new($"the {what} is not known", $"write {write}");

    private static UserFault NoPull() => new("this pipeline runs for no pull request", "run it on pull requests, or name one: --pull 12");
}
