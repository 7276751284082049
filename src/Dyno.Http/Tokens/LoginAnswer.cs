namespace Dyno.Http;

/// <summary>Reads the answer to a login (RFC 6749, 5.1 and 5.2, and any other with a token in it). No message quotes a token.</summary>
/// <param name="what">The request, for messages.</param>
internal sealed class LoginAnswer(string what, Exchange exchange, TimeProvider time)
{
    private const int LongestWords = 200;

    /// <summary>The values and their life.</summary>
    /// <exception cref="LoginException">The answer refuses the login, or lacks a value.</exception>
    public TokenGrant Read(IEnumerable<ImmutableArray<AnswerValue>> wanted, LoginPlan plan)
    {
        if (exchange.Status is < 200 or >= 300) throw Refused();
        ImmutableArray<string> values = [.. wanted.Select(Value)];
        var lifetime = plan.Lifetime ?? Said(plan.Expires) ?? (values.IsEmpty ? null : OfJwt(values[0]));
        return TokenGrant.Checked(values, lifetime, what, First(RefreshPlaces));
    }

    private static readonly ImmutableArray<AnswerValue> RefreshPlaces = [Place("$.refresh_token")];

    public static AnswerValue Place(string path) => new("login", ExchangeSide.Response, ExchangePart.Body, path);

    private LoginException Refused()
    {
        var error = string.Join(": ", new[] { First([Place("$.error")]), First([Place("$.error_description")]), First([Place("$.title")]) }
            .Where(t => !string.IsNullOrEmpty(t) && t[0] is not ('{' or '[')));
        var words = error.Length == 0 ? "" : $" ({Redaction.Text(VisibleText.OnOneLine(error.Length > LongestWords ? error[..LongestWords] + "…" : error))})";
        return new LoginException($"{what} answered {exchange.Status}{words}", exchange.Status switch
        {
            400 or 401 or 403 => "see whether id, secret, user, password and scope of the login are right",
            404 => "see whether the address of the login is right",
            >= 300 and < 400 => "write the address to which the redirect leads",
            _ => "see what the server of the login says",
        })
        { IsRefusal = exchange.Status is >= 400 and < 500 and not 429 };
    }

    private string Value(ImmutableArray<AnswerValue> places)
    {
        if (First(places) is not { Length: > 0 } value)
            throw new LoginException($"{what} answered {exchange.Status}, but without {string.Join(", ", places.Select(p => p.Part == ExchangePart.Header ? $"header {p.Path}" : p.Path))}",
                "say where the token stands: # @token value=$.data.token");
        return value;
    }

    private string? First(ImmutableArray<AnswerValue> places)
    {
        foreach (var place in places)
            if (exchange.Find(place) is { Length: > 0 } value) return value;
        return null;
    }

    // Seconds (RFC 6749, 5.1), or a moment.
    private TimeSpan? Said(ImmutableArray<AnswerValue> places)
    {
        if (First(places) is not { } text) return null;
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds)) return Life(seconds);
        return DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var end) ? end - time.GetUtcNow()
            : throw new LoginException($"the life of the token of {what} is neither a number of seconds nor a moment", "write # @token lifetime=10m, or # @token expires=$.path");
    }

    // The claims of a JWT (RFC 7519, 4.1.4 and 4.1.6). A clock that differs from the server's does not matter when both are there.
    private TimeSpan? OfJwt(string token)
    {
        var parts = token.Split('.');
        if (parts.Length != 3 || !Base64Url.IsValid(parts[1])) return null;
        try
        {
            using var claims = JsonDocument.Parse(Base64Url.DecodeFromChars(parts[1]));
            if (Number(claims.RootElement, "exp") is not { } end) return null;
            return Life(end - (Number(claims.RootElement, "iat") ?? time.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0));
        }
        catch (Exception wrong) when (wrong is JsonException or DecoderFallbackException)
        {
            return null;
        }
    }

    private static double? Number(JsonElement claims, string name) =>
        claims.ValueKind == JsonValueKind.Object && claims.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number
            && value.TryGetDouble(out var number) ? number : null;

    private static TimeSpan Life(double seconds) =>
        double.IsNaN(seconds) ? TimeSpan.Zero : TimeSpan.FromSeconds(Math.Clamp(seconds, -1, TokenGrant.Longest.TotalSeconds));
}
