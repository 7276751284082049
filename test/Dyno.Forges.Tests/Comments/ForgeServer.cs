using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;

namespace Dyno.Forges.Tests;

/// <summary>The comments of one pull request on loopback, over the interface that each of the three forges documents.</summary>
internal sealed class ForgeServer : IAsyncDisposable
{
    public const string Token = "secret-token-of-the-test";
    public const string Bot = "41898282";

    private readonly Lock _lock = new();
    private long _next = 100;
    private KestrelServer _server = null!;

    /// <summary>The comments, oldest first.</summary>
    public List<Stored> Comments { get; } = [];

    /// <summary>Answers in place of the forge, from the next request on; null: the forge answers. Takes the number of the request.</summary>
    public Func<HttpContext, int, bool>? Instead { get; set; }

    /// <summary>Runs before a comment is stored, once.</summary>
    public Action? BeforePost { get; set; }

    /// <summary>How many comments stand on a page.</summary>
    public int PerPage { get; set; } = 100;

    public IReadOnlyCollection<SeenRequest> Seen => _server.Seen;

    public string Address => _server.Url.ToString().TrimEnd('/');

    public static async Task<ForgeServer> StartAsync()
    {
        var forge = new ForgeServer();
        forge._server = await KestrelServer.StartAsync(answer: forge.AnswerAsync);
        return forge;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    public Stored Add(string body, string author = Bot)
    {
        lock (_lock)
        {
            var stored = new Stored(_next++, author) { Body = body };
            Comments.Add(stored);
            return stored;
        }
    }

    /// <summary>The environment of a pipeline.</summary>
    public Dictionary<string, string> EnvironmentOf(string forge) => forge switch
    {
        "github" => new()
        {
            ["GITHUB_ACTIONS"] = "true",
            ["GITHUB_API_URL"] = Address,
            ["GITHUB_REPOSITORY"] = "acme/shop",
            ["GITHUB_REF"] = "refs/pull/12/merge",
            ["GITHUB_RUN_ID"] = "1001",
            ["GITHUB_TOKEN"] = Token,
        },
        "gitlab" => new()
        {
            ["GITLAB_CI"] = "true",
            ["CI_API_V4_URL"] = Address,
            ["CI_PROJECT_ID"] = "7",
            ["CI_MERGE_REQUEST_IID"] = "12",
            ["CI_PIPELINE_ID"] = "1001",
            ["DYNO_TOKEN"] = Token,
        },
        _ => new()
        {
            ["TF_BUILD"] = "True",
            ["SYSTEM_COLLECTIONURI"] = Address + "/",
            ["SYSTEM_TEAMPROJECT"] = "Web shop",
            ["BUILD_REPOSITORY_ID"] = "3f2b",
            ["SYSTEM_PULLREQUEST_PULLREQUESTID"] = "12",
            ["BUILD_BUILDID"] = "1001",
            ["SYSTEM_ACCESSTOKEN"] = Token,
        },
    };

    private async Task AnswerAsync(HttpContext context)
    {
        if (Instead?.Invoke(context, _server.Seen.Count) == true) return;
        var (path, method) = (context.Request.Path.Value!, context.Request.Method);
        if (context.Request.Headers.Authorization != $"Bearer {Token}" && context.Request.Headers["PRIVATE-TOKEN"] != Token
            && context.Request.Headers.Authorization != "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(":" + Token)))
            await JsonAsync(context, 401, new JsonObject { ["message"] = "Bad credentials" });
        else if (path == "/user" && context.Request.Headers["PRIVATE-TOKEN"] != Token) await JsonAsync(context, 403, new JsonObject { ["message"] = "Resource not accessible by integration" });
        else if (path == "/user") await JsonAsync(context, 200, new JsonObject { ["id"] = long.Parse(Bot, CultureInfo.InvariantCulture) });
        else if (path == "/_apis/connectionData") await JsonAsync(context, 200, new JsonObject { ["authenticatedUser"] = new JsonObject { ["id"] = Bot } });
        else if (path is "/repos/acme/shop/issues/12/comments" or "/projects/7/merge_requests/12/notes" or "/Web shop/_apis/git/repositories/3f2b/pullRequests/12/threads")
            await (method == "GET" ? ListAsync(context) : PostAsync(context));
        else if (Find(path) is { } found) await ChangeAsync(context, found);
        else await JsonAsync(context, 404, new JsonObject { ["message"] = "Not Found" });
    }

    private Task ListAsync(HttpContext context)
    {
        List<Stored> all;
        lock (_lock) all = [.. Comments];
        var page = int.TryParse(context.Request.Query["page"], CultureInfo.InvariantCulture, out var asked) ? asked : 1;
        var shown = IsAzure(context) ? all : [.. all.Skip((page - 1) * PerPage).Take(PerPage)];
        var hasNext = page * PerPage < all.Count;
        if (hasNext) context.Response.Headers.Link = $"<{Address}{context.Request.Path}?page={page + 1}>; rel=\"next\", <{Address}>; rel=\"last\"";
        context.Response.Headers["x-next-page"] = hasNext ? (page + 1).ToString(CultureInfo.InvariantCulture) : "";
        var list = new JsonArray([.. shown.Select(comment => Shape(context, comment))]);
        return JsonAsync(context, 200, IsAzure(context) ? new JsonObject { ["value"] = list, ["count"] = shown.Count } : list);
    }

    private async Task PostAsync(HttpContext context)
    {
        var body = await BodyAsync(context);
        var before = BeforePost;
        BeforePost = null;
        before?.Invoke();
        await JsonAsync(context, 201, Shape(context, Add(IsAzure(context) ? body["comments"]![0]!["content"]!.GetValue<string>() : body["body"]!.GetValue<string>())));
    }

    private async Task ChangeAsync(HttpContext context, Stored found)
    {
        if (context.Request.Method == "DELETE")
        {
            lock (_lock) Comments.Remove(found);
            context.Response.StatusCode = 204;
            return;
        }
        var body = await BodyAsync(context);
        found.Body = (body["body"] ?? body["content"])!.GetValue<string>();
        await JsonAsync(context, 200, Shape(context, found));
    }

    private Stored? Find(string path)
    {
        var parts = path.Split('/');
        var id = path.Contains("/threads/", StringComparison.Ordinal) ? parts[^3] : parts[^1];
        lock (_lock) return Comments.Find(comment => comment.Id.ToString(CultureInfo.InvariantCulture) == id);
    }

    private static bool IsAzure(HttpContext context) => context.Request.Path.Value!.Contains("/threads", StringComparison.Ordinal);

    private static JsonObject Shape(HttpContext context, Stored comment) => IsAzure(context)
        ? new JsonObject
        {
            ["id"] = comment.Id,
            ["comments"] = new JsonArray(new JsonObject { ["id"] = 1, ["content"] = comment.Body, ["author"] = new JsonObject { ["id"] = comment.Author } }),
        }
        : new JsonObject
        {
            ["id"] = comment.Id,
            ["body"] = comment.Body,
            ["system"] = false,
            ["user"] = new JsonObject { ["id"] = comment.Author, ["type"] = comment.Author == Bot ? "Bot" : "User" },
            ["author"] = new JsonObject { ["id"] = comment.Author },
        };

    private static async Task<JsonObject> BodyAsync(HttpContext context) =>
        (await JsonSerializer.DeserializeAsync<JsonObject>(context.Request.Body))!;

    private static Task JsonAsync(HttpContext context, int status, JsonNode body)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json";
        return context.Response.WriteAsync(body.ToJsonString());
    }

    /// <summary>A comment.</summary>
    internal sealed class Stored(long id, string author)
    {
        public long Id => id;

        public string Author => author;

        public string Body { get; set; } = "";
    }
}
