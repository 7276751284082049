using System.Buffers;

namespace Dyno.Load;

/// <summary>
/// Durations as people write them: <c>30s</c>, <c>1m30s</c>, <c>1.5h</c>, <c>500ms</c>, <c>250us</c>, <c>2d</c>. A bare number means
/// milliseconds in k6's files and seconds where it was typed for Dyno.
/// </summary>
public static class DurationText
{
    private static readonly TimeSpan LongestTyped = TimeSpan.FromDays(365);
    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789.");
    private const string Micro = "µs"; // U+00B5; U+03BC is accepted too
    private static readonly (string Unit, decimal Ticks)[] Units =
    [
        ("ns", 0.01m), ("us", 10), (Micro, 10), ("μs", 10), ("ms", TimeSpan.TicksPerMillisecond),
        ("s", TimeSpan.TicksPerSecond),
        ("m", TimeSpan.TicksPerMinute), ("h", TimeSpan.TicksPerHour), ("d", TimeSpan.TicksPerDay),
    ];

    /// <summary>Writes a duration in the largest fitting units, exactly: <c>1m30s</c>, <c>250ms</c>, <c>0s</c>.</summary>
    public static string Format(TimeSpan duration)
    {
        if (duration == TimeSpan.Zero) return "0s";
        var text = new StringBuilder(duration < TimeSpan.Zero ? "-" : "");
        var rest = Math.Abs((decimal)duration.Ticks);
        foreach (var (unit, ticks) in new[] { Units[8], Units[7], Units[6] })
        {
            var count = Math.Floor(rest / ticks);
            if (count == 0) continue;
            text.Append(count.ToString("0", CultureInfo.InvariantCulture)).Append(unit);
            rest -= count * ticks;
        }

        if (rest > 0) text.Append(FormatSmall(rest));
        return text.ToString();
    }

    /// <summary>Reads a duration from a command line or a file of Dyno's own: a bare number is seconds, as in wrk, hey and WebSurge.</summary>
    /// <param name="text">One or more numbers with units, or a bare number of seconds; null is not a duration.</param>
    /// <param name="duration">The duration, from 0 to 365 days, with a resolution of 100 ns.</param>
    /// <returns>False when the text is not a duration or out of range.</returns>
    public static bool TryParseTyped(string? text, out TimeSpan duration)
    {
        text = text?.Trim() ?? "";
        var isBare = TryNumber(text, out _);
        return TryParseK6(isBare ? text + "s" : text, out duration) && duration <= LongestTyped;
    }

    /// <summary>Reads a duration as k6 does: a bare number is milliseconds.</summary>
    /// <param name="text">One or more numbers with units, or a bare number of milliseconds.</param>
    /// <param name="duration">The duration, with a resolution of 100 ns; never negative.</param>
    /// <returns>False when the text is not a duration or too long for a <see cref="TimeSpan"/>.</returns>
    public static bool TryParseK6(string text, out TimeSpan duration)
    {
        duration = TimeSpan.Zero;
        var rest = text.AsSpan().Trim();
        if (rest.IsEmpty) return false;
        if (TryNumber(rest, out var milliseconds)) return TryTicks(milliseconds * TimeSpan.TicksPerMillisecond, out duration);
        var ticks = 0m;
        while (!rest.IsEmpty)
            if (!TryPart(ref rest, ref ticks)) return false;
        return TryTicks(ticks, out duration);
    }

    private static string FormatSmall(decimal ticks)
    {
        var (unit, size) = ticks >= TimeSpan.TicksPerSecond ? Units[5]
            : ticks >= TimeSpan.TicksPerMillisecond ? Units[4]
            : Units[2];
        return (ticks / size).ToString("0.#######", CultureInfo.InvariantCulture) + unit;
    }

    private static bool TryPart(ref ReadOnlySpan<char> rest, ref decimal ticks)
    {
        var length = rest.IndexOfAnyExcept(Digits);
        if (length <= 0 || !TryNumber(rest[..length], out var number)) return false;
        rest = rest[length..];
        var unitLength = rest.IndexOfAny(Digits);
        var unit = (unitLength < 0 ? rest : rest[..unitLength]).ToString();
        var match = Array.FindIndex(Units, u => u.Unit == unit);
        if (match < 0 || number > decimal.MaxValue / TimeSpan.TicksPerDay / 4) return false;
        ticks += number * Units[match].Ticks;
        rest = rest[unit.Length..];
        return ticks <= long.MaxValue;
    }

    private static bool TryNumber(ReadOnlySpan<char> text, out decimal number) =>
        decimal.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number)
        && number <= long.MaxValue;

    private static bool TryTicks(decimal ticks, out TimeSpan duration)
    {
        var fits = ticks <= long.MaxValue;
        duration = fits ? new TimeSpan((long)decimal.Round(ticks)) : TimeSpan.Zero;
        return fits;
    }
}
