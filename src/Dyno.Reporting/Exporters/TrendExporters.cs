using System.Collections.Immutable;
using Dyno.Reporting.Html;
using Dyno.Reporting.Markdown;
using Dyno.Reporting.Trends;
using Dyno.Results.Histories;
using Dyno.Results.Json;

namespace Dyno.Reporting.Exporters;

/// <summary>The list of all formats that a trend can be shown in.</summary>
public static class TrendExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<Exporter<TrendResult>> All { get; } =
    [
        new("console", ".txt", TrendReport.Render),
        new("md", ".md", (trend, _) => MarkdownSheet.Render(TrendSheet.Of(trend))),
        new("html", ".html", (trend, _) => HtmlPage.Render(TrendSheet.Of(trend))) { IsForScreen = false },
        new("json", ".json", (trend, _) => TrendJson.Write(trend)),
    ];
}
