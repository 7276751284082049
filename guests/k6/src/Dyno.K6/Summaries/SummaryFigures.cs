namespace Dyno.K6;

/// <summary>Figures as k6's summary writes them: times in fitting units cut to two places, sizes by thousands.</summary>
internal static class SummaryFigures
{
    /// <summary>A value of a trend or a gauge.</summary>
    public static string Value(double value, MetricUnit unit, string? timeUnit) => unit switch
    {
        MetricUnit.Time => Time(value, timeUnit),
        MetricUnit.Data => Size(value),
        _ => Number(value),
    };

    /// <summary>A time given in milliseconds.</summary>
    public static string Time(double milliseconds, string? unit)
    {
        switch (unit)
        {
            case "s": return Fixed(milliseconds / 1000) + "s";
            case "ms": return Fixed(milliseconds) + "ms";
            case "us": return Fixed(milliseconds * 1000) + "µs";
        }
        if (milliseconds == 0) return "0s";
        if (milliseconds < 0.001) return Text(Math.Truncate(milliseconds * 1_000_000)) + "ns";
        if (milliseconds < 1) return Cut(milliseconds * 1000) + "µs";
        if (milliseconds < 1000) return Cut(milliseconds) + "ms";
        var seconds = milliseconds / 1000;
        if (seconds < 60) return Cut(seconds) + "s";
        var rest = (long)(seconds % 60);
        var minutes = (long)(seconds / 60);
        return minutes < 60 ? $"{minutes}m{rest}s" : $"{minutes / 60}h{minutes % 60}m{rest}s";
    }

    /// <summary>A number of bytes.</summary>
    public static string Size(double bytes)
    {
        if (bytes < 10) return Text(Math.Round(bytes)) + " B";
        var power = Math.Min((int)Math.Floor(Math.Log(bytes) / Math.Log(1000)), 6);
        var value = Math.Floor(bytes / Math.Pow(1000, power) * 10 + 0.5) / 10;
        return value.ToString(value < 10 && power > 0 ? "0.0" : "0", CultureInfo.InvariantCulture) + " " + "B kB MB GB TB PB EB".Split(' ')[power];
    }

    /// <summary>A plain number, to six places at most.</summary>
    public static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>A value per second.</summary>
    public static string Rate(double value, MetricUnit unit, string? timeUnit) => Value(value, unit, timeUnit) + "/s";

    /// <summary>A share; digits are cut, so that it is never rounded up to a whole.</summary>
    public static string Share(double part) => Math.Truncate(part * 10_000 + 1e-9) is var cut
        ? (cut / 100).ToString("0.00", CultureInfo.InvariantCulture) + "%" : "";

    private static string Cut(double value) => Text(Math.Truncate(value * 100 + 1e-9) / 100);

    private static string Fixed(double value) => value.ToString("0.00", CultureInfo.InvariantCulture);

    private static string Text(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
