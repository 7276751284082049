namespace Dyno.Forges;

/// <summary>GitLab: notes of a merge request (REST interface, version 4).</summary>
/// <param name="project">Number of the project, or its path: <c>acme/shop</c>.</param>
/// <param name="pull">The merge request's number within the project.</param>
public sealed class GitLabForge(ForgeClient client, string project, long pull) : Forge(client)
{
    private readonly string _notes = $"/projects/{Uri.EscapeDataString(project)}/merge_requests/{pull}/notes";

    public override string Place => $"{project}!{pull}";

    protected override (string Path, JsonObject Body) Creation(string text) => (_notes, new JsonObject { ["body"] = text });

    public override async Task<ImmutableArray<ForgeComment>> ListAsync(CancellationToken cancellation)
    {
        var all = ImmutableArray.CreateBuilder<ForgeComment>();
        var page = "1";
        for (var i = 0; i < MostPages && page.Length > 0; i++)
        {
            var answer = await Client.SendAsync(HttpMethod.Get, $"{_notes}?sort=asc&order_by=created_at&per_page=100&page={Uri.EscapeDataString(page)}",
                null, mayBeMissing: false, cancellation);
            if (answer!.Body is not JsonArray notes) break;
            all.AddRange(notes.Where(n => ForgeAnswer.Text(n, "system") != "true")
                .Select(n => new ForgeComment(ForgeAnswer.Text(n, "id"), ForgeAnswer.Text(n, "body"), ForgeAnswer.Text(n, "author", "id"), false)));
            page = answer.Headers.TryGetValue("x-next-page", out var next) ? next.Trim() : "";
        }
        return all.ToImmutable();
    }

    public override async Task<string> CreateAsync(string text, CancellationToken cancellation) => ForgeAnswer.Text(await PostAsync(text, cancellation), "id");

    public override async Task<bool> UpdateAsync(ForgeComment comment, string text, CancellationToken cancellation) => await Client.SendAsync(
        HttpMethod.Put, $"{_notes}/{comment.Id}", new JsonObject { ["body"] = text }, mayBeMissing: true, cancellation) is not null;

    public override Task DeleteAsync(ForgeComment comment, CancellationToken cancellation) =>
        Client.SendAsync(HttpMethod.Delete, $"{_notes}/{comment.Id}", null, mayBeMissing: true, cancellation);

    public override Task<string?> OwnIdAsync(CancellationToken cancellation) => AskWhoAsync("/user", ["id"], cancellation);
}
