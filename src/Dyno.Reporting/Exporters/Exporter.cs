namespace Dyno.Reporting;

/// <summary>
/// One way to show a document: a run or a comparison. An exporter shows only what the document holds and computes no statistics. To
/// add a format, write its renderer and add a line to <see cref="RunExporters"/> or <see cref="ComparisonExporters"/>.
/// </summary>
/// <typeparam name="TDocument">The document.</typeparam>
/// <param name="Format">The word after <c>--format</c>.</param>
/// <param name="Extension">The extension of a file in this format, with its point.</param>
/// <param name="Export">
/// Renders the whole report of a document without secrets, with a line feed at its end, for the reader's screen. Formats that are not
/// read on a screen ignore the style.
/// </param>
public sealed record Exporter<TDocument>(string Format, string Extension, Func<TDocument, ReportStyle, string> Export)
{
    /// <summary>Whether the report may be printed on stdout when no file is named; otherwise it goes into a file beside the result.</summary>
    public bool IsForScreen { get; init; } = true;
}
