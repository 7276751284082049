using Dyno.Reporting.Console;
using Dyno.Reporting.Html;
using Dyno.Reporting.Sheets;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>html</c>: one page with charts that needs nothing but a browser.</summary>
internal sealed class HtmlExporter : IExporter<RunResult>
{
    public string Format => "html";

    public string Extension => ".html";

    public bool IsForScreen => false;

    public string Export(RunResult document, ReportStyle style) => HtmlPage.Render(RunSheet.Of(document));
}
