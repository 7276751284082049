namespace Dyno.Scenarios;

/// <summary>
/// Tokens of a login, for requests of a load. The first login comes before the load and the later ones beside it, before the token
/// expires; neither is in the figures. Give it to its scenarios with <see cref="ScenarioProps.WithTokens"/>. Thread-safe.
/// </summary>
public sealed class TokenSource
{
    private TokenSource(TokenSet set) => Set = set;

    internal TokenSet Set { get; }

    /// <summary>Tokens by OAuth 2.0's client credentials (RFC 6749, 4.4), one for all users; renewed by a refresh token where the issuer gives one.</summary>
    /// <param name="tokenUrl">URL of the token endpoint.</param>
    /// <param name="clientId">The client's id.</param>
    /// <param name="clientSecret">Its secret. Take it from the environment, not from the code.</param>
    /// <param name="scope">Scopes, separated by blanks; null for none.</param>
    /// <param name="inHeader">Whether id and secret are sent as Basic authentication; otherwise they are fields of the form.</param>
    /// <exception cref="UserFault">The URL is not an absolute URL of http or https.</exception>
    public static TokenSource ClientCredentials(string tokenUrl, string clientId, string clientSecret, string? scope = null, bool inHeader = false)
    {
        ArgumentNullException.ThrowIfNull(clientSecret);
        if (!Uri.TryCreate(tokenUrl, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https"))
            throw new UserFault("the URL of the token endpoint is not a URL of http or https", "write TokenSource.ClientCredentials(\"https://issuer/oauth/token\", id, secret)");
        var set = new TokenSet("client credentials", TimeProvider.System);
        set.Want([new AnswerValue(set.Name, ExchangeSide.Response, ExchangePart.Body, "$.access_token")]);
        var grant = new OAuthGrant
        {
            Name = set.Name,
            TokenUrl = TextTemplate.Of(tokenUrl),
            ShownUrl = tokenUrl,
            GrantType = "client_credentials",
            ClientId = clientId,
            ClientSecret = clientSecret,
            Authentication = inHeader ? ClientAuthentication.Basic : ClientAuthentication.Body,
            Fields = scope is null ? [] : [("scope", TextTemplate.Of(scope))],
        };
        set.Login = new RequestLogin(grant.ToPlan(), set, new HttpOptions(), TimeProvider.System);
        return new TokenSource(set);
    }

    /// <summary>Tokens by code, one for all users.</summary>
    /// <param name="login">Logs in. An exception is a failed login: before the load it ends the run, later it is tried again.</param>
    /// <param name="name">The name of the login in messages.</param>
    public static TokenSource Shared(Func<CancellationToken, Task<AccessToken>> login, string name = "login")
    {
        ArgumentNullException.ThrowIfNull(login);
        return new TokenSource(new TokenSet(name, TimeProvider.System) { Login = new CodeLogin((_, cancellation) => login(cancellation)) });
    }

    /// <summary>Tokens by code, one for each user; at most 1,000, which further users share.</summary>
    /// <param name="login">Logs in for the user with this number, from 0 (<see cref="ScenarioInfo.InstanceNumber"/>). Called for several users at once.</param>
    /// <param name="name">The name of the login in messages.</param>
    public static TokenSource PerUser(Func<int, CancellationToken, Task<AccessToken>> login, string name = "login")
    {
        ArgumentNullException.ThrowIfNull(login);
        return new TokenSource(new TokenSet(name, TimeProvider.System) { IsPerUser = true, Login = new CodeLogin(login) });
    }

    /// <summary>The token in use for this user, at once. Only a token that has expired is waited for.</summary>
    /// <param name="context">The user's iteration.</param>
    /// <exception cref="LoginException">The token has expired, and the login fails; the iteration is then a failed one.</exception>
    /// <exception cref="InvalidOperationException">The scenario was not given these tokens.</exception>
    public ValueTask<string> GetAsync(IScenarioContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Set.IsPrepared ? Set.GetAsync(context.ScenarioInfo.InstanceNumber, context.ScenarioCancellationToken)
            : throw new InvalidOperationException("the scenario was not given these tokens; write .WithTokens(tokens) after Scenario.Create(…)");
    }
}
