namespace Dyno.Results;

/// <summary>A figure of a metric that a k6 script made, or the share of answers that met a check, as trials keep it.</summary>
/// <param name="Metric">Name of the figure among the metrics of a trial: <c>script.NAME.FIGURE</c> or <c>check.NAME</c>.</param>
/// <param name="Title">The figure as people read it.</param>
/// <param name="Unit"><c>ms</c>, <c>bytes</c>, <c>bytes/s</c>, <c>1/s</c>, <c>share</c> (0 to 1) or <c>number</c>.</param>
public sealed record ScriptFigure(string Metric, string Title, string Unit)
{
    /// <summary>The prefix of the names of metrics' figures.</summary>
    public const string OfMetric = "script.";

    /// <summary>The prefix of the names of checks.</summary>
    public const string OfCheck = "check.";

    /// <summary>The suffix of the names of shares.</summary>
    public const string OfShare = ".share";

    /// <summary>Whether a metric of a trial is a figure of a script's metric or a check.</summary>
    public static bool IsName(string metric) => metric.StartsWith(OfMetric, StringComparison.Ordinal) || IsCheck(metric);

    /// <summary>Whether a metric is a share. The difference of two shares says more than their ratio.</summary>
    public static bool IsShare(string metric) => IsCheck(metric) || (IsName(metric) && metric.EndsWith(OfShare, StringComparison.Ordinal));

    /// <summary>Whether a metric is the share of answers that met a check.</summary>
    public static bool IsCheck(string metric) => metric.StartsWith(OfCheck, StringComparison.Ordinal);
}
