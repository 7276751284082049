using Dyno.Reporting.Console;
using Dyno.Reporting.Markdown;
using Dyno.Reporting.Sheets;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>md</c>: a page for a pull request or a wiki; with the layout <c>steps</c> a table of figures per request.</summary>
internal sealed class MarkdownExporter : IExporter<RunResult>
{
    public string Format => "md";

    public string Extension => ".md";

    public string Export(RunResult document, ReportStyle style) =>
        style.Layout == ReportLayout.Steps ? StepsMarkdown.Render(document) : MarkdownSheet.Render(RunSheet.Of(document));
}
