namespace Dyno.Forges;

/// <summary>Azure DevOps: threads of a pull request (REST interface, version 7.1); the comment is the first of its own thread, which is closed.</summary>
/// <param name="client">Speaks to the interface, at the address of the organization.</param>
/// <param name="project">Name or id of the project.</param>
/// <param name="repository">Name or id of the repository.</param>
/// <param name="pull">Number of the pull request.</param>
public sealed class AzureForge(ForgeClient client, string project, string repository, long pull) : Forge(client)
{
    private const string Version = "api-version=7.1";
    private const int Closed = 4; // an active thread would have to be resolved by a person
    private readonly string _threads =
        $"/{Uri.EscapeDataString(project)}/_apis/git/repositories/{Uri.EscapeDataString(repository)}/pullRequests/{pull}/threads";

    public override string Place => $"{project}/{repository} !{pull}";

    protected override (string Path, JsonObject Body) Creation(string text) => ($"{_threads}?{Version}", new JsonObject
    {
        ["comments"] = new JsonArray(new JsonObject { ["parentCommentId"] = 0, ["content"] = text, ["commentType"] = 1 }),
        ["status"] = Closed,
    });

    public override async Task<ImmutableArray<ForgeComment>> ListAsync(CancellationToken cancellation)
    {
        // This list has no pages.
        var answer = await Client.SendAsync(HttpMethod.Get, $"{_threads}?{Version}", null, mayBeMissing: false, cancellation);
        return (answer!.Body as JsonObject)?["value"] is not JsonArray threads ? [] :
        [
            .. from thread in threads
               where ForgeAnswer.Text(thread, "isDeleted") != "true"
               from comment in (thread as JsonObject)?["comments"] as JsonArray ?? []
               where ForgeAnswer.Text(comment, "isDeleted") != "true"
               select new ForgeComment($"{ForgeAnswer.Text(thread, "id")}/{ForgeAnswer.Text(comment, "id")}",
                   ForgeAnswer.Text(comment, "content"), ForgeAnswer.Text(comment, "author", "id"), false),
        ];
    }

    public override async Task<string> CreateAsync(string text, CancellationToken cancellation)
    {
        var thread = await PostAsync(text, cancellation);
        var first = (thread as JsonObject)?["comments"] is JsonArray { Count: > 0 } comments ? ForgeAnswer.Text(comments[0], "id") : "1";
        return $"{ForgeAnswer.Text(thread, "id")}/{first}";
    }

    public override async Task<bool> UpdateAsync(ForgeComment comment, string text, CancellationToken cancellation) => await Client.SendAsync(
        HttpMethod.Patch, PathOf(comment), new JsonObject { ["content"] = text }, mayBeMissing: true, cancellation) is not null;

    public override Task DeleteAsync(ForgeComment comment, CancellationToken cancellation) =>
        Client.SendAsync(HttpMethod.Delete, PathOf(comment), null, mayBeMissing: true, cancellation);

    public override Task<string?> OwnIdAsync(CancellationToken cancellation) =>
        AskWhoAsync("/_apis/connectionData", ["authenticatedUser", "id"], cancellation);

    private string PathOf(ForgeComment comment) => comment.Id.Split('/') is [var thread, var own] ? $"{_threads}/{thread}/comments/{own}?{Version}"
        : throw new ArgumentException($"'{comment.Id}' is not a comment of Azure DevOps", nameof(comment));
}
