using System.IO.Compression;

namespace Dyno.K6.Tests;

/// <summary>A small httpbin: answers say what was asked, and behave as their path wants.</summary>
internal static class EchoServer
{
    public static Task<KestrelServer> StartAsync() => KestrelServer.StartAsync(answer: AnswerAsync);

    private static Task AnswerAsync(HttpContext context)
    {
        var path = context.Request.Path.Value!.Split('/', StringSplitOptions.RemoveEmptyEntries);
        return (path.Length == 0 ? "" : path[0]) switch
        {
            "status" => StatusAsync(context, int.Parse(path[1])),
            "redirect" => RedirectAsync(context, int.Parse(path[1])),
            "redirect-to" => ToAsync(context, context.Request.Query["url"]!, int.Parse(context.Request.Query["code"].FirstOrDefault() ?? "302")),
            "send" => TextAsync(context, "application/json", context.Request.Query["text"]!),
            "damaged" => DamagedAsync(context, path[1]),
            "json" => TextAsync(context, "application/json", Sample),
            "html" => TextAsync(context, "text/html", Page),
            "bytes" => BytesAsync(context, int.Parse(path[1])),
            "text" => TextAsync(context, "text/plain; charset=utf-8", "grüß 日本 😀"),
            "bad-json" => TextAsync(context, "application/json", "{\n \"a\": nope }"),
            "set-cookie" => SetCookieAsync(context),
            "headers" => HeadersAsync(context),
            "zstd" => ZstdAsync(context),
            "gzip" or "deflate" or "br" => EncodedAsync(context, path[0]),
            "basic" => BasicAsync(context),
            "digest" => DigestAsync(context),
            "delay" => DelayAsync(context, int.Parse(path[1])),
            "drop" => DropAsync(context),
            "empty" => Task.CompletedTask,
            _ => EchoAsync(context),
        };
    }

    public const string Sample = """{"name":"Ada","age":36,"tags":["a","b"],"nested":{"deep":{"x":1}},"list":[{"id":1,"n":"one"},{"id":2,"n":"two"},{"id":3,"n":"three"}],"lists":[{"id":1,"of":["a","b"]},{"id":2,"of":["b","c"]},{"id":3,"of":[]}],"none":null,"yes":true}""";

    public const string Page = """
        <html><head><title>Page</title></head><body><h1 id="top" class="big red">Title</h1>
        <a href="/get?from=link">link</a><ul><li class="i">one</li><li class="i">two</li><li>three</li></ul>
        <form action="/post" method="post"><input name="user" value="ada"><input type="hidden" name="token" value="t1">
        <input type="checkbox" name="c" value="on1" checked="checked"><input type="submit" name="go" value="Go"></form>
        <form id="search" action="/get"><input name="q" value="x"></form></body></html>
        """;

    private static Task TextAsync(HttpContext context, string type, string text)
    {
        context.Response.ContentType = type;
        return context.Response.Body.WriteAsync(Encoding.UTF8.GetBytes(text)).AsTask();
    }

    private static Task StatusAsync(HttpContext context, int status)
    {
        context.Response.StatusCode = status;
        return status is 204 or 304 ? Task.CompletedTask : TextAsync(context, "text/plain", $"status {status}");
    }

    private static Task RedirectAsync(HttpContext context, int left) =>
        ToAsync(context, left <= 1 ? "/get" : $"/redirect/{left - 1}", 302);

    private static Task ToAsync(HttpContext context, string url, int code)
    {
        context.Response.StatusCode = code;
        context.Response.Headers.Location = url;
        return Task.CompletedTask;
    }

    private static Task BytesAsync(HttpContext context, int count)
    {
        context.Response.ContentType = "application/octet-stream";
        return context.Response.Body.WriteAsync(Enumerable.Range(0, count).Select(i => (byte)i).ToArray()).AsTask();
    }

    private static Task SetCookieAsync(HttpContext context)
    {
        foreach (var (name, value) in context.Request.Query)
            context.Response.Headers.Append("Set-Cookie", $"{name}={value}; Path=/; HttpOnly");
        return TextAsync(context, "text/plain", "set");
    }

    private static Task HeadersAsync(HttpContext context)
    {
        foreach (var (name, value) in context.Request.Query) context.Response.Headers.Append(name, value);
        return TextAsync(context, "text/plain", "ok");
    }

    private static Task DamagedAsync(HttpContext context, string coding)
    {
        context.Response.Headers.ContentEncoding = coding;
        return TextAsync(context, "text/plain", "this was never compressed");
    }

    private static async Task EncodedAsync(HttpContext context, string coding)
    {
        context.Response.Headers.ContentEncoding = coding;
        var output = new MemoryStream();
        await using (Stream coder = coding switch
        {
            "gzip" => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
            "br" => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
            _ => new ZLibStream(output, CompressionLevel.Fastest, leaveOpen: true),
        }) await coder.WriteAsync("decoded text"u8.ToArray());
        await context.Response.Body.WriteAsync(output.ToArray());
    }

    private static Task ZstdAsync(HttpContext context)
    {
        context.Response.Headers.ContentEncoding = "zstd";
        return context.Response.Body.WriteAsync(new ZstdSharp.Compressor().Wrap("decoded text"u8).ToArray()).AsTask();
    }

    private static Task BasicAsync(HttpContext context)
    {
        var ok = context.Request.Headers.Authorization == "Basic " + Convert.ToBase64String("user:pass"u8);
        context.Response.StatusCode = ok ? 200 : 401;
        return TextAsync(context, "text/plain", ok ? "welcome" : "no");
    }

    private static Task DigestAsync(HttpContext context)
    {
        var header = context.Request.Headers.Authorization.ToString();
        var ok = header.StartsWith("Digest ", StringComparison.Ordinal) && header.Contains("username=\"user\"", StringComparison.Ordinal) && header.Contains("nonce=\"n1\"", StringComparison.Ordinal);
        context.Response.StatusCode = ok ? 200 : 401;
        if (!ok) context.Response.Headers.WWWAuthenticate = "Digest realm=\"r\", nonce=\"n1\", qop=\"auth\", algorithm=MD5";
        return TextAsync(context, "text/plain", ok ? "digested" : "no");
    }

    private static async Task DelayAsync(HttpContext context, int milliseconds)
    {
        await Task.Delay(milliseconds, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await TextAsync(context, "text/plain", "late");
    }

    private static Task DropAsync(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }

    private static async Task EchoAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        await TextAsync(context, "application/json", JsonSerializer.Serialize(new
        {
            method = context.Request.Method,
            path = context.Request.Path.Value,
            query = context.Request.QueryString.Value,
            headers = context.Request.Headers.ToDictionary(h => h.Key, h => h.Value.ToString()),
            body = Encoding.UTF8.GetString(body.ToArray()),
        }));
    }
}
