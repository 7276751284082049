namespace Dyno.Reporting;

/// <summary>What grows, in words and cells.</summary>
internal static class GrowthWords
{
    private const double Day = 86_400;
    private const double FarDays = 3650;

    public static string Level(GrowthFigure figure) => Amount(figure, figure.Level);

    /// <summary>The growth per hour; a day for a count that grows slowly.</summary>
    public static string Rate(GrowthFigure figure) => figure.PerHour is { } rate ? $"{Signed(figure, rate)}/h" : "";

    /// <summary>The interval of the growth per hour.</summary>
    public static string Interval(GrowthFigure figure) =>
        figure is { LowerPerHour: { } lower, UpperPerHour: { } upper } ? $"{Signed(figure, lower)} to {Signed(figure, upper)}" : "";

    /// <summary>The verdict in a word or two.</summary>
    public static string Verdict(GrowthFigure figure) => figure.Verdict switch
    {
        GrowthVerdict.Grows => "grows",
        GrowthVerdict.Steady => $"< {Amount(figure, figure.MattersPerHour)}/h",
        _ => "unclear",
    };

    /// <summary>The time until the limit; empty where there is none, or where it is years away.</summary>
    public static string TimeToLimit(GrowthFigure figure)
    {
        if (figure.Verdict == GrowthVerdict.Steady || figure.SecondsToLimit is not { } seconds) return "";
        return seconds / Day > FarDays ? "" : Span(seconds) + (figure is { LeastSecondsToLimit: { } least, MostSecondsToLimit: { } most } && most / Day < FarDays
            ? $" ({Span(least)} to {Span(most)})" : "");
    }

    public static string Type(GrowingType type) =>
        $"{type.Name}  +{FigureText.Traffic(type.Bytes)}, +{FigureText.Count(type.Objects, "object")} (now {FigureText.Traffic(type.BytesAtEnd)}){(type.Sites.IsEmpty ? "" : $"; allocated by {Sites(type)}")}";

    /// <summary>The methods that allocate a type; empty when they are not known.</summary>
    public static string Sites(GrowingType type) => string.Join(", ", type.Sites.Select(site =>
        $"{site.Method}{(site.File is null ? "" : string.Create(CultureInfo.InvariantCulture, $" ({site.File}:{site.Line})"))} {FigureText.Percent(site.Share, 1)}"));

    /// <summary>How it was measured, and what the measurement cost the server.</summary>
    public static string HowMeasured(GrowthRecord growth)
    {
        List<string> parts = [];
        if (growth.Collections is { } cost)
            parts.Add($"{FigureText.Count(cost.Count, "full collection")} asked for took {FigureText.Time(cost.TotalSeconds * 1e9)}, the longest {FigureText.Time(cost.LongestSeconds * 1e9)}");
        if (!growth.SnapshotSeconds.IsEmpty)
            parts.Add($"{FigureText.Count(growth.SnapshotSeconds.Length, "heap snapshot")} took {string.Join(" and ", growth.SnapshotSeconds.Select(s => FigureText.Time(s * 1e9)))}");
        var settled = growth.Figures.Select(f => f.SettledAfterSeconds).DefaultIfEmpty().Max();
        if (settled > 0) parts.Add($"starts that settled are left out, at most {FigureText.Length(Math.Round(settled))}");
        if (growth.MemoryLimitBytes is { } limit) parts.Add($"memory limit {FigureText.Memory(limit)} ({growth.MemoryLimitOf})");
        return string.Join("; ", parts);
    }

    private static string Signed(GrowthFigure figure, double value) => value switch
    {
        > 0 => "+" + Amount(figure, value),
        < 0 => "−" + Amount(figure, -value),
        _ => "0",
    };

    private static string Amount(GrowthFigure figure, double value) => figure.Unit switch
    {
        "bytes" => FigureText.Traffic(value),
        "ns" => FigureText.Time(value),
        _ => FigureText.Digits(value),
    };

    private static string Span(double seconds) => seconds switch
    {
        < 7200 => $"{FigureText.Digits(seconds / 60)} min",
        < 2 * Day => $"{FigureText.Digits(seconds / 3600)} h",
        _ => $"{FigureText.Digits(seconds / Day)} d",
    };
}
