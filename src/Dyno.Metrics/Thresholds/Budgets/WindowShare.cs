namespace Dyno.Metrics;

/// <summary>How often a condition must hold: in so large a share of the windows of a run, <c>for 99% of minutes</c>.</summary>
/// <param name="Share">The least share of windows in which the condition holds, above 0 and at most 1.</param>
/// <param name="Length">Length of a window: one second to one day.</param>
public sealed record WindowShare(double Share, TimeSpan Length)
{
    private const string Begin = " for ";
    private const string Between = " of ";
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    private static readonly (string Word, TimeSpan Length)[] Words =
        [("seconds", TimeSpan.FromSeconds(1)), ("minutes", TimeSpan.FromMinutes(1)), ("hours", TimeSpan.FromHours(1))];

    /// <summary>The suffix as a threshold writes it, without the blank before it.</summary>
    public override string ToString()
    {
        var length = Array.Find(Words, word => word.Length == Length).Word ?? BudgetText.Of(Length);
        return string.Create(CultureInfo.InvariantCulture, $"for {Share * 100:0.######}% of {length}");
    }

    /// <summary>Splits the suffix off a condition; <paramref name="window"/> is null without one.</summary>
    internal static bool TryTake(string text, out string condition, out WindowShare? window, [NotNullWhen(false)] out string? error)
    {
        (condition, window, error) = (text, null, null);
        var limit = text.AsSpan().LastIndexOfAny("<>=!"); // names before the limit may have any words
        var at = limit < 0 ? -1 : text.IndexOf(Begin, limit, StringComparison.Ordinal);
        if (at < 0) return true;
        var suffix = text[(at + Begin.Length)..];
        var of = suffix.IndexOf(Between, StringComparison.Ordinal);
        if (of < 0 || !suffix[..of].TrimEnd().EndsWith('%') || !Quantity.TryShare(suffix[..of].Trim(), out var share) || share is <= 0 or > 1)
            error = $"'for {suffix}' is not understood: write for 99% of minutes, or for 95% of 10s";
        else if (!TryLength(suffix[(of + Between.Length)..].Trim(), out var length))
            error = $"'{suffix[(of + Between.Length)..].Trim()}' is not the length of a window: write seconds, minutes, hours, or a time from 1s to 24h in whole seconds";
        else
            (condition, window) = (text[..at].TrimEnd(), new WindowShare(share, length));
        return error is null;
    }

    private static bool TryLength(string text, out TimeSpan length)
    {
        length = Array.Find(Words, word => word.Word == text).Length;
        if (length > TimeSpan.Zero) return true;
        return Quantity.TryDuration(text, out length) && length >= TimeSpan.FromSeconds(1) && length <= Longest && length.Ticks % TimeSpan.TicksPerSecond == 0;
    }
}
