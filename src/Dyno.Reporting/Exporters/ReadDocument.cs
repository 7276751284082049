namespace Dyno.Reporting;

/// <summary>Shows a document that was read from a file, whose figures may be impossible for a run.</summary>
public static class ReadDocument
{
    /// <summary>The report.</summary>
    /// <param name="source">The file, for messages.</param>
    /// <exception cref="UserFault">The document holds figures that no run can have, such as a negative duration.</exception>
    public static string Export<T>(Exporter<T> exporter, T document, ReportStyle style, string source)
    {
        try
        {
            return exporter.Export(document, style);
        }
        catch (Exception failure) when (failure is not UserFault)
        {
            throw new UserFault($"{source}: not a valid {(document is Comparison ? "comparison" : "run result")}: it holds impossible figures ({failure.Message})",
                "name a result as Dyno wrote it", failure);
        }
    }
}
