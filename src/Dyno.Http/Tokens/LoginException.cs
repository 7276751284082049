namespace Dyno.Http;

/// <summary>A login gave no token. Neither text has a secret.</summary>
/// <param name="hint">What to do; null when no one can know.</param>
public sealed class LoginException(string message, string? hint = null, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>What to do; null when no one can know.</summary>
    public string? Hint => hint;

    /// <summary>Whether the server answered and refused what was sent: a refresh token that it no longer takes.</summary>
    public bool IsRefusal { get; init; }
}
