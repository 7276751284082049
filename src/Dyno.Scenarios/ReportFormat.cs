namespace Dyno.Scenarios;

/// <summary>Reports that a run can leave behind.</summary>
public enum ReportFormat
{
    /// <summary>The text report that is also printed.</summary>
    Txt,

    /// <summary>Comma-separated values, a row per step.</summary>
    Csv,

    /// <summary>One page for a browser.</summary>
    Html,

    /// <summary>Markdown tables <c>|step|ok stats|</c>.</summary>
    Md,

    /// <summary>The whole result, to be read by <c>dyno report</c>.</summary>
    Json,
}
