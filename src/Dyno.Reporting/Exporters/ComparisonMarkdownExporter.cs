using Dyno.Reporting.Console;
using Dyno.Reporting.Markdown;
using Dyno.Reporting.Sheets;
using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Exporters;

/// <summary><c>md</c>: for a pull request: verdicts, tables, the experiment file folded away.</summary>
internal sealed class ComparisonMarkdownExporter : IExporter<Comparison>
{
    public string Format => "md";

    public string Extension => ".md";

    public string Export(Comparison document, ReportStyle style) => MarkdownSheet.Render(ComparisonSheet.Of(document));
}
