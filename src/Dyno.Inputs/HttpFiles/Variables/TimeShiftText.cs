namespace Dyno.Inputs;

/// <summary>Time offsets as editors write them: <c>1 d</c>, <c>-2 h</c>, <c>-1d</c>; units y M w d h m s ms.</summary>
internal static class TimeShiftText
{
    public static bool TryRead(ImmutableArray<string> words, out TimeShift shift)
    {
        shift = TimeShift.None;
        if (words.IsEmpty) return true;
        var text = string.Concat(words);
        var end = text.AsSpan().LastIndexOfAnyInRange('0', '9') + 1;
        if (words.Length > 2 || !int.TryParse(text.AsSpan(0, end), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var count)) return false;
        TimeShift? read = text[end..] switch
        {
            "y" => new(count, 0, default),
            "M" => new(0, count, default),
            "w" => new(0, 0, TimeSpan.FromDays(7L * Math.Clamp(count, -1_000_000, 1_000_000))),
            "d" => new(0, 0, TimeSpan.FromDays(Math.Clamp(count, -10_000_000, 10_000_000))),
            "h" => new(0, 0, TimeSpan.FromHours(Math.Clamp(count, -200_000_000, 200_000_000))),
            "m" => new(0, 0, TimeSpan.FromMinutes(count)),
            "s" => new(0, 0, TimeSpan.FromSeconds(count)),
            "ms" => new(0, 0, TimeSpan.FromMilliseconds(count)),
            _ => null,
        };
        shift = read ?? TimeShift.None;
        return read is not null;
    }
}
