using System.Globalization;
using PlanDuration = Dyno.Load.Plans.DurationText;

namespace Dyno.Inputs.Quantities;

/// <summary>
/// Durations as people type them on a command line: <c>10s</c>, <c>1m30s</c>, <c>500ms</c>, <c>1.5h</c>, <c>250us</c>,
/// <c>2d</c>. Unlike in k6's files, a bare number is seconds, as in wrk, hey and WebSurge.
/// </summary>
public static class DurationText
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(365);

    /// <summary>Reads a duration from 0 to 365 days, to 100 ns.</summary>
    /// <returns>False when the text is no duration or out of range.</returns>
    public static bool TryParse(string? text, out TimeSpan duration)
    {
        text = text?.Trim() ?? "";
        var isBare = decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out _);
        return PlanDuration.TryParse(isBare ? text + "s" : text, out duration) && duration <= Longest;
    }
}
