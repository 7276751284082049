namespace Dyno.Reporting.Console;

/// <summary>What the reader's screen can show, and which layout is wanted.</summary>
/// <param name="Width">Columns, at least 60.</param>
/// <param name="HasColour">Whether colour codes may be used.</param>
public readonly record struct ReportStyle(int Width, bool HasColour)
{
    /// <summary>The layout, for formats that have several.</summary>
    public ReportLayout Layout { get; init; }
}

/// <summary>How a format lays out its figures; a format without the layout keeps its own.</summary>
public enum ReportLayout
{
    /// <summary>The format's own.</summary>
    Summary,

    /// <summary>A table per request (Markdown).</summary>
    Steps,

    /// <summary>A row per interval (CSV).</summary>
    Series,
}
