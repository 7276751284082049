namespace Dyno.Reporting.Console;

/// <summary>What the reader's screen can show, and which layout is wanted.</summary>
/// <param name="Width">Columns, at least 60.</param>
/// <param name="HasColour">Whether colour codes may be used.</param>
public readonly record struct ReportStyle(int Width, bool HasColour)
{
    /// <summary>The layout, for formats that have several.</summary>
    public ReportLayout Layout { get; init; }

    /// <summary>Whether the reader is told what the model of the load means for its figures; a full report always says it.</summary>
    public bool ExplainsModel { get; init; }

    internal bool IsFull => Layout != ReportLayout.Summary;
}

/// <summary>How a format lays out its figures; a format without the layout keeps its own.</summary>
public enum ReportLayout
{
    /// <summary>The format's own; on the console what fits one small screen.</summary>
    Summary,

    /// <summary>A table per request (Markdown).</summary>
    Steps,

    /// <summary>A row per interval (CSV).</summary>
    Series,

    /// <summary>All that is known (console).</summary>
    Full,
}
