namespace Dyno.Forges;

/// <summary>The comments of one pull request (GitLab: merge request) on the forge that hosts the repository.</summary>
public abstract class Forge(ForgeClient client) : IDisposable
{
    /// <summary>The most pages of a list that are read, of 100 comments each.</summary>
    protected const int MostPages = 50;

    /// <summary>Speaks to the interface.</summary>
    protected ForgeClient Client { get; } = client;

    /// <summary>The pull request in words, for messages.</summary>
    public abstract string Place { get; }

    /// <summary>The address to which a comment is posted.</summary>
    public string Address => Client.Api + Creation("").Path;

    /// <summary>The request that posts a comment: its path below the address of the interface, and its body.</summary>
    /// <param name="text">The comment, in Markdown.</param>
    protected abstract (string Path, JsonObject Body) Creation(string text);

    /// <summary>All comments, oldest first.</summary>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public abstract Task<ImmutableArray<ForgeComment>> ListAsync(CancellationToken cancellation);

    /// <summary>Posts a comment.</summary>
    /// <returns>Its id.</returns>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public abstract Task<string> CreateAsync(string text, CancellationToken cancellation);

    /// <summary>Replaces the text of a comment.</summary>
    /// <returns>False when the comment is gone.</returns>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public abstract Task<bool> UpdateAsync(ForgeComment comment, string text, CancellationToken cancellation);

    /// <summary>Removes a comment; one that is gone already is no fault.</summary>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public abstract Task DeleteAsync(ForgeComment comment, CancellationToken cancellation);

    /// <summary>The id of the user that the token belongs to; null where the token may not ask.</summary>
    public abstract Task<string?> OwnIdAsync(CancellationToken cancellation);

    public void Dispose()
    {
        Client.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Posts what <see cref="Creation"/> says.</summary>
    protected async Task<JsonNode?> PostAsync(string text, CancellationToken cancellation)
    {
        var (path, body) = Creation(text);
        return (await Client.SendAsync(HttpMethod.Post, path, body, mayBeMissing: false, cancellation))!.Body;
    }

    /// <summary>A value that tells who the token belongs to; null where the token may not ask.</summary>
    protected async Task<string?> AskWhoAsync(string path, string[] field, CancellationToken cancellation)
    {
        try
        {
            var answer = await Client.SendAsync(HttpMethod.Get, path, null, mayBeMissing: true, cancellation);
            return ForgeAnswer.Text(answer?.Body, field) is { Length: > 0 } id ? id : null;
        }
        catch (UserFault)
        {
            return null;
        }
    }
}

/// <summary>A comment.</summary>
/// <param name="Id">Its id; on Azure DevOps <c>THREAD/COMMENT</c>.</param>
/// <param name="IsBot">Whether the author is a program.</param>
public sealed record ForgeComment(string Id, string Body, string AuthorId, bool IsBot);
