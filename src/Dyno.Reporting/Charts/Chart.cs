using System.Text.Json.Serialization;

namespace Dyno.Reporting;

/// <summary>The data of a chart as the page's script reads it: points only, no formulas. The script decides how to draw them.</summary>
internal sealed record Chart
{
    /// <summary>Unique in the page.</summary>
    public required string Id { get; init; }

    /// <summary>The heading above the chart.</summary>
    public required string Title { get; init; }

    /// <summary>The content of the chart in one sentence, which a screen reader reads aloud.</summary>
    public required string Summary { get; init; }

    public required ChartAxis Axis { get; init; }

    /// <summary>The unit of every line.</summary>
    public required ChartUnit Unit { get; init; }

    /// <summary>Whether the vertical axis is logarithmic.</summary>
    public bool IsLogarithmic { get; init; }

    /// <summary>Positions on the horizontal axis, ascending.</summary>
    public required ImmutableArray<double> X { get; init; }

    /// <summary>Names of the positions, for an axis of categories; otherwise empty.</summary>
    public ImmutableArray<string> Labels { get; init; } = [];

    public required ImmutableArray<ChartLine> Lines { get; init; }

    /// <summary>Shaded stretches of the horizontal axis, such as a warm-up.</summary>
    public ImmutableArray<ChartBand> Bands { get; init; } = [];

    /// <summary>Whether the chart takes the whole width of the page.</summary>
    [JsonIgnore]
    public bool IsWide { get; init; }
}

/// <summary>One line of a chart.</summary>
/// <param name="Values">A value for each position; null where there is none.</param>
/// <param name="Role">The meaning of the line, which decides its colour.</param>
internal sealed record ChartLine(string Name, ImmutableArray<double?> Values, ChartRole Role = ChartRole.First, ChartStyle Style = ChartStyle.Line);

/// <summary>A shaded stretch of the horizontal axis.</summary>
internal sealed record ChartBand(double From, double To, string Label);

/// <summary>The kind of a horizontal axis.</summary>
internal enum ChartAxis
{
    Seconds, // seconds since the start
    Nines, // percentiles on a scale of nines: 0 is p0, 1 is p90, 2 is p99 (−log10(1 − q))
    Categories, // names, at the positions 0, 1, 2 …
    Rates, // offered rates per second
}

/// <summary>The unit of a vertical axis.</summary>
internal enum ChartUnit
{
    Rate, // per second
    Time, // nanoseconds
    Count,
    Memory, // bytes, by powers of 1,024
    Cores, // CPUs
    Ratio, // a factor
    Number, // a number without a unit
}

/// <summary>The meaning of a line, which decides its colour.</summary>
internal enum ChartRole
{
    First, // the first of several lines of equal rank; the others follow in order
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
    Target, // a target, such as the offered rate
    Bad, // failures
    Quiet, // a line in the background
}

/// <summary>How a line is drawn.</summary>
internal enum ChartStyle
{
    Line,
    Dashed, // a dashed line
    Area, // a line above a tinted area
    Bars,
    Dots, // dots joined by lines
}
