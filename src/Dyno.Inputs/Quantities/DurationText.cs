using System.Globalization;
using System.Text.RegularExpressions;

namespace Dyno.Inputs.Quantities;

/// <summary>Durations as people write them: <c>10s</c>, <c>1m30s</c>, <c>500ms</c>, <c>1.5h</c>, <c>250us</c>, <c>2d</c>; a bare number is seconds.</summary>
public static partial class DurationText
{
    /// <summary>What a problem suggests.</summary>
    internal const string Examples = "10s, 1m30s or 500ms";

    /// <summary>Reads a duration from 0 to 365 days, to 100 ns.</summary>
    /// <returns>False when the text is no duration or out of range.</returns>
    public static bool TryParse(string? text, out TimeSpan duration)
    {
        duration = default;
        text = text?.Trim() ?? "";
        if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var bare))
            return TryFromSeconds(bare, out duration);
        if (!Whole().IsMatch(text)) return false;
        var seconds = 0.0;
        foreach (Match part in Part().Matches(text))
            seconds += double.Parse(part.Groups[1].ValueSpan, CultureInfo.InvariantCulture) * SecondsPer(part.Groups[2].Value);
        return TryFromSeconds(seconds, out duration);
    }

    /// <summary>The shortest text that reads back as the same duration: <c>1m30s</c>, <c>1.5s</c>, <c>500ms</c>, <c>0s</c>.</summary>
    public static string Format(TimeSpan duration)
    {
        if (duration.TotalSeconds is 0 or >= 60 and < 1e9 && duration.Ticks % TimeSpan.TicksPerSecond == 0) return Parts(duration);
        var (value, unit) = duration.TotalSeconds >= 1 ? (duration.TotalSeconds, "s")
            : duration.TotalMilliseconds >= 1 ? (duration.TotalMilliseconds, "ms") : (duration.TotalMicroseconds, "us");
        return value.ToString("0.#######", CultureInfo.InvariantCulture) + unit;
    }

    private static string Parts(TimeSpan duration)
    {
        var text = $"{(duration.Days > 0 ? $"{duration.Days}d" : "")}{(duration.Hours > 0 ? $"{duration.Hours}h" : "")}"
            + $"{(duration.Minutes > 0 ? $"{duration.Minutes}m" : "")}{(duration.Seconds > 0 ? $"{duration.Seconds}s" : "")}";
        return text.Length > 0 ? text : "0s";
    }

    private static bool TryFromSeconds(double seconds, out TimeSpan duration)
    {
        var inRange = seconds is >= 0 and <= 365 * 86_400.0;
        duration = inRange ? TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond)) : default;
        return inRange;
    }

    private static double SecondsPer(string unit) => unit switch
    {
        "ns" => 1e-9, "us" or "µs" => 1e-6, "ms" => 1e-3, "s" => 1, "m" => 60, "h" => 3_600, _ => 86_400,
    };

    [GeneratedRegex(@"^(?:[0-9]{1,15}(?:\.[0-9]{1,9})?(?:ns|us|µs|ms|s|m|h|d))+$")]
    private static partial Regex Whole();

    [GeneratedRegex(@"([0-9]{1,15}(?:\.[0-9]{1,9})?)(ns|us|µs|ms|s|m|h|d)")]
    private static partial Regex Part();
}
