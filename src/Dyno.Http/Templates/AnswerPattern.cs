namespace Dyno.Http;

/// <summary>
/// Values of an answer by regular expression: the first group of the first match, or the whole match when there is no group. Thread-safe.
/// An expression that takes longer than a second on an answer finds nothing.
/// </summary>
public static class AnswerPattern
{
    private const int Kept = 1_000; // expressions come from a file, which has a few

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);
    private static readonly ConcurrentDictionary<string, Regex> Known = new(StringComparer.Ordinal);

    /// <summary>Why a text is no regular expression; null when it is one.</summary>
    public static string? WhyNot(string pattern)
    {
        try
        {
            Of(pattern);
            return null;
        }
        catch (ArgumentException wrong)
        {
            return wrong is RegexParseException { Error: var error } ? error.ToString() : wrong.Message;
        }
    }

    /// <summary>The value; null when the text does not match, or takes too long.</summary>
    /// <exception cref="ArgumentException">The pattern is no regular expression.</exception>
    public static string? Find(string pattern, string text)
    {
        try
        {
            return Of(pattern).Match(text) is { Success: true } match ? match.Groups[match.Groups.Count > 1 ? 1 : 0].Value : null;
        }
        catch (RegexMatchTimeoutException)
        {
            return null;
        }
    }

    private static Regex Of(string pattern)
    {
        if (Known.TryGetValue(pattern, out var known)) return known;
        var regex = new Regex(pattern, RegexOptions.CultureInvariant, Longest);
        if (Known.Count < Kept) Known.TryAdd(pattern, regex);
        return regex;
    }
}
