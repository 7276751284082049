namespace Dyno.Http;

/// <summary>A request to the token endpoint of OAuth 2.0 (RFC 6749, 4.3, 4.4 and 6). Immutable.</summary>
public sealed record OAuthGrant
{
    private const string RefreshGrant = "refresh_token";

    public required string Name { get; init; }

    /// <summary>URL of the token endpoint.</summary>
    public required TextTemplate TokenUrl { get; init; }

    /// <summary>The URL for display, without secrets.</summary>
    public required string ShownUrl { get; init; }

    /// <summary><c>client_credentials</c>, <c>password</c> or <c>refresh_token</c>.</summary>
    public required string GrantType { get; init; }

    public required string ClientId { get; init; }

    /// <summary>The client's secret; null for a client without one.</summary>
    public string? ClientSecret { get; init; }

    /// <summary>How the client shows who it is. Default: in the body.</summary>
    public ClientAuthentication Authentication { get; init; } = ClientAuthentication.Body;

    /// <summary>Further fields of the form, such as scope, user name and password.</summary>
    public ImmutableArray<(string Name, TextTemplate Value)> Fields { get; init; } = [];

    public LoginPlan ToPlan() => new()
    {
        Request = RequestFor([("grant_type", TextTemplate.Of(GrantType)), .. Fields]),
        Refresh = token => RequestFor([("grant_type", TextTemplate.Of(RefreshGrant)), (RefreshGrant, TextTemplate.Of(token))]),
        Expires = [LoginAnswer.Place("$.expires_in")],
    };

    private DependentRequest RequestFor(ImmutableArray<(string Name, TextTemplate Value)> fields)
    {
        var headers = ImmutableArray.Create(
            new DependentHeader("Content-Type", TextTemplate.Of("application/x-www-form-urlencoded")),
            new DependentHeader("Accept", TextTemplate.Of("application/json")));
        if (Authentication == ClientAuthentication.Basic) headers = headers.Add(new("Authorization", TextTemplate.Of("Basic " + Credentials)));
        if (Authentication == ClientAuthentication.Body) fields = [.. fields, .. ClientFields];
        return new DependentRequest
        {
            Name = Name,
            Method = "POST",
            Url = TokenUrl,
            ShownUrl = ShownUrl,
            Headers = headers,
            Body = [new DependentBody(new TextTemplate(fields.SelectMany(Field)), Encoding.UTF8, default)],
        };
    }

    private IEnumerable<(string, TextTemplate)> ClientFields
    {
        get
        {
            yield return ("client_id", TextTemplate.Of(ClientId));
            if (ClientSecret is { } secret) yield return ("client_secret", TextTemplate.Of(secret));
        }
    }

    // Both are encoded as in a form before they are joined (RFC 6749, 2.3.1).
    private string Credentials => Convert.ToBase64String(Encoding.UTF8.GetBytes($"{Uri.EscapeDataString(ClientId)}:{Uri.EscapeDataString(ClientSecret ?? "")}"));

    private static IEnumerable<TextPart> Field((string Name, TextTemplate Value) field, int index)
    {
        yield return TextPart.Literal($"{(index == 0 ? "" : "&")}{Uri.EscapeDataString(field.Name)}=");
        foreach (var part in field.Value.Parts)
            yield return part.Source is { } source ? part with { Source = new FormValue(source) } : TextPart.Literal(Uri.EscapeDataString(part.Text));
    }
}

/// <summary>How a client shows who it is to the token endpoint.</summary>
public enum ClientAuthentication
{
    /// <summary>Its id, and its secret if it has one, are fields of the form (<c>in body</c>).</summary>
    Body,

    /// <summary>They are the user and the password of Basic authentication.</summary>
    Basic,

    /// <summary>They are not sent.</summary>
    None,
}
