namespace Dyno.Http;

/// <summary>A way to get a token: a request, or code. Thread-safe.</summary>
public interface ITokenLogin
{
    /// <summary>Logs in once.</summary>
    /// <param name="user">Number of the virtual user that the token is for, from 0; 0 for a token that all users share.</param>
    /// <param name="refreshToken">The refresh token of the login before; null when there is none.</param>
    /// <exception cref="LoginException">There is no token; the message says why.</exception>
    Task<TokenGrant> LoginAsync(int user, string? refreshToken, CancellationToken cancellationToken);
}
