namespace Dyno.Http;

/// <summary>What a login gave.</summary>
/// <param name="Values">The values that requests use, such as the token, in the order in which they were asked for.</param>
/// <param name="Lifetime">How long the values may be used, from the moment at which the login was sent; null: forever.</param>
/// <param name="RefreshToken">The token with which the next login may be shortened; null when there is none.</param>
public sealed record TokenGrant(ImmutableArray<string> Values, TimeSpan? Lifetime = null, string? RefreshToken = null)
{
    /// <summary>A token that lives so long is never renewed.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromDays(3650);

    /// <summary>A grant whose values requests can carry.</summary>
    /// <param name="lifetime">Their life; null: forever.</param>
    /// <param name="what">The login, for messages.</param>
    /// <param name="refreshToken">The refresh token; null for none.</param>
    /// <exception cref="LoginException">A value does not fit into a header, or has expired already.</exception>
    public static TokenGrant Checked(ImmutableArray<string> values, TimeSpan? lifetime, string what, string? refreshToken = null)
    {
        foreach (var value in values)
        {
            if (string.IsNullOrEmpty(value)) throw new LoginException($"{what} gave an empty token", "see what the login returns");
            if (value.Length > TokenSet.MaxBytes)
                throw new LoginException(string.Create(CultureInfo.InvariantCulture, $"the token of {what} has {value.Length:N0} characters; at most {TokenSet.MaxBytes:N0} fit into a request"),
                    "ask for fewer scopes or claims");
            if (value.AsSpan().ContainsAnyExceptInRange(' ', '~'))
                throw new LoginException($"the token of {what} has characters that a header cannot carry", "say where the token stands: # @token value=$.data.token");
        }
        if (lifetime is { } life && life <= TimeSpan.Zero)
            throw new LoginException($"the token of {what} has expired already when it comes", "see whether the clocks of both machines are right; # @token lifetime=10m sets how long a token is used");
        return new TokenGrant(values, lifetime < Longest ? lifetime : null, refreshToken);
    }
}
