namespace Dyno.Import;

/// <summary>
/// Splits a command line into words by the rules of the shell for which it was copied: bash (<c>'…'</c>, <c>"…"</c>, <c>$'…'</c>, <c>\</c>
/// at the end of a line), cmd (<c>^</c>) or PowerShell (<c>`</c>). Nothing is run: variables and substitutions of the shell are refused.
/// </summary>
internal static partial class ShellWords
{
    public static ImmutableArray<ShellWord> Split(string text, SourcePlace place)
    {
        if (IsCmd(text) || place.Source.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase)
            || place.Source.EndsWith(".bat", StringComparison.OrdinalIgnoreCase)) return new CmdWords(text, place).Read();
        return new PosixWords(text, place, isPowerShell: IsPowerShell(text)).Read();
    }

    // Browsers write ^ before quotes and line breaks when they copy for cmd; in bash ^ would have no purpose there.
    private static bool IsCmd(string text) => text.Contains("^\"", StringComparison.Ordinal) || EndsALineWith(text, '^')
        || (!text.Contains('\'', StringComparison.Ordinal) && DoubledQuote().IsMatch(text));

    // Firefox writes a quote within quotes as two quotes; in bash two quotes would end the text and begin another one, which makes no sense in JSON.
    [GeneratedRegex(@"[{\[,:]\s*""""[^""]|[^""]""""\s*[:,}\]]")]
    private static partial Regex DoubledQuote();

    private static bool IsPowerShell(string text) =>
        EndsALineWith(text, '`') || text.TrimStart().StartsWith("curl.exe", StringComparison.OrdinalIgnoreCase);

    private static bool EndsALineWith(string text, char continuation)
    {
        foreach (var line in text.AsSpan().EnumerateLines())
            if (line.TrimEnd() is [.., var last] && last == continuation) return true;
        return false;
    }
}
