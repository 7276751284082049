using Dyno.Reporting.Console;
using Dyno.Reporting.Html;
using Dyno.Reporting.Sheets;
using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Exporters;

/// <summary><c>html</c>: one page with charts that needs nothing but a browser.</summary>
internal sealed class ComparisonHtmlExporter : IExporter<Comparison>
{
    public string Format => "html";

    public string Extension => ".html";

    public bool IsForScreen => false;

    public string Export(Comparison document, ReportStyle style) => HtmlPage.Render(ComparisonSheet.Of(document));
}
