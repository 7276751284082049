using Dyno.Reporting.Console;

namespace Dyno.Reporting.Exporters;

/// <summary>
/// One way to show a document: a run, or a comparison. Computes no statistic of its own: what a document does not hold is not shown. To
/// add a format, write what renders it and add a line to <see cref="RunExporters"/> or <see cref="ComparisonExporters"/>.
/// </summary>
/// <typeparam name="TDocument">The document.</typeparam>
/// <param name="Format">The word after <c>--format</c>.</param>
/// <param name="Extension">How the name of a file in this format ends, with its point.</param>
/// <param name="Export">
/// Makes the whole report, with a line feed at its end, of a document without secrets for the reader's screen, which formats that are
/// not read on one ignore.
/// </param>
public sealed record Exporter<TDocument>(string Format, string Extension, Func<TDocument, ReportStyle, string> Export)
{
    /// <summary>Whether it may be printed on stdout when no file is named; otherwise it goes into a file beside the result.</summary>
    public bool IsForScreen { get; init; } = true;
}
