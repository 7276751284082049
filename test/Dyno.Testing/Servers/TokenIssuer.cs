using System.Net.Http.Headers;
using System.Text.Json;

namespace Dyno.Testing;

/// <summary>
/// An issuer of OAuth 2.0 tokens and an API that demands them, on one real Kestrel: <c>POST /token</c> takes client credentials, passwords
/// and refresh tokens, <c>POST /login</c> takes JSON, everything else answers 200 to a token that has not expired and 401 to any other.
/// </summary>
public sealed class TokenIssuer : IAsyncDisposable
{
    /// <summary>The only client.</summary>
    public const string ClientId = "load";

    /// <summary>Its secret, with characters that a form must encode.</summary>
    public const string ClientSecret = "s3cr+t/&=ü";

    private readonly ConcurrentDictionary<string, DateTimeOffset> _ends = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, bool> _refreshTokens = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, string> _owners = new(StringComparer.Ordinal);
    private readonly TimeProvider _time;
    private KestrelServer _server = null!;
    private int _issued;
    private int _refused;

    private TokenIssuer(TimeProvider time) => _time = time;

    /// <summary>The server.</summary>
    public KestrelServer Server => _server;

    /// <summary>Its address.</summary>
    public Uri Url => _server.Url;

    /// <summary>How long a token lives. Default one hour.</summary>
    public TimeSpan Lifetime { get; set; } = TimeSpan.FromHours(1);

    /// <summary>The status with which both logins fail; 0: they work.</summary>
    public int FailsWith { get; set; }

    /// <summary>Whether answers to grants carry a refresh token. Default false.</summary>
    public bool GivesRefreshTokens { get; set; }

    /// <summary>Tokens issued so far.</summary>
    public int Issued => Volatile.Read(ref _issued);

    /// <summary>The grants in the order in which they were asked for: <c>client_credentials</c>, <c>password</c> …, <c>login</c>.</summary>
    public ConcurrentQueue<string> Asked { get; } = new();

    /// <summary>For whom each token was issued.</summary>
    public IReadOnlyDictionary<string, string> Owners => _owners;

    /// <summary>The tokens with which the API was called, whether they were good or not, with the number of calls.</summary>
    public ConcurrentDictionary<string, int> Used { get; } = new(StringComparer.Ordinal);

    /// <summary>Calls of the API that were refused.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>Starts the server.</summary>
    public static async Task<TokenIssuer> StartAsync(TimeProvider? time = null)
    {
        var issuer = new TokenIssuer(time ?? TimeProvider.System);
        issuer._server = await KestrelServer.StartAsync(answer: issuer.AnswerAsync);
        return issuer;
    }

    /// <summary>Forgets every refresh token, as after a restart.</summary>
    public void Forget() => _refreshTokens.Clear();

    /// <summary>Ends the server.</summary>
    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task AnswerAsync(HttpContext context)
    {
        switch (context.Request.Path.Value)
        {
            case "/token": await GrantAsync(context); break;
            case "/login": await LoginAsync(context); break;
            default: await ServeAsync(context); break;
        }
    }

    private async Task GrantAsync(HttpContext context)
    {
        var form = await context.Request.ReadFormAsync();
        var grant = form["grant_type"].ToString();
        Asked.Enqueue(grant);
        if (FailsWith > 0) { context.Response.StatusCode = FailsWith; return; }
        var (id, secret) = ClientOf(context, form);
        if (id != ClientId || secret != ClientSecret) { await RefuseAsync(context, 401, "invalid_client", "Client authentication failed"); return; }
        var isKnown = grant switch
        {
            "client_credentials" => true,
            "password" => form["password"] == "pw of " + form["username"],
            "refresh_token" => _refreshTokens.TryRemove(form["refresh_token"].ToString(), out _),
            _ => false,
        };
        if (!isKnown) { await RefuseAsync(context, 400, "invalid_grant", "The grant is not valid"); return; }
        var refresh = GivesRefreshTokens ? "refresh" + Guid.NewGuid().ToString("N") : null;
        if (refresh is not null) _refreshTokens[refresh] = true;
        var owner = form["username"].ToString() is { Length: > 0 } user ? user : form["scope"].ToString();
        await AnswerAsync(context, new Dictionary<string, object?>
        {
            ["access_token"] = Issue(owner),
            ["token_type"] = "Bearer",
            ["expires_in"] = Lifetime.TotalSeconds,
            ["refresh_token"] = refresh,
            ["id_token"] = "id" + owner,
        });
    }

    private async Task LoginAsync(HttpContext context)
    {
        Asked.Enqueue("login");
        if (FailsWith > 0) { context.Response.StatusCode = FailsWith; return; }
        using var body = await JsonDocument.ParseAsync(context.Request.Body);
        var user = body.RootElement.GetProperty("user").GetString()!;
        await AnswerAsync(context, new Dictionary<string, object?>
        {
            ["data"] = new { token = Issue(user), user, until = (_time.GetUtcNow() + Lifetime).ToString("O", CultureInfo.InvariantCulture) },
        });
    }

    private async Task ServeAsync(HttpContext context)
    {
        var given = context.Request.Headers.Authorization.ToString();
        var token = given.StartsWith("Bearer ", StringComparison.Ordinal) ? given[7..] : context.Request.Query["token"].ToString();
        Used.AddOrUpdate(token, 1, (_, n) => n + 1);
        if (_ends.TryGetValue(token, out var end) && _time.GetUtcNow() < end) { await context.Response.WriteAsync("hello"); return; }
        Interlocked.Increment(ref _refused);
        context.Response.StatusCode = 401;
    }

    private string Issue(string owner)
    {
        var token = $"at.{Interlocked.Increment(ref _issued)}.{new string('x', 900)}";
        _ends[token] = _time.GetUtcNow() + Lifetime;
        _owners[token] = owner;
        return token;
    }

    private static (string? Id, string? Secret) ClientOf(HttpContext context, IFormCollection form)
    {
        if (!AuthenticationHeaderValue.TryParse(context.Request.Headers.Authorization, out var basic)) return (form["client_id"], form["client_secret"]);
        var pair = Encoding.UTF8.GetString(Convert.FromBase64String(basic.Parameter!)).Split(':');
        return (Uri.UnescapeDataString(pair[0]), Uri.UnescapeDataString(pair[1]));
    }

    private static Task RefuseAsync(HttpContext context, int status, string error, string description)
    {
        context.Response.StatusCode = status;
        return AnswerAsync(context, new Dictionary<string, object?> { ["error"] = error, ["error_description"] = description });
    }

    private static Task AnswerAsync(HttpContext context, Dictionary<string, object?> answer)
    {
        context.Response.ContentType = "application/json";
        return context.Response.WriteAsync(JsonSerializer.Serialize(answer.Where(a => a.Value is not null).ToDictionary()));
    }
}
