namespace Dyno.Results;

/// <summary>Masks the user and the password of scheme://user:password@host. The user is masked too, because tokens are often given in its place.</summary>
internal static class UrlCredentials
{
    private const string Slashes = "://";

    public static string Mask(string text)
    {
        var masked = new MaskedText(text);
        var at = 0;
        while (text.IndexOf(Slashes, at, StringComparison.Ordinal) is >= 0 and var found)
        {
            var begin = found + Slashes.Length;
            at = begin;
            if (found == 0 || !IsOfScheme(text[found - 1])) continue;
            var sign = text.AsSpan(begin..ValueEnds.OfWord(text, begin, "/?#\"'<>")).LastIndexOf('@');
            if (sign >= 0) masked.Hide(begin, begin + sign);
        }

        return masked.ToString();
    }

    private static bool IsOfScheme(char sign) => char.IsAsciiLetterOrDigit(sign) || sign is '+' or '.' or '-';
}
