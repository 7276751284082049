using System.Collections.Frozen;

namespace Dyno.Dashboard;

/// <summary>The page with its script and style, built in web/ and embedded in this assembly. All views share this one page.</summary>
internal sealed class PageAssets(string? folder)
{
    private const string Page = "index.html";
    private static readonly FrozenDictionary<string, string> Types = new Dictionary<string, string>
    {
        [Page] = "text/html; charset=utf-8",
        ["app.js"] = "text/javascript; charset=utf-8",
        ["app.css"] = "text/css; charset=utf-8",
        ["icon.svg"] = "image/svg+xml",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    public async Task WriteAsync(HttpContext context)
    {
        var asked = context.Request.Path.Value!.TrimStart('/');
        if (asked.StartsWith("api/", StringComparison.Ordinal))
        {
            context.Response.StatusCode = 404;
            await context.Response.WriteAsJsonAsync(new Refusal([$"there is no /{asked}"], "see /api/openapi.json"));
            return;
        }
        var name = Types.ContainsKey(asked) ? asked : Page;
        context.Response.ContentType = Types[name];
        context.Response.Headers.CacheControl = "no-cache";
        await using var content = Open(name);
        await content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }

    private Stream Open(string name) => folder is null
        ? typeof(PageAssets).Assembly.GetManifestResourceStream($"ui/{name}")!
        : File.OpenRead(Path.Combine(folder, name));
}
