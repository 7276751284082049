namespace Dyno.Reporting;

/// <summary>The abilities of the reader's screen, and the wanted layout.</summary>
/// <param name="Width">Columns, at least 60.</param>
/// <param name="HasColour">Whether colour codes may be used.</param>
public readonly record struct ReportStyle(int Width, bool HasColour)
{
    /// <summary>The layout, for formats that have several.</summary>
    public ReportLayout Layout { get; init; }

    /// <summary>Whether the report explains what the load model means for its figures; a full report always does.</summary>
    public bool ExplainsModel { get; init; }

    internal bool IsFull => Layout != ReportLayout.Summary;
}

/// <summary>The layout of the figures. A format that lacks a layout uses its own.</summary>
public enum ReportLayout
{
    /// <summary>The format's own layout; on the console, the part that fits one small screen.</summary>
    Summary,

    /// <summary>A table per request (Markdown).</summary>
    Steps,

    /// <summary>A row per interval (CSV).</summary>
    Series,

    /// <summary>Everything that is known (console).</summary>
    Full,
}
