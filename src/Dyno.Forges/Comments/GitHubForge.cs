namespace Dyno.Forges;

/// <summary>GitHub: comments of an issue, which a pull request is as well (REST interface, version 2022-11-28).</summary>
/// <param name="repository">Owner and name: <c>acme/shop</c>.</param>
/// <param name="pull">Number of the pull request.</param>
public sealed class GitHubForge(ForgeClient client, string repository, long pull) : Forge(client)
{
    private const int PerPage = 100;
    private readonly string _comments = $"/repos/{repository}/issues/{pull}/comments";

    public override string Place => $"{repository}#{pull}";

    protected override (string Path, JsonObject Body) Creation(string text) => (_comments, new JsonObject { ["body"] = text });

    public override async Task<ImmutableArray<ForgeComment>> ListAsync(CancellationToken cancellation)
    {
        var all = ImmutableArray.CreateBuilder<ForgeComment>();
        for (var page = 1; page <= MostPages; page++)
        {
            var answer = await Client.SendAsync(HttpMethod.Get, $"{_comments}?per_page={PerPage}&page={page}", null, mayBeMissing: false, cancellation);
            if (answer!.Body is not JsonArray comments) break;
            all.AddRange(comments.Select(c => new ForgeComment(ForgeAnswer.Text(c, "id"), ForgeAnswer.Text(c, "body"),
                ForgeAnswer.Text(c, "user", "id"), ForgeAnswer.Text(c, "user", "type") == "Bot")));
            if (!answer.Headers.TryGetValue("Link", out var link) || !link.Contains("rel=\"next\"", StringComparison.Ordinal)) break;
        }
        return all.ToImmutable();
    }

    public override async Task<string> CreateAsync(string text, CancellationToken cancellation) => ForgeAnswer.Text(await PostAsync(text, cancellation), "id");

    public override async Task<bool> UpdateAsync(ForgeComment comment, string text, CancellationToken cancellation) => await Client.SendAsync(
        HttpMethod.Patch, PathOf(comment), new JsonObject { ["body"] = text }, mayBeMissing: true, cancellation) is not null;

    public override Task DeleteAsync(ForgeComment comment, CancellationToken cancellation) =>
        Client.SendAsync(HttpMethod.Delete, PathOf(comment), null, mayBeMissing: true, cancellation);

    // The token of a workflow belongs to an app, which may not ask who it is: its comments are a bot's.
    public override Task<string?> OwnIdAsync(CancellationToken cancellation) => AskWhoAsync("/user", ["id"], cancellation);

    /// <summary>The number of the open pull request whose branch of a fork ended at a commit; null without one.</summary>
    /// <param name="repository">The repository that the pull request is for.</param>
    /// <param name="commit">The commit: a later push has its own run.</param>
    public static async Task<long?> FindPullAsync(
        ForgeClient client, string repository, string owner, string branch, string commit, CancellationToken cancellation)
    {
        var head = Uri.EscapeDataString($"{owner}:{branch}");
        var answer = await client.SendAsync(
            HttpMethod.Get, $"/repos/{repository}/pulls?state=open&head={head}&per_page={PerPage}", null, mayBeMissing: false, cancellation);
        var found = (answer!.Body as JsonArray)?.FirstOrDefault(p => ForgeAnswer.Text(p, "head", "sha") == commit);
        return found is null ? null : ForgePlace.NumberOf(found);
    }

    private string PathOf(ForgeComment comment) => $"/repos/{repository}/issues/comments/{comment.Id}";
}
