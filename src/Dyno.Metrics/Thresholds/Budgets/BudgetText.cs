namespace Dyno.Metrics;

/// <summary>Lengths of windows as thresholds write them: the largest unit in which they are whole.</summary>
internal static class BudgetText
{
    public static string Of(TimeSpan length) => length switch
    {
        _ when length.Ticks % TimeSpan.TicksPerHour == 0 => string.Create(CultureInfo.InvariantCulture, $"{length.TotalHours}h"),
        _ when length.Ticks % TimeSpan.TicksPerMinute == 0 => string.Create(CultureInfo.InvariantCulture, $"{length.TotalMinutes}m"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{length.TotalSeconds}s"),
    };
}
