using Dyno.Reporting.Console;

namespace Dyno.Reporting.Exporters;

/// <summary>
/// One way to show a document: a run, or a comparison. Computes no statistic of its own: what a document does not hold is
/// not shown. To add a format, add one class and register it in <see cref="RunExporters"/> or <see cref="ComparisonExporters"/>.
/// </summary>
/// <typeparam name="TDocument">The document.</typeparam>
public interface IExporter<in TDocument>
{
    /// <summary>The word after <c>--format</c>.</summary>
    string Format { get; }

    /// <summary>How the name of a file in this format ends, with its point.</summary>
    string Extension { get; }

    /// <summary>Whether it may be printed on stdout when no file is named; otherwise it goes into a file beside the result.</summary>
    bool IsForScreen => true;

    /// <summary>The whole report, with a line feed at its end.</summary>
    /// <param name="document">A document without secrets.</param>
    /// <param name="style">The reader's screen; ignored by formats that are not read on one.</param>
    string Export(TDocument document, ReportStyle style);
}
