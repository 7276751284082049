namespace Dyno.Results.Comparisons;

/// <summary>A figure of a metric that a k6 script made, or the share of answers that met a check, as trials keep it.</summary>
/// <param name="Metric">Its name among the metrics of a trial: <c>script.NAME.FIGURE</c> or <c>check.NAME</c>.</param>
/// <param name="Title">The same for a person.</param>
/// <param name="Unit"><c>ms</c>, <c>bytes</c>, <c>bytes/s</c>, <c>1/s</c>, <c>share</c> (0 to 1) or <c>number</c>.</param>
public sealed record ScriptFigure(string Metric, string Title, string Unit)
{
    /// <summary>What the names of figures of metrics begin with.</summary>
    public const string OfMetric = "script.";

    /// <summary>What the names of checks begin with.</summary>
    public const string OfCheck = "check.";

    /// <summary>What the names of shares end with.</summary>
    public const string OfShare = ".share";

    /// <summary>Whether a metric of a trial is such a figure.</summary>
    public static bool IsName(string metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return metric.StartsWith(OfMetric, StringComparison.Ordinal) || IsCheck(metric);
    }

    /// <summary>Whether it is a share: its difference says more than its ratio.</summary>
    public static bool IsShare(string metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return IsCheck(metric) || (IsName(metric) && metric.EndsWith(OfShare, StringComparison.Ordinal));
    }

    /// <summary>Whether it is the share of answers that met a check.</summary>
    public static bool IsCheck(string metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return metric.StartsWith(OfCheck, StringComparison.Ordinal);
    }
}
