namespace Dyno.Metrics;

/// <summary>The end of a threshold on the command line that makes it stop the run: <c>abortOnFail,delay=10s</c>.</summary>
internal static class AbortSuffix
{
    private const string Word = "abortOnFail";

    /// <summary>Splits the suffix off; <paramref name="abort"/> is the delay, or null without the suffix.</summary>
    internal static bool TryTake(
        string text, out string condition, out TimeSpan? abort, [NotNullWhen(false)] out string? error)
    {
        (condition, abort, error) = (text.Trim(), null, null);
        var at = condition.LastIndexOf(Word, StringComparison.OrdinalIgnoreCase);
        if (at < 1 || condition[at - 1] is not (' ' or ',' or '\t')) return true;
        var rest = condition[(at + Word.Length)..].Trim();
        condition = condition[..at].TrimEnd(' ', '\t', ',');
        if (TryDelay(rest, out var delay)) { abort = delay; return true; }
        error = $"'{Word}{rest}' is not understood: write {Word} or {Word},delay=10s";
        return false;
    }

    private static bool TryDelay(string rest, out TimeSpan delay)
    {
        delay = TimeSpan.Zero;
        if (rest.Length == 0) return true;
        var equals = rest.IndexOf('=');
        if (rest[0] != ',' || equals < 0) return false;
        if (rest[1..equals].Trim().ToLowerInvariant() is not ("delay" or "delayaborteval")) return false;
        return Quantity.TryDuration(rest[(equals + 1)..], out delay) && delay >= TimeSpan.Zero;
    }
}
