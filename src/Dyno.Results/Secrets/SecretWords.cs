namespace Dyno.Results;

/// <summary>
/// Finds the words in names that show a secret: KEY, TOKEN, SECRET, PASSWORD and the like anywhere in a name; SIGNATURE, SIG, JWT and
/// a session's id as a separate part.
/// </summary>
internal static class SecretWords
{
    private const char KelvinSign = '\u212A'; // equal to k in a comparison that ignores case

    // A word stands before a shorter word that begins it, as signature before sig.
    private static readonly string[] Anywhere = ["key", "token", "secret", "password", "passwd", "pwd", "passphrase", "credential"];

    private static readonly string[] Ending = ["sessid", "sessionid", "session-id", "session_id"];

    private static readonly string[] Whole = ["signature", "sig", "jwt", "pass", "csrf", "xsrf"];

    private static readonly SearchValues<string> All = SearchValues.Create([.. Anywhere, .. Ending, .. Whole], StringComparison.OrdinalIgnoreCase);

    /// <summary>The text with the Kelvin sign replaced by the letter k; its length is unchanged.</summary>
    public static string Plain(string text) => text.Replace(KelvinSign, 'k');

    /// <summary>Whether a plain text contains such a word.</summary>
    public static bool AreIn(ReadOnlySpan<char> plain) => TryFind(plain, 0, out _, out _);

    /// <summary>Finds the next such word in a plain text.</summary>
    public static bool TryFind(ReadOnlySpan<char> plain, int from, out int begin, out int end)
    {
        for (begin = from, end = 0; plain[begin..].IndexOfAny(All) is >= 0 and var found; begin++)
        {
            begin += found;
            end = EndOf(plain, begin);
            if (end > 0) return true;
        }

        return false;
    }

    // 0 when the text that begins here is part of a longer word: the sig of design.
    private static int EndOf(ReadOnlySpan<char> text, int begin)
    {
        var rest = text[begin..];
        foreach (var word in Anywhere)
            if (rest.StartsWith(word, StringComparison.OrdinalIgnoreCase)) return begin + word.Length;
        foreach (var word in Ending)
            if (rest.StartsWith(word, StringComparison.OrdinalIgnoreCase) && IsBetweenParts(text, begin + word.Length)) return begin + word.Length;
        foreach (var word in Whole)
            if (rest.StartsWith(word, StringComparison.OrdinalIgnoreCase) && IsBetweenParts(text, begin) && IsBetweenParts(text, begin + word.Length))
                return begin + word.Length;
        return 0;
    }

    // X-Amz-Signature, urlSig and JWTAuth have such a word as a separate part; design and signal do not.
    private static bool IsBetweenParts(ReadOnlySpan<char> text, int at)
    {
        if (at == 0 || at == text.Length) return true;
        var (before, after) = (text[at - 1], text[at]);
        if (!char.IsAsciiLetter(before) || !char.IsAsciiLetter(after)) return true;
        if (!char.IsAsciiLetterUpper(after)) return false;
        return char.IsAsciiLetterLower(before) || (at + 1 < text.Length && char.IsAsciiLetterLower(text[at + 1]));
    }
}
