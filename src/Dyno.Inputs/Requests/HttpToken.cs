namespace Dyno.Inputs;

/// <summary>A token by RFC 9110, 5.6.2: what methods and header names are made of.</summary>
internal static class HttpToken
{
    private static readonly SearchValues<char> TokenCharacters = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

    public static bool IsToken(ReadOnlySpan<char> text) => text.Length > 0 && !text.ContainsAnyExcept(TokenCharacters);
}
