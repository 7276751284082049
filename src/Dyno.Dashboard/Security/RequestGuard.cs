using System.Collections.Frozen;

namespace Dyno.Dashboard;

/// <summary>
/// Decides which requests are served. The server starts programs, so a page of another site must never reach it. A request is refused
/// when its Host is not one of the server's names (DNS rebinding), when it comes from another origin, or when it changes something
/// without the header that a form cannot send. Where the server requires a token (always beyond this machine), a request without the
/// token is refused.
/// </summary>
internal sealed class RequestGuard(RequestDelegate next, GuardRules rules)
{
    /// <summary>The header that every change must carry. Another origin needs a CORS preflight to send it, which this server never allows.</summary>
    public const string Header = "X-Dyno";

    private const string Cookie = "dyno-token";

    public async Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        if (!rules.IsOurHost(request.Host)) await Refuse(context, 421, $"this server does not answer to the name {request.Host.Host}", "open the address that dyno ui has printed");
        else if (!IsOurOrigin(request)) await Refuse(context, 403, "the request comes from a page of another origin", "open the address that dyno ui has printed");
        else if (IsChange(request) && request.Headers[Header] != "1") await Refuse(context, 403, $"the header {Header} is missing", $"send {Header}: 1 with every change");
        else if (rules.Token is not null && TryLogIn(context)) return;
        else if (rules.Token is not null && !rules.IsToken(request.Cookies[Cookie]) && !rules.IsToken(Bearer(request)))
            await Refuse(context, 401, "a token is needed", "open the whole address that dyno ui has printed, with its token");
        else await next(context);
    }

    // The token is removed from the address at once, because it would stay in the browser's history.
    private bool TryLogIn(HttpContext context)
    {
        if (context.Request.Method != HttpMethods.Get || !rules.IsToken(context.Request.Query["token"])) return false;
        context.Response.Cookies.Append(Cookie, rules.Token!,
            new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Strict, Secure = context.Request.IsHttps });
        context.Response.Redirect(context.Request.Path);
        return true;
    }

    private static bool IsOurOrigin(HttpRequest request)
    {
        // The browser says where a request comes from. A link on another site may open a page, but must not reach the API.
        var isPage = request.Method == HttpMethods.Get && !request.Path.StartsWithSegments("/api");
        if (!isPage && request.Headers["Sec-Fetch-Site"].ToString() is "cross-site" or "same-site") return false;
        return request.Headers.Origin.ToString() is not { Length: > 0 } origin || origin == $"{request.Scheme}://{request.Host}";
    }

    private static bool IsChange(HttpRequest request) => !HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method);

    private static string? Bearer(HttpRequest request) =>
        request.Headers.Authorization.ToString() is { } header && header.StartsWith("Bearer ", StringComparison.Ordinal) ? header["Bearer ".Length..] : null;

    private static Task Refuse(HttpContext context, int status, string problem, string hint)
    {
        context.Response.StatusCode = status;
        return context.Request.Path.StartsWithSegments("/api")
            ? context.Response.WriteAsJsonAsync(new Refusal([problem], hint))
            : context.Response.WriteAsync($"{problem}: {hint}\n");
    }
}

/// <summary>The host names and the token that requests must use.</summary>
/// <param name="names">Names besides those of the loopback address.</param>
/// <param name="token">The token; null when none is required.</param>
internal sealed class GuardRules(IEnumerable<string> names, string? token)
{
    private readonly FrozenSet<string> _names = names.Concat(["localhost", "127.0.0.1", "[::1]"]).ToFrozenSet(StringComparer.OrdinalIgnoreCase);
    private readonly byte[] _token = System.Text.Encoding.UTF8.GetBytes(token ?? "");

    public string? Token => token;

    public bool IsOurHost(HostString host) => _names.Contains(host.Host) || (IPAddress.TryParse(host.Host, out var address) && IPAddress.IsLoopback(address));

    public bool IsToken(string? given) =>
        given is { Length: > 0 } && System.Security.Cryptography.CryptographicOperations.FixedTimeEquals(System.Text.Encoding.UTF8.GetBytes(given), _token);
}
